#pragma once

#include <string>
#include <string_view>

#include "libgraphvq/graph/graph.hpp"

namespace graphvq {

/// What a valid graph of a benchmark is like.
struct Rule {
  std::string_view name;
  bool (*obeyed)(const Graph& graph, Node bound);
  Node bound = 0;  // of max-degree
};

/// The rule that is called so, as in `planar` or `max-degree=4`. Throws UsageError for another
/// name.
Rule validity_rule(std::string_view text);
std::string to_string(const Rule& rule);

/// Whether a graph obeys a rule. connected: one component. planar: drawn without crossings,
/// connected or not (Boyer and Myrvold 2004). tree: connected, without cycles. grid: r x c nodes,
/// r and c from 2. lobster: a tree that is a path, or empty, once its leaves are taken off twice.
/// sbm: `is_benchmark_sbm`. bipartite: without odd cycles. max-degree: no degree over the bound.
bool obeys(const Graph& graph, const Rule& rule);

}  // namespace graphvq
