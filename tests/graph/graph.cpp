#include "libgraphvq/graph/graph.hpp"

#include <catch2/catch.hpp>

#include "libgraphvq/base/error.hpp"
#include "tests/support.hpp"

using namespace graphvq;
using namespace graphvq::test;
using Catch::Matchers::Contains;

namespace {

Graph with_edges(Node n, std::vector<Edge> edges) { return {n, std::move(edges), {}, {}, {}, {}}; }

}  // namespace

TEST_CASE("sound graphs pass") {
  CHECK_NOTHROW(validate(Graph{}));
  CHECK_NOTHROW(validate(petersen()));
  CHECK_NOTHROW(validate(random_graph(9, .5, 1, 3)));
}

TEST_CASE("an end outside the nodes is named") {
  CHECK_THROWS_WITH(validate(with_edges(3, {{1, 3}})), Contains("{1, 3}") && Contains("3 nodes"));
}

TEST_CASE("a loop is named") {
  CHECK_THROWS_WITH(validate(with_edges(3, {{1, 1}})), Contains("loop"));
}

TEST_CASE("descending ends are refused") {
  CHECK_THROWS_AS(validate(with_edges(3, {{2, 1}})), Error);
}

TEST_CASE("edges out of order or twice are refused") {
  CHECK_THROWS_WITH(validate(with_edges(3, {{1, 2}, {0, 1}})), Contains("out of order"));
  CHECK_THROWS_WITH(validate(with_edges(3, {{0, 1}, {0, 1}})), Contains("twice"));
}

TEST_CASE("labels stand one a node and one an edge") {
  Graph graph = path(3);
  graph.node_labels = {0, 1};
  CHECK_THROWS_WITH(validate(graph), Contains("2 node labels for 3 nodes"));
  graph.node_labels = {0, 1, 0};
  graph.edge_labels = {1};
  CHECK_THROWS_WITH(validate(graph), Contains("1 edge labels for 2 edges"));
}

TEST_CASE("adjacency lists every neighbour in ascending order") {
  const Graph graph = make_graph(5, {{3, 1}, {0, 3}, {3, 2}, {0, 1}});
  const Adjacency adjacency(graph);
  const auto list = [&](Node u) {
    return std::vector<Node>(adjacency.neighbours(u).begin(), adjacency.neighbours(u).end());
  };
  CHECK(adjacency.size() == 5);
  CHECK(list(0) == std::vector<Node>{1, 3});
  CHECK(list(1) == std::vector<Node>{0, 3});
  CHECK(list(2) == std::vector<Node>{3});
  CHECK(list(3) == std::vector<Node>{0, 1, 2});
  CHECK(list(4).empty());
  CHECK(adjacency.degree(3) == 3);
  CHECK(adjacency.adjacent(3, 2));
  CHECK(adjacency.adjacent(2, 3));
  CHECK_FALSE(adjacency.adjacent(2, 1));
  CHECK_FALSE(adjacency.adjacent(4, 4));
}
