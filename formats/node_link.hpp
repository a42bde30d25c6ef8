#pragma once

#include <nlohmann/json.hpp>

#include "formats/container.hpp"

namespace graphvq {

/// A record as NetworkX's node-link object: labels and class as raw values, `graph.id` and
/// `graph.class`, attributes under their columns' names; `order` ({kind, number, perm}) and `codes`
/// (or `tokens`, a list of vectors) stand beside, where the record has them. The record must fit
/// the header.
nlohmann::ordered_json node_link(const Record& record, const Header& header);

}  // namespace graphvq
