#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "libgraphvq/data/header.hpp"

namespace graphvq {

/// Names that no column of nodes, edges or graphs may have: JSON lines use them.
extern const std::vector<std::string> reserved_node_names;
extern const std::vector<std::string> reserved_edge_names;
extern const std::vector<std::string> reserved_graph_names;

/// Says all but the layer, which stands outside the JSON.
nlohmann::json to_json(const Header& header);
/// Throws Error for a key that is unknown, missing or of the wrong type.
Header header_from_json(const nlohmann::json& in);

/// Raw values, as headers and the configurations of models have them; the reverse throws Error for
/// what is no list of integers of 64 bits and texts.
nlohmann::json to_json(const Alphabet& alphabet);
Alphabet alphabet_from(const nlohmann::json& list);

/// The value itself. Throws Error where it is no list, which a loop over it would not see.
const nlohmann::json& list_of(const nlohmann::json& value);

nlohmann::json to_json(const Provenance& step);
Provenance provenance_from_json(const nlohmann::json& in);
nlohmann::json to_json(const std::vector<Provenance>& history);
std::vector<Provenance> history_from(const nlohmann::json& list);

}  // namespace graphvq
