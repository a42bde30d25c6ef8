#include "libgraphvq/data/record.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "libgraphvq/base/error.hpp"

namespace graphvq {

std::vector<std::uint32_t> labels_within(const Graph& graph, std::uint32_t alphabet) {
  std::vector<std::uint32_t> result = graph.node_labels;
  if (result.empty() && alphabet == 1) result.assign(graph.n, 0);
  if (result.size() != graph.n)
    throw Error("the nodes have no labels, the tokenizer knows " + std::to_string(alphabet));
  for (const auto label : result)
    if (label >= alphabet)
      throw Error("node label " + std::to_string(label) + " under a tokenizer of " +
                  std::to_string(alphabet) + " labels");
  return result;
}

Record put_in_order(const Graph& graph, OrderKind kind, std::uint64_t seed, std::uint64_t index,
                    std::uint32_t number) {
  Stream stream(seed, Purpose::order, index, number);
  auto perm = draw_order(graph, kind, stream);
  auto placed = relabel(graph, perm);
  return {std::move(placed), Ordering{kind, number, std::move(perm)}, {}};
}

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
