#include <catch2/catch.hpp>
#include <map>

#include "libgraphvq/graph/order.hpp"
#include "libgraphvq/graph/wl.hpp"
#include "tests/support.hpp"

using namespace graphvq;
using namespace graphvq::test;

namespace {

using Colours = std::vector<std::uint64_t>;

// The definition, by names instead of hashes: colours are interned across all graphs.
Colours interned(const Graph& graph, std::map<Colours, std::uint64_t>& names) {
  Colours colours(graph.node_labels.begin(), graph.node_labels.end());
  const Adjacency adjacency(graph);
  for (std::uint64_t round = 0; round < 3; ++round) {
    Colours next;
    for (Node u = 0; u < graph.n; ++u) {
      Colours around;
      for (Node v : adjacency.neighbours(u)) around.push_back(colours[v]);
      std::ranges::sort(around);
      around.insert(around.begin(), {round, colours[u]});
      next.push_back(names.emplace(around, names.size()).first->second);
    }
    colours = next;
  }
  std::ranges::sort(colours);
  return colours;
}

}  // namespace

TEST_CASE("signatures are equal exactly where the interned colours are") {
  std::map<Colours, std::uint64_t> names;
  std::map<Colours, Signature> by_colours;
  std::map<Signature, Colours> by_signature;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    const Graph graph = random_graph(3 + seed % 3, .5, seed, 2);
    const Colours colours = interned(graph, names);
    const Signature signature = wl_signature(graph);
    REQUIRE(by_colours.emplace(colours, signature).first->second == signature);
    REQUIRE(by_signature.emplace(signature, colours).first->second == colours);
  }
  CHECK(by_colours.size() < 4000);
}

TEST_CASE("a signature does not see the numbering") {
  const Graph graph = random_graph(25, .15, 3, 4);
  for (std::uint64_t k = 0; k < 20; ++k) {
    Stream stream(k, Purpose::order);
    const Graph shuffled = relabel(graph, draw_order(graph, OrderKind::random, stream));
    CHECK(wl_signature(shuffled) == wl_signature(graph));
  }
}

TEST_CASE("what Weisfeiler-Lehman refinement tells apart, and what not") {
  const Graph two_triangles = disjoint(cycle(3), cycle(3));
  CHECK(wl_signature(two_triangles) == wl_signature(cycle(6)));  // both 2-regular
  CHECK(wl_signature(path(6)) != wl_signature(cycle(6)));
  CHECK(wl_signature(cycle(5)) != wl_signature(cycle(6)));
  CHECK(wl_signature(Graph{}) != wl_signature(path(1)));
  // Paths whose ends lie beyond three rounds of the middle still differ in their length.
  CHECK(wl_signature(path(20)) != wl_signature(path(21)));
}

TEST_CASE("labels count unless they are dropped") {
  const Graph a = make_graph(3, {{0, 1}, {1, 2}}, {0, 1, 1});
  const Graph b = make_graph(3, {{0, 1}, {1, 2}}, {1, 0, 1});
  CHECK(wl_signature(a) != wl_signature(b));
  CHECK(wl_signature(a, false) == wl_signature(b, false));
  CHECK(wl_signature(a, false) == wl_signature(path(3)));
  // No labels are not the label 0.
  CHECK(wl_signature(make_graph(1, {}, {0})) != wl_signature(path(1)));
}

TEST_CASE("rounds bound how far a signature sees") {
  // Trees with equal degrees that differ in which leaves are neighbours of the centre's branches.
  const Graph a = make_graph(7, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {2, 6}});
  const Graph b = make_graph(7, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {1, 6}});
  CHECK(wl_signature(a, false, 0) == wl_signature(b, false, 0));
  CHECK(wl_signature(a, false, 1) == wl_signature(b, false, 1));
  CHECK(wl_signature(a, false, 2) != wl_signature(b, false, 2));
}
