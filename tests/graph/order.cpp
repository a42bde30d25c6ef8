#include "libgraphvq/graph/order.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <numeric>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/graph/counts.hpp"
#include "tests/support.hpp"

using namespace graphvq;
using namespace graphvq::test;

namespace {

constexpr OrderKind all_kinds[] = {OrderKind::native, OrderKind::bfs,    OrderKind::dfs,
                                   OrderKind::degree, OrderKind::random, OrderKind::bfs_recent};

std::vector<Node> drawn(const Graph& graph, OrderKind kind, std::uint64_t seed) {
  Stream stream(seed, Purpose::order);
  return draw_order(graph, kind, stream);
}

// Of each node of an ordered graph, the lowest or highest earlier neighbour; n where it has none.
std::vector<Node> parents(const Graph& ordered, bool lowest) {
  std::vector<Node> result(ordered.n, ordered.n);
  for (const auto& [u, v] : ordered.edges)
    if (result[v] == ordered.n || (lowest ? u < result[v] : u > result[v])) result[v] = u;
  return result;
}

// Nodes without an earlier neighbour, where the walk began.
Node roots(const Graph& ordered) {
  const std::vector<Node> parent = parents(ordered, true);
  return static_cast<Node>(std::ranges::count(parent, ordered.n));
}

Graph labelled_edges(Graph graph) {
  for (std::uint32_t e = 0; e < graph.edges.size(); ++e) graph.edge_labels.push_back(e * 7 % 11);
  graph.graph_class = 1;
  graph.id = "a graph";
  return graph;
}

double chi_square(const std::vector<double>& counts) {
  const double expected = std::accumulate(counts.begin(), counts.end(), 0.) / counts.size();
  double chi = 0;
  for (double c : counts) chi += (c - expected) * (c - expected) / expected;
  return chi;
}

}  // namespace

TEST_CASE("every order is a permutation and depends on its stream alone") {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const Graph graph = random_graph(static_cast<Node>(seed), .12, seed);
    for (OrderKind kind : all_kinds) {
      const std::vector<Node> perm = drawn(graph, kind, seed);
      CHECK(perm == drawn(graph, kind, seed));
      std::vector<Node> sorted = perm, expected(graph.n);
      std::ranges::sort(sorted);
      std::iota(expected.begin(), expected.end(), Node{0});
      REQUIRE(sorted == expected);
      if (kind == OrderKind::native) CHECK(perm == expected);
    }
  }
}

TEST_CASE("breadth first: first neighbours never step back") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Graph graph = random_graph(25, .08, seed);
    const Graph ordered =
        relabel(graph, drawn(graph, seed % 2 == 0 ? OrderKind::bfs : OrderKind::bfs_recent, seed));
    std::vector<Node> parent = parents(ordered, true);
    std::erase(parent, ordered.n);
    CHECK(std::ranges::is_sorted(parent));
    CHECK(roots(ordered) == components(graph).sizes.size());
  }
}

TEST_CASE("breadth first: distances from the root never step back") {
  const Graph graph = petersen();
  const Graph ordered = relabel(graph, drawn(graph, OrderKind::bfs, 5));
  // Diameter 2, degree 3: the root, its 3 neighbours, the other 6.
  for (Node v = 1; v < 10; ++v) CHECK(Adjacency(ordered).adjacent(0, v) == (v <= 3));
}

