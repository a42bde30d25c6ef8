#pragma once

#include <nlohmann/json.hpp>

#include "formats/container.hpp"

namespace graphvq {

/// The inverse of to_json(Header), but for the layer, which stands outside the JSON. Throws Error
/// for a key that is unknown, missing or of the wrong type.
Header header_from_json(const nlohmann::json& in);

}  // namespace graphvq
