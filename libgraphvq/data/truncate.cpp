#include "libgraphvq/data/truncate.hpp"

#include <algorithm>
#include <span>

namespace graphvq {

Record truncate(Record ordered, Node cap) {
  const auto& from = ordered.graph;
  if (from.n <= cap) return ordered;
  Record result{{cap, {}, {}, {}, from.graph_class, from.id, {}}, std::move(ordered.ordering), {}};
  auto& graph = result.graph;
  const auto& attributes = from.attributes;
  const auto row = [](const std::vector<double>& all, std::size_t rows, std::size_t k) {
    const auto width = all.size() / rows;
    return std::span(all).subspan(k * width, width);
  };
  for (std::size_t e = 0; e < from.edges.size(); ++e) {
    if (from.edges[e].v >= cap) continue;
    graph.edges.push_back(from.edges[e]);
    if (!from.edge_labels.empty()) graph.edge_labels.push_back(from.edge_labels[e]);
    const auto kept = row(attributes.edges, from.edges.size(), e);
    graph.attributes.edges.insert(graph.attributes.edges.end(), kept.begin(), kept.end());
  }
  const auto head = [&](const auto& values) {
    return values.empty() ? values : std::vector(values.begin(), values.begin() + cap);
  };
  graph.node_labels = head(from.node_labels);
  const auto rows = static_cast<std::ptrdiff_t>(attributes.nodes.size() / from.n * cap);
  graph.attributes.nodes.assign(attributes.nodes.begin(), attributes.nodes.begin() + rows);
  graph.attributes.graph = attributes.graph;
  result.codes = head(ordered.codes);
  if (result.ordering) {
    auto& perm = result.ordering->perm;
    perm.resize(cap);
    auto kept = perm;
    std::ranges::sort(kept);
    for (auto& node : perm)
      node = static_cast<Node>(std::ranges::lower_bound(kept, node) - kept.begin());
  }
  return result;
}

}  // namespace graphvq
