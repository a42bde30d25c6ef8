#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "libgraphvq/graph/graph.hpp"

namespace graphvq {

/// Number of nodes, their labels and the ends of the edges in an order that all isomorphic graphs
/// share: two graphs are isomorphic if and only if their forms are equal.
using CanonicalForm = std::vector<std::uint32_t>;

/// The form of a graph by nauty (McKay and Piperno 2014); node labels are colours where `labels`,
/// edge labels do not count. Nothing where the search takes more than `limit` of its nodes, which
/// is alike on every machine; ordinary graphs take about one a node, strongly regular ones may
/// never end. Safe among threads, one at a time.
std::optional<CanonicalForm> canonical_form(const Graph& graph, bool labels, std::uint64_t limit);

}  // namespace graphvq
