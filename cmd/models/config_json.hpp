#pragma once

#include <nlohmann/json_fwd.hpp>

#include "libgraphvq/method/method.hpp"

// Fields as the files of models have them.

namespace graphvq {

nlohmann::json to_json(Setup& setup);
nlohmann::json to_json(TrainOptions options);

/// Sets the fields of a setup. Throws Error for a value that is unknown or out of range and for a
/// key that is missing.
void read_json(const nlohmann::json& config, Setup& setup);

}  // namespace graphvq