// The rule of bfs_recent spelled out: adds to `chance` each order that begins with `order`, whose
// nodes before `head` have no unvisited neighbour left.
void recent_orders(const Graph& graph, std::vector<Node> order, std::size_t head, double p,
                   std::map<std::vector<Node>, double>& chance) {
  const Adjacency adjacency(graph);
  const auto visited = [&](Node v) { return std::ranges::find(order, v) != order.end(); };
  if (order.size() == graph.n) {
    chance[order] += p;
    return;
  }
  std::vector<Node> choices;
  if (head == order.size()) {
    for (Node v = 0; v < graph.n; ++v)
      if (!visited(v)) choices.push_back(v);
  } else {
    std::ptrdiff_t latest = -1;
    for (const Node v : adjacency.neighbours(order[head])) {
      if (visited(v)) continue;
      std::ptrdiff_t place = -1;
      for (std::size_t i = 0; i < order.size(); ++i)
        if (adjacency.adjacent(v, order[i])) place = static_cast<std::ptrdiff_t>(i);
      if (place > latest) choices.clear();
      if (place >= latest) choices.push_back(v);
      latest = std::max(latest, place);
    }
    if (choices.empty()) return recent_orders(graph, order, head + 1, p, chance);
  }
  for (const Node v : choices) {
    order.push_back(v);
    recent_orders(graph, order, head, p / static_cast<double>(choices.size()), chance);
    order.pop_back();
  }
}

TEST_CASE("bfs-recent draws what its rule allows, as often as it says") {
  // Two triangles with a common edge, a tail, and a component of its own.
  const Graph graph = make_graph(7, {{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}, {3, 4}, {5, 6}});
  std::map<std::vector<Node>, double> chance;
  recent_orders(graph, {}, 0, 1, chance);
  constexpr int draws = 20000;
  std::map<std::vector<Node>, double> found;
  for (std::uint64_t seed = 0; seed < draws; ++seed)
    ++found[drawn(graph, OrderKind::bfs_recent, seed)];
  double chi = 0;
  for (const auto& [order, p] : chance)
    chi += (found[order] - draws * p) * (found[order] - draws * p) / (draws * p);
  CHECK(found.size() == chance.size());
  const auto freedom = static_cast<double>(chance.size() - 1);
  CHECK(chi < freedom + 4 * std::sqrt(2 * freedom));  // four standard deviations
}

TEST_CASE("depth first: an edge joins a node and its ancestor") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Graph graph = random_graph(25, .08, seed);
    const Graph ordered = relabel(graph, drawn(graph, OrderKind::dfs, seed));
    const std::vector<Node> parent = parents(ordered, false);  // the latest is the parent
    for (const auto& [u, v] : ordered.edges) {
      Node up = v;
      while (up != u && up != ordered.n) up = parent[up];
      CHECK(up == u);
    }
    CHECK(roots(ordered) == components(graph).sizes.size());
  }
}

TEST_CASE("depth first walks a cycle all around") {
  const Graph graph = cycle(9);
  CHECK(relabel(graph, drawn(graph, OrderKind::dfs, 3)) == cycle(9));
}

TEST_CASE("degree order descends") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Graph graph = random_graph(25, .2, seed);
    const std::vector<Node> degree = degrees(relabel(graph, drawn(graph, OrderKind::degree, seed)));
    CHECK(std::ranges::is_sorted(degree, std::ranges::greater{}));
  }
}

TEST_CASE("roots, restarts and ties are uniform") {
  // A path of 3, an edge, two single nodes. Chi-square, 6 degrees of freedom: p = .001 at 22.5.
  const Graph graph = make_graph(7, {{0, 1}, {1, 2}, {3, 4}});
  for (OrderKind kind : {OrderKind::bfs, OrderKind::dfs, OrderKind::random}) {
    std::vector<double> first(7), restart(4);
    for (std::uint64_t seed = 0; seed < 14000; ++seed) {
      const std::vector<Node> perm = drawn(graph, kind, seed);
      ++first[perm[0]];
      // After the path, the second component starts at any of the four others.
      if (kind != OrderKind::random && perm[0] <= 2) ++restart[perm[3] - 3];
    }
    CHECK(chi_square(first) < 22.5);
    if (kind != OrderKind::random) CHECK(chi_square(restart) < 16.3);  // 3 degrees of freedom
  }
  std::vector<double> ties(6);
  for (std::uint64_t seed = 0; seed < 6000; ++seed)
    ++ties[drawn(cycle(6), OrderKind::degree, seed)[0]];
  CHECK(chi_square(ties) < 20.6);  // 5 degrees of freedom
}

