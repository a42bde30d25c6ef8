#pragma once

#include <optional>

#include "libgraphvq/graph/graph.hpp"

namespace graphvq {

/// What is left out of graphs before their signatures are taken.
struct Pruning {
  bool isolated = false;       // nodes without edges
  bool node_for_none = false;  // a graph without nodes becomes a single one
  bool empty = false;          // graphs without nodes

  bool any() const { return isolated || node_for_none || empty; }
};

/// The rest of a graph, without attributes; nothing where it is left out.
std::optional<Graph> pruned(const Graph& graph, const Pruning& pruning);

}  // namespace graphvq
