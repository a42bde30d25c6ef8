#include "libgraphvq/graph/orbits.hpp"

#include "libgraphvq/graph/fans.hpp"
#include "libgraphvq/graph/order.hpp"

namespace graphvq {

namespace {

using Counts = std::vector<std::uint64_t>;

// Numbers of subgraphs, induced or not, of a graph whose nodes are in the order of degree.
struct Subgraphs {
  explicit Subgraphs(const Graph& graph);

  /// Index into graph.edges of {u, v}, u < v.
  std::size_t edge(Node u, Node v) const {
    const auto fan = above(adjacency, u);
    return first[u] + static_cast<std::size_t>(std::ranges::lower_bound(fan, v) - fan.begin());
  }

  Adjacency adjacency;
  std::vector<std::size_t> first;     // edge of a node to its least higher neighbour
  Counts triangles, cycles, cliques;  // of three, four, four nodes through each node
  Counts edge_triangles;              // through each edge
  Counts chords;  // triangles on the far side of those opposite edges: chorded cycles by their ends
};

Subgraphs::Subgraphs(const Graph& graph)
    : adjacency(graph),
      first(graph.n),
      triangles(graph.n),
      cycles(graph.n),
      cliques(graph.n),
      edge_triangles(graph.edges.size()),
      chords(graph.n) {
  for (std::size_t e = graph.edges.size(); e-- > 0;) first[graph.edges[e].u] = e;
  const auto each_triangle = [&](auto take) {
    for_each_fan(adjacency, [&](Node u, std::span<const Node> fan, const BitRows& rows) {
      for (std::size_t i = 0; i < fan.size(); ++i)
        rows.for_each(i, [&](std::size_t j) { take(u, fan, rows, i, j); });
    });
  };
  each_triangle([&](Node u, auto fan, const BitRows& rows, std::size_t i, std::size_t j) {
    for (const Node node : {u, fan[i], fan[j]}) ++triangles[node];
    for (const auto e : {edge(u, fan[i]), edge(u, fan[j]), edge(fan[i], fan[j])})
      ++edge_triangles[e];
    rows.for_each_common(i, j, [&](std::size_t k) {
      for (const Node node : {u, fan[i], fan[j], fan[k]}) ++cliques[node];
    });
  });
  each_triangle([&](Node u, auto fan, const BitRows&, std::size_t i, std::size_t j) {
    const Node v = fan[i], w = fan[j];
    chords[u] += edge_triangles[edge(v, w)] - 1;
    chords[v] += edge_triangles[edge(u, w)] - 1;
    chords[w] += edge_triangles[edge(u, v)] - 1;
  });

  // A 4-cycle is found at its highest node, by the two paths from there to the node opposite.
  Counts paths(graph.n), opposite(graph.n);  // of each cycle, twice
  for (Node top = 0; top < graph.n; ++top) {
    const auto visit = [&](auto take) {
      for (Node middle : adjacency.neighbours(top)) {
        if (middle >= top) break;
        for (Node end : adjacency.neighbours(middle)) {
          if (end >= top) break;
          take(middle, end);
        }
      }
    };
    visit([&](Node, Node end) { ++paths[end]; });
    visit([&](Node middle, Node end) {
      const auto others = paths[end] - 1;
      cycles[middle] += others;
      opposite[end] += others;
      opposite[top] += others;
    });
    visit([&](Node, Node end) { paths[end] = 0; });
  }
  for (Node u = 0; u < graph.n; ++u) cycles[u] += opposite[u] / 2;
}

}  // namespace

std::vector<NodeOrbits> node_orbits(const Graph& graph) {
  const std::vector<Node> order = by_degree(graph);
  const Subgraphs all(relabel(graph, order));
  const auto& adjacency = all.adjacency;
  std::vector<NodeOrbits> result(graph.n);
  for (Node u = 0; u < graph.n; ++u) {
    const std::uint64_t d = adjacency.degree(u), t = all.triangles[u];
    // Not induced: paths of three and four by their end, claws by a leaf, triangles with a tail by
    // the tail and by a node far from it, chorded cycles by a node on the chord.
    std::uint64_t ends3 = 0, ends4 = 0, leaves = 0, tails = 0, far = 0, on_chord = 0;
    for (const Node v : adjacency.neighbours(u)) {
      const std::uint64_t others = adjacency.degree(v) - 1;
      const std::uint64_t shared = all.edge_triangles[all.edge(std::min(u, v), std::max(u, v))];
      ends3 += others;
      for (const Node w : adjacency.neighbours(v)) ends4 += adjacency.degree(w) - 1;
      ends4 -= d - 1;
      leaves += pairs(others);
      tails += all.triangles[v];
      far += shared * (others - 1);
      on_chord += pairs(shared);
    }
    // Each count less those that lie in a subgraph with more edges; differences may wrap on the
    // way.
    NodeOrbits o{};
    o[0] = d;
    o[1] = ends3 - 2 * t;
    o[2] = pairs(d) - t;
    o[3] = t;
    o[14] = all.cliques[u];
    o[13] = on_chord - 3 * o[14];
    o[12] = all.chords[u] - 3 * o[14];
    o[11] = t * (d - 2) - 2 * o[13] - 3 * o[14];
    o[10] = far - 2 * o[12] - 2 * o[13] - 6 * o[14];
    o[9] = tails - 2 * t - 2 * o[12] - 3 * o[14];
    o[8] = all.cycles[u] - o[12] - o[13] - 3 * o[14];
    o[7] = (d < 3 ? 0 : d * (d - 1) / 2 * (d - 2) / 3) - o[11] - o[13] - o[14];
    o[6] = leaves - o[9] - o[10] - 2 * o[12] - o[13] - 3 * o[14];
    o[5] =
        (d - 1) * ends3 - 2 * t - 2 * o[8] - o[10] - 2 * o[11] - 2 * o[12] - 4 * o[13] - 6 * o[14];
    o[4] = ends4 - 2 * t - 2 * o[8] - 2 * o[9] - o[10] - 4 * o[12] - 2 * o[13] - 6 * o[14];
    result[order[u]] = o;
  }
  return result;
}

}  // namespace graphvq