TEST_CASE("the neighbours of a node come in uniform order") {
  // The root of a star is its centre one time in seven; leaf i then comes second.
  for (OrderKind kind : {OrderKind::bfs, OrderKind::dfs}) {
    std::vector<double> second(6);
    for (std::uint64_t seed = 0; seed < 20000; ++seed) {
      const std::vector<Node> perm = drawn(star(6), kind, seed);
      if (perm[0] == 0) ++second[perm[1] - 1];
    }
    CHECK(chi_square(second) < 20.6);
  }
}

TEST_CASE("relabel by hand") {
  Graph graph = make_graph(4, {{0, 1}, {1, 2}, {2, 3}}, {10, 11, 12, 13});
  graph.edge_labels = {5, 6, 7};
  // 2 3 0 1 in a row: the edges {2, 3}, {0, 1} and {1, 2} become {0, 1}, {2, 3} and {0, 3}.
  const Graph ordered = relabel(graph, {2, 3, 0, 1});
  CHECK(ordered.edges == std::vector<Edge>{{0, 1}, {0, 3}, {2, 3}});
  CHECK(ordered.node_labels == std::vector<std::uint32_t>{12, 13, 10, 11});
  CHECK(ordered.edge_labels == std::vector<std::uint32_t>{7, 6, 5});

  graph.attributes = {{.1, 10, .2, 20, .3, 30, .4, 40}, {1, 2, 3}, {7, 8}};
  const auto moved = relabel(graph, {2, 3, 0, 1}).attributes;
  CHECK(moved.nodes == std::vector<double>{.3, 30, .4, 40, .1, 10, .2, 20});
  CHECK(moved.edges == std::vector<double>{3, 2, 1});
  CHECK(moved.graph == std::vector<double>{7, 8});
}

TEST_CASE("restore undoes relabel") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Graph graph =
        labelled_edges(random_graph(static_cast<Node>(seed), .2, seed, seed % 2 ? 3 : 0));
    for (OrderKind kind : all_kinds) {
      const std::vector<Node> perm = drawn(graph, kind, seed);
      const Graph ordered = relabel(graph, perm);
      REQUIRE_NOTHROW(validate(ordered));
      CHECK(ordered.id == graph.id);
      CHECK(ordered.graph_class == graph.graph_class);
      REQUIRE(restore(ordered, perm) == graph);
    }
  }
}

TEST_CASE("what is no permutation of the graph's nodes is refused") {
  CHECK_THROWS_AS(relabel(path(3), {0, 1}), Error);
  CHECK_THROWS_AS(relabel(path(3), {0, 1, 1}), Error);
  CHECK_THROWS_AS(relabel(path(3), {0, 1, 3}), Error);
  CHECK_THROWS_AS(restore(path(3), {0, 1, 1}), Error);
}

TEST_CASE("windows by hand") {
  const Graph graph = make_graph(5, {{0, 1}, {0, 3}, {2, 3}, {0, 4}, {3, 4}});
  // Row i, entry w - 1: {i, i - w}. Of edge {0, 4} a window of 3 sees nothing.
  const std::vector<std::uint8_t> three = {0, 0, 0,  //
                                           1, 0, 0,  //
                                           0, 0, 0,  //
                                           1, 0, 1,  //
                                           1, 0, 0};
  CHECK(windows(graph, 3) == three);
  CHECK(windows(graph, 1) == std::vector<std::uint8_t>{0, 1, 0, 1, 1});
  CHECK(windows(graph, 0).empty());
  const std::vector<std::uint8_t> wide = windows(graph, 8);
  CHECK(std::accumulate(wide.begin(), wide.end(), 0) == 5);
  CHECK(wide[4 * 8 + 3] == 1);
}

TEST_CASE("orders go by their names") {
  for (OrderKind kind : all_kinds) CHECK(order_kind(to_string(kind)) == kind);
  CHECK(to_string(OrderKind::bfs) == "bfs");
  CHECK(to_string(OrderKind::bfs_recent) == "bfs-recent");
  CHECK_THROWS_AS(order_kind("BFS"), Error);
}
