#include "libgraphvq/measure/signature/graph_set.hpp"

#include <catch2/catch.hpp>

#include "tests/support.hpp"

using namespace graphvq;

namespace {

Graph labelled(Graph graph, std::vector<std::uint32_t> labels) {
  graph.node_labels = std::move(labels);
  return graph;
}

GraphSet shares(const std::vector<Graph>& graphs, bool labels = true) {
  GraphSet set({}, labels);
  set.add(graphs);
  return set;
}

}  // namespace

TEST_CASE("shares and means of a set") {
  // Connected: the path and the single node. Degenerate: the single node, the edgeless, the empty.
  const auto set =
      shares({test::path(3), test::disjoint(test::path(2), test::path(2)), test::make_graph(1, {}),
              test::make_graph(2, {}), test::make_graph(0, {})});
  CHECK(set.size() == 5);
  CHECK(set.connected() == .4);
  CHECK(set.nondegenerate() == .4);
  CHECK(set.mean_nodes() == 2);
  CHECK(set.mean_edges() == .8);
}

TEST_CASE("unique counts distinct signatures by samples, novel graphs that training lacks") {
  const auto train = shares({test::path(3), test::cycle(4)});
  const auto relabelled = test::make_graph(3, {{0, 2}, {0, 1}});
  const auto set = shares({test::path(3), relabelled, test::star(3), test::star(3)});
  CHECK(set.unique() == .5);
  CHECK(set.novel(train) == .5);
  CHECK(train.novel(train) == 0);
  CHECK(set.novel(shares({})) == 1);
}

TEST_CASE("node labels take part in novelty and uniqueness unless dropped") {
  const auto a = labelled(test::path(3), {0, 1, 0}), b = labelled(test::path(3), {1, 0, 0}),
             turned = labelled(test::path(3), {0, 0, 1});
  CHECK(shares({a, b, turned}).unique() == 2. / 3);
  CHECK(shares({a, b, turned}, false).unique() == 1. / 3);
  CHECK(shares({b}).novel(shares({a})) == 1);
  CHECK(shares({b}).novel(shares({turned})) == 0);
  CHECK(shares({b}, false).novel(shares({a}, false)) == 0);
}

TEST_CASE("three rounds do not tell a ring of six from two of three") {
  CHECK(shares({test::cycle(6), test::disjoint(test::cycle(3), test::cycle(3))}).unique() == .5);
}
