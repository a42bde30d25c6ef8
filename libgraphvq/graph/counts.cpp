#include "libgraphvq/graph/counts.hpp"

#include <algorithm>
#include <boost/graph/connected_components.hpp>
#include <span>

#include "libgraphvq/graph/boost.hpp"

namespace graphvq {

namespace {

std::uint64_t pairs(std::uint64_t count) { return count < 2 ? 0 : count * (count - 1) / 2; }

std::span<const Node> above(const Adjacency& adjacency, Node u) {
  const auto all = adjacency.neighbours(u);
  return {std::ranges::upper_bound(all, u), all.end()};
}

// Every triangle once: visit(u, v, thirds, marks) for each edge u < v, thirds being the nodes above
// v that are adjacent to both, and those for which marks[w] == 2 during the call.
template <class Visit>
void for_each_triangle_fan(const Adjacency& adjacency, Visit visit) {
  std::vector<std::uint8_t> marks(adjacency.size());
  std::vector<Node> thirds;
  for (Node u = 0; u < adjacency.size(); ++u) {
    const auto neighbours = above(adjacency, u);
    for (Node v : neighbours) marks[v] = 1;
    for (Node v : neighbours) {
      thirds.clear();
      for (Node w : above(adjacency, v))
        if (marks[w]) thirds.push_back(w);
      for (Node w : thirds) marks[w] = 2;
      visit(u, v, thirds, marks);
      for (Node w : thirds) marks[w] = 1;
    }
    for (Node v : neighbours) marks[v] = 0;
  }
}

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
  const Adjacency adjacency(graph);
  std::vector<LocalClustering> result(graph.n);
  for (Node u = 0; u < graph.n; ++u) result[u].possible = pairs(adjacency.degree(u));
  for_each_triangle_fan(adjacency, [&](Node u, Node v, const auto& thirds, const auto&) {
    result[u].links += thirds.size();
    result[v].links += thirds.size();
    for (Node w : thirds) ++result[w].links;
  });
  return result;
}

SubgraphCounts subgraph_counts(const Graph& graph) {
  const Adjacency adjacency(graph);
  SubgraphCounts counts;
  for_each_triangle_fan(adjacency, [&](Node, Node, const auto& thirds, const auto& marks) {
    counts.triangles += thirds.size();
    for (Node w : thirds)
      for (Node x : above(adjacency, w)) counts.four_cliques += marks[x] == 2;
  });
  for (Node u = 0; u < graph.n; ++u) counts.two_stars += pairs(adjacency.degree(u));
  for (const auto& [u, v] : graph.edges)
    counts.three_paths += std::uint64_t{adjacency.degree(u) - 1} * (adjacency.degree(v) - 1);
  counts.three_paths -= 3 * counts.triangles;  // those whose ends are one node
  counts.four_cycles = four_cycles(adjacency);
  return counts;
}

}  // namespace graphvq
