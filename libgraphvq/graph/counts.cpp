#include "libgraphvq/graph/counts.hpp"

#include <algorithm>
#include <boost/graph/connected_components.hpp>
#include <iterator>
#include <span>

#include "libgraphvq/graph/boost.hpp"

namespace graphvq {

namespace {

std::uint64_t pairs(std::uint64_t count) { return count < 2 ? 0 : count * (count - 1) / 2; }

std::span<const Node> above(const Adjacency& adjacency, Node u) {
  const auto all = adjacency.neighbours(u);
  return {std::ranges::upper_bound(all, u), all.end()};
}

// Calls visit(edge, third nodes) for each edge in turn: every triangle once, at its lowest edge.
template <class Visit>
void for_each_triangle_fan(const Graph& graph, const Adjacency& adjacency, Visit visit) {
  std::vector<Node> thirds;
  for (const Edge& edge : graph.edges) {
    thirds.clear();
    std::ranges::set_intersection(above(adjacency, edge.u), above(adjacency, edge.v),
                                  std::back_inserter(thirds));
    visit(edge, std::span<const Node>(thirds));
  }
}

std::size_t common(std::span<const Node> a, std::span<const Node> b) {
  std::size_t count = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    count += a[i] == b[j];
    const bool step = a[i] <= b[j];
    j += b[j] <= a[i];
    i += step;
  }
  return count;
}

// A 4-cycle is two paths of two edges between the same ends; it shows at both its diagonals, once
// for each, and here only at the one that holds its highest node.
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
  const Adjacency adjacency(graph);
  std::vector<LocalClustering> result(graph.n);
  for (Node u = 0; u < graph.n; ++u) result[u].possible = pairs(adjacency.degree(u));
  for_each_triangle_fan(graph, adjacency, [&](const Edge& edge, std::span<const Node> thirds) {
    result[edge.u].links += thirds.size();
    result[edge.v].links += thirds.size();
    for (Node w : thirds) ++result[w].links;
  });
  return result;
}

SubgraphCounts subgraph_counts(const Graph& graph) {
  const Adjacency adjacency(graph);
  SubgraphCounts counts;
  for_each_triangle_fan(graph, adjacency, [&](const Edge&, std::span<const Node> thirds) {
    counts.triangles += thirds.size();
    for (std::size_t i = 0; i + 1 < thirds.size(); ++i)
      counts.four_cliques += common(thirds.subspan(i + 1), above(adjacency, thirds[i]));
  });
  for (Node u = 0; u < graph.n; ++u) counts.two_stars += pairs(adjacency.degree(u));
  for (const auto& [u, v] : graph.edges)
    counts.three_paths += std::uint64_t{adjacency.degree(u) - 1} * (adjacency.degree(v) - 1);
  counts.three_paths -= 3 * counts.triangles;  // those whose ends are one node
  counts.four_cycles = four_cycles(adjacency);
  return counts;
}

}  // namespace graphvq
