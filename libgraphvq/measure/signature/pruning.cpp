#include "libgraphvq/measure/signature/pruning.hpp"

#include "libgraphvq/graph/counts.hpp"

namespace graphvq {

std::optional<Graph> pruned(const Graph& graph, const Pruning& pruning) {
  const auto degree = degrees(graph);
  std::vector<Node> place(graph.n);
  Graph rest;
  for (Node u = 0; u < graph.n; ++u) {
    if (pruning.isolated && degree[u] == 0) continue;
    place[u] = rest.n++;
    if (!graph.node_labels.empty()) rest.node_labels.push_back(graph.node_labels[u]);
  }
  for (const auto& [u, v] : graph.edges) rest.edges.push_back({place[u], place[v]});
  rest.edge_labels = graph.edge_labels;
  if (rest.n > 0) return rest;
  if (pruning.node_for_none) return Graph{1, {}, {}, {}, {}, {}};
  if (pruning.empty) return {};
  return rest;
}

}  // namespace graphvq
