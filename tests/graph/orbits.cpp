#include "libgraphvq/graph/orbits.hpp"

#include <catch2/catch.hpp>
#include <numeric>

#include "libgraphvq/graph/counts.hpp"
#include "libgraphvq/graph/order.hpp"
#include "tests/support.hpp"

using namespace graphvq;

namespace {

// By the definition: each set of two to four nodes, told apart by its degrees.
std::vector<NodeOrbits> brute_force_orbits(const Graph& graph) {
  const Adjacency adjacency(graph);
  std::vector<NodeOrbits> result(graph.n);
  const auto add = [&](const std::vector<Node>& nodes) {
    std::vector<unsigned> degree;
    for (const Node u : nodes)
      degree.push_back(static_cast<unsigned>(
          std::ranges::count_if(nodes, [&](Node v) { return adjacency.adjacent(u, v); })));
    const auto [least, most] = std::ranges::minmax(degree);
    const auto edges = std::accumulate(degree.begin(), degree.end(), 0U) / 2;
    if (least == 0 || edges + 1 < nodes.size()) return;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const unsigned d = degree[i];
      const unsigned four = edges == 3   ? (most == 3 ? (d == 1 ? 6 : 7) : (d == 1 ? 4 : 5))
                            : edges == 4 ? (most == 2 ? 8 : 8 + d)
                            : edges == 5 ? 10 + d
                                         : 14;
      ++result[nodes[i]][nodes.size() == 2 ? 0 : nodes.size() == 3 ? (edges == 3 ? 3 : d) : four];
    }
  };
  for (Node a = 0; a < graph.n; ++a)
    for (Node b = a + 1; b < graph.n; ++b) {
      add({a, b});
      for (Node c = b + 1; c < graph.n; ++c) {
        add({a, b, c});
        for (Node d = c + 1; d < graph.n; ++d) add({a, b, c, d});
      }
    }
  return result;
}

}  // namespace

TEST_CASE("orbits of named graphs") {
  // Each is vertex-transitive. By hand from degree, girth and the number of four-cycles: Petersen
  // has neither triangles nor four-cycles, the cube three four-cycles a node, K_3,3 six.
  const auto all = [](const Graph& graph, const NodeOrbits& expected) {
    for (const auto& orbits : node_orbits(graph)) CHECK(orbits == expected);
  };
  all(test::petersen(), {3, 6, 3, 0, 12, 12, 3, 1, 0, 0, 0, 0, 0, 0, 0});
  all(test::cube(), {3, 6, 3, 0, 6, 6, 3, 1, 3, 0, 0, 0, 0, 0, 0});
  all(test::complete_bipartite(3, 3), {3, 6, 3, 0, 0, 0, 3, 1, 6, 0, 0, 0, 0, 0, 0});
  all(test::complete(5), {4, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4});
  all(test::cycle(4), {2, 2, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0});
  all(test::cycle(7), {2, 2, 1, 0, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  all(test::make_graph(3, {}), {});
  CHECK(node_orbits(Graph{}).empty());
  // K_2,3: nodes of the side of two, then of three.
  const auto sides = node_orbits(test::complete_bipartite(2, 3));
  CHECK(sides[0] == NodeOrbits{3, 3, 3, 0, 0, 0, 0, 1, 3, 0, 0, 0, 0, 0, 0});
  CHECK(sides[2] == NodeOrbits{2, 4, 1, 0, 0, 0, 2, 0, 2, 0, 0, 0, 0, 0, 0});
}

TEST_CASE("the nodes of a triangle with a tail and of a chorded cycle") {
  const auto tail = node_orbits(test::make_graph(4, {{0, 1}, {1, 2}, {1, 3}, {2, 3}}));
  CHECK(tail[0] == NodeOrbits{1, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0});
  CHECK(tail[1] == NodeOrbits{3, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0});
  CHECK(tail[2] == NodeOrbits{2, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0});
  const auto chord = node_orbits(test::make_graph(4, {{0, 1}, {1, 2}, {2, 3}, {0, 3}, {0, 2}}));
  CHECK(chord[0] == NodeOrbits{3, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0});
  CHECK(chord[1] == NodeOrbits{2, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0});
}

TEST_CASE("orbits of every graph with up to six nodes") {
  for (Node n = 0; n <= 6; ++n)
    for (const auto& graph : test::all_graphs(n))
      REQUIRE(node_orbits(graph) == brute_force_orbits(graph));
}

TEST_CASE("orbits of random graphs, in any order of the nodes") {
  for (const double p : {.1, .3, .6, .9}) {
    const auto graph = test::random_graph(25, p, 3);
    const auto orbits = node_orbits(graph);
    CHECK(orbits == brute_force_orbits(graph));
    std::vector<Node> order(graph.n);
    std::iota(order.begin(), order.end(), Node{0});
    Stream stream(1, Purpose::order);
    shuffle(order, stream);
    const auto again = node_orbits(relabel(graph, order));
    for (Node u = 0; u < graph.n; ++u) CHECK(again[u] == orbits[order[u]]);
  }
}

TEST_CASE("orbits of more than 64 neighbours and beyond 32 bits") {
  // C(69, 3); of the star C(20000, 3), and of each leaf C(19999, 2).
  CHECK(node_orbits(test::complete(70))[3][14] == 52394);
  const auto star = node_orbits(test::star(20000));
  CHECK(star[0][7] == 1333133340000);
  CHECK(star[1][6] == 199970001);
}
