#include "libgraphvq/graph/counts.hpp"

#include <boost/graph/connected_components.hpp>

#include "libgraphvq/graph/boost.hpp"
#include "libgraphvq/graph/fans.hpp"
#include "libgraphvq/graph/order.hpp"

namespace graphvq {

namespace {

// A 4-cycle is two paths of two edges between the same ends: counted at its highest node and the
// node opposite to that.
std::uint64_t four_cycles(const Adjacency& adjacency) {
  std::uint64_t total = 0;
  std::vector<std::uint32_t> paths(adjacency.size());
  for (Node top = 0; top < adjacency.size(); ++top) {
    const auto below = [top](std::span<const Node> all) {
      return std::span<const Node>(all.begin(), std::ranges::lower_bound(all, top));
    };
    for (Node middle : below(adjacency.neighbours(top)))
      for (Node end : below(adjacency.neighbours(middle))) total += paths[end]++;
    for (Node middle : below(adjacency.neighbours(top)))
      for (Node end : below(adjacency.neighbours(middle))) paths[end] = 0;
  }
  return total;
}

}  // namespace

Components components(const Graph& graph) {
  Components result{std::vector<Node>(graph.n), {}};
  const Node count = boost::connected_components(to_boost(graph), result.of.data());
  result.sizes.resize(count);
  for (Node c : result.of) ++result.sizes[c];
  return result;
}

std::vector<Node> degrees(const Graph& graph) {
  std::vector<Node> result(graph.n);
  for (const auto& [u, v] : graph.edges) {
    ++result[u];
    ++result[v];
  }
  return result;
}

std::vector<LocalClustering> local_clustering(const Graph& graph) {
  const std::vector<Node> order = by_degree(graph);
  const Adjacency adjacency(relabel(graph, order));
  std::vector<LocalClustering> result(graph.n);
  for (Node u = 0; u < graph.n; ++u) result[order[u]].possible = pairs(adjacency.degree(u));
  for_each_fan(adjacency, [&](Node u, std::span<const Node> fan, const BitRows& rows) {
    for (std::size_t i = 0; i < fan.size(); ++i) {
      result[order[u]].links += rows.size(i);
      result[order[fan[i]]].links += rows.size(i);
      rows.for_each(i, [&](std::size_t j) { ++result[order[fan[j]]].links; });
    }
  });
  return result;
}

SubgraphCounts subgraph_counts(const Graph& graph) {
  const Adjacency adjacency(relabel(graph, by_degree(graph)));
  SubgraphCounts counts;
  for_each_fan(adjacency, [&](Node, std::span<const Node> fan, const BitRows& rows) {
    for (std::size_t i = 0; i < fan.size(); ++i) {
      counts.triangles += rows.size(i);
      rows.for_each(i, [&](std::size_t j) { counts.four_cliques += rows.common(i, j); });
    }
  });
  for (Node u = 0; u < graph.n; ++u) {
    const std::uint64_t others = adjacency.degree(u) - 1;
    counts.two_stars += pairs(adjacency.degree(u));
    for (Node v : above(adjacency, u)) counts.three_paths += others * (adjacency.degree(v) - 1);
  }
  counts.three_paths -= 3 * counts.triangles;  // those whose ends are one node
  counts.four_cycles = four_cycles(adjacency);
  return counts;
}

}  // namespace graphvq
