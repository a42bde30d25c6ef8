#include "libgraphvq/graph/counts.hpp"

#include <numeric>

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
  // Each tree of nodes has its lowest one for a root.
  std::vector<Node> parent(graph.n);
  std::iota(parent.begin(), parent.end(), Node{0});
  const auto root = [&](Node u) {
    while (parent[u] != u) u = parent[u] = parent[parent[u]];
    return u;
  };
  for (const auto& [u, v] : graph.edges) {
    const Node a = root(u), b = root(v);
    parent[std::max(a, b)] = std::min(a, b);
  }
  Components result{std::vector<Node>(graph.n), {}};
  for (Node u = 0; u < graph.n; ++u) {
    if (parent[u] == u) {
      result.of[u] = static_cast<Node>(result.sizes.size());
      result.sizes.push_back(0);
    } else {
      result.of[u] = result.of[root(u)];
    }
    ++result.sizes[result.of[u]];
  }
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
