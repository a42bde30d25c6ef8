#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "libgraphvq/data/record.hpp"

namespace graphvq {

/// The class of isomorphic graphs that each is of, numbered from 0 as they are met. Node labels
/// count, edge labels do not. Graphs of one WL signature are one class where a canonical form among
/// them takes more than `limit` search nodes.
std::vector<std::size_t> isomorphism_classes(std::span<const Record> records,
                                             std::uint64_t limit = 100000);

}  // namespace graphvq
