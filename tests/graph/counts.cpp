#include <catch2/catch.hpp>
#include <set>

#include "libgraphvq/graph/counts.hpp"
#include "tests/support.hpp"

using namespace graphvq;
using namespace graphvq::test;

namespace {

// By the definition: every choice of distinct nodes, divided by the symmetries of the subgraph.
SubgraphCounts brute_force(const Graph& graph) {
  const std::set<Edge> edges(graph.edges.begin(), graph.edges.end());
  const auto e = [&](Node a, Node b) { return edges.contains({std::min(a, b), std::max(a, b)}); };
  SubgraphCounts c;
  for (Node i = 0; i < graph.n; ++i)
    for (Node j = 0; j < graph.n; ++j)
      for (Node k = 0; k < graph.n; ++k) {
        if (i == j || i == k || j == k || !e(i, j) || !e(j, k)) continue;
        ++c.two_stars;
        c.triangles += e(i, k);
        for (Node l = 0; l < graph.n; ++l) {
          if (l == i || l == j || l == k || !e(k, l)) continue;
          ++c.three_paths;
          c.four_cycles += e(l, i);
          c.four_cliques += e(l, i) && e(i, k) && e(j, l);
        }
      }
  c.two_stars /= 2;
  c.triangles /= 6;
  c.three_paths /= 2;
  c.four_cycles /= 8;
  c.four_cliques /= 24;
  return c;
}

}  // namespace

TEST_CASE("subgraph counts of named graphs") {
  // Strongly regular or vertex-transitive: counted by hand from degree, girth and diameter.
  CHECK(subgraph_counts(petersen()) == SubgraphCounts{0, 30, 60, 0, 0});
  CHECK(subgraph_counts(complete(5)) == SubgraphCounts{10, 30, 60, 15, 5});
  CHECK(subgraph_counts(cube()) == SubgraphCounts{0, 24, 48, 6, 0});
  CHECK(subgraph_counts(complete_bipartite(3, 3)) == SubgraphCounts{0, 18, 36, 9, 0});
  CHECK(subgraph_counts(cycle(4)) == SubgraphCounts{0, 4, 4, 1, 0});
  CHECK(subgraph_counts(star(6)) == SubgraphCounts{0, 15, 0, 0, 0});
  CHECK(subgraph_counts(path(5)) == SubgraphCounts{0, 3, 2, 0, 0});
  CHECK(subgraph_counts(Graph{}) == SubgraphCounts{});
  // C(70, 3), 3 of these, 12 C(70, 4), 3 C(70, 4), C(70, 4).
  CHECK(subgraph_counts(complete(70)) == SubgraphCounts{54740, 164220, 11002740, 2750685, 916895});
}

TEST_CASE("subgraph counts of every graph on five nodes") {
  const Graph all = complete(5);
  for (unsigned mask = 0; mask < 1U << all.edges.size(); ++mask) {
    Graph graph{5, {}, {}, {}, {}, {}};
    for (std::size_t e = 0; e < all.edges.size(); ++e)
      if (mask >> e & 1) graph.edges.push_back(all.edges[e]);
    REQUIRE(subgraph_counts(graph) == brute_force(graph));
  }
}

TEST_CASE("subgraph counts of random graphs") {
  for (Node n : {6U, 12U, 20U})
    for (double p : {.1, .3, .6, .9}) {
      const Graph graph = random_graph(n, p, n);
      CHECK(subgraph_counts(graph) == brute_force(graph));
    }
}

TEST_CASE("subgraph counts do not overflow 32 bits") {
  // C(100000, 2); C(400, 2)^2; an edge, and one of 399 others at either end.
  CHECK(subgraph_counts(star(100000)).two_stars == 4999950000);
  const SubgraphCounts counts = subgraph_counts(complete_bipartite(400, 400));
  CHECK(counts.four_cycles == 6368040000);
  CHECK(counts.three_paths == 160000 * std::uint64_t{399 * 399});
}

TEST_CASE("local clustering by hand") {
  // A triangle 0 1 2 with the tail 2 3 and an isolated node.
  const Graph graph = make_graph(5, {{0, 1}, {0, 2}, {1, 2}, {2, 3}});
  const std::vector<LocalClustering> expected = {{1, 1}, {1, 1}, {1, 3}, {0, 0}, {0, 0}};
  CHECK(local_clustering(graph) == expected);
  for (Node n : {6U, 70U})
    for (const LocalClustering& c : local_clustering(complete(n)))
      CHECK(c == LocalClustering{(n - 1) * (n - 2) / 2, (n - 1) * (n - 2) / 2});
}

TEST_CASE("links add up to three times the triangles") {
  const Graph graph = random_graph(40, .3, 5);
  std::uint64_t links = 0;
  for (const LocalClustering& c : local_clustering(graph)) links += c.links;
  CHECK(links == 3 * subgraph_counts(graph).triangles);
}

TEST_CASE("components are numbered by their lowest node") {
  const Graph graph = make_graph(7, {{0, 4}, {4, 6}, {1, 2}});
  const Components found = components(graph);
  CHECK(found.of == std::vector<Node>{0, 1, 1, 2, 0, 3, 0});
  CHECK(found.sizes == std::vector<Node>{3, 2, 1, 1});
  CHECK(components(Graph{}).sizes.empty());
  CHECK(components(petersen()).sizes == std::vector<Node>{10});
}

TEST_CASE("degrees by node") {
  CHECK(degrees(star(3)) == std::vector<Node>{3, 1, 1, 1});
  CHECK(degrees(Graph{2, {}, {}, {}, {}, {}}) == std::vector<Node>{0, 0});
}
