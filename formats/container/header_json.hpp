#pragma once

#include <nlohmann/json.hpp>

#include "formats/container/container.hpp"

namespace graphvq {

/// The inverse of to_json(Header), but for the layer, which stands outside the JSON. Throws Error
/// for a key that is unknown, missing or of the wrong type.
Header header_from_json(const nlohmann::json& in);

/// Raw values, as headers and the configurations of models have them; the reverse throws Error for
/// what is no list of integers of 64 bits and texts.
nlohmann::json to_json(const Alphabet& alphabet);
Alphabet alphabet_from(const nlohmann::json& list);

/// The value itself. Throws Error where it is no list, which a loop over it would not see.
const nlohmann::json& list_of(const nlohmann::json& value);

std::vector<Provenance> history_from(const nlohmann::json& list);

}  // namespace graphvq
