#include <algorithm>
#include <boost/graph/boyer_myrvold_planar_test.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <set>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/data/synth.hpp"
#include "libgraphvq/data/synth_shapes.hpp"
#include "libgraphvq/graph/boost.hpp"
#include "libgraphvq/graph/counts.hpp"
#include "tests/data/drawn.hpp"
#include "tests/support.hpp"

using namespace graphvq;
using namespace graphvq::test;

namespace {

std::int64_t side(const Site& a, const Site& b, const Site& c) {
  return (std::int64_t{b.x} - a.x) * (c.y - a.y) - (std::int64_t{b.y} - a.y) * (c.x - a.x);
}

// Above 0 where d lies in the circle through a, b, c, which turn left.
std::int64_t in_circle(const Site& a, const Site& b, const Site& c, const Site& d) {
  const auto row = [&](const Site& p) {
    const std::int64_t x = p.x - d.x, y = p.y - d.y;
    return std::array<std::int64_t, 3>{x, y, x * x + y * y};
  };
  const auto p = row(a), q = row(b), r = row(c);
  return p[0] * (q[1] * r[2] - q[2] * r[1]) - p[1] * (q[0] * r[2] - q[2] * r[0]) +
         p[2] * (q[0] * r[1] - q[1] * r[0]);
}

// Edges of the triangles whose circles are empty; false where four points lie on an empty circle.
bool by_empty_circles(const std::vector<Site>& points, std::set<Edge>& edges) {
  const auto n = static_cast<Node>(points.size());
  for (Node a = 0; a < n; ++a)
    for (Node b = a + 1; b < n; ++b)
      for (Node c = b + 1; c < n; ++c) {
        const auto turn = side(points[a], points[b], points[c]);
        if (turn == 0) continue;
        std::int64_t most = -1;
        for (Node d = 0; d < n; ++d)
          if (d != a && d != b && d != c) {
            const auto inside = in_circle(points[a], points[b], points[c], points[d]);
            most = std::max(most, turn > 0 ? inside : -inside);
          }
        if (most == 0) return false;
        if (most < 0) edges.insert({{a, b}, {a, c}, {b, c}});
      }
  return true;
}

// Sides of the hull: all other points are on one side of them.
std::size_t hull(const std::vector<Site>& points) {
  std::size_t count = 0;
  for (const auto& a : points)
    for (const auto& b : points)
      if (&a != &b)
        count += std::ranges::all_of(
            points, [&](const Site& c) { return &c == &a || &c == &b || side(a, b, c) > 0; });
  return count;
}

}  // namespace

TEST_CASE("the Delaunay triangulation has the triangles with empty circles") {
  int compared = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Stream stream(seed, Purpose::synth);
    std::vector<Site> points(3 + seed % 15);
    for (auto& [x, y] : points) {
      x = static_cast<std::int32_t>(stream.below(1000));
      y = static_cast<std::int32_t>(stream.below(1000));
    }
    std::set<Edge> expected;
    if (!by_empty_circles(points, expected)) continue;
    ++compared;
    const auto edges = delaunay(points);
    CHECK(edges == std::vector<Edge>(expected.begin(), expected.end()));
    CHECK(edges.size() == 3 * points.size() - 3 - hull(points));
  }
  CHECK(compared > 30);
  CHECK(delaunay({}).empty());
  CHECK(delaunay(std::vector<Site>{{1, 1}}).empty());
  CHECK(delaunay(std::vector<Site>{{1, 1}, {5, 2}}) == std::vector<Edge>{{0, 1}});
}

TEST_CASE("planar graphs are planar, connected and nearly triangulations") {
  for (const Graph& graph : drawn(defaults("planar"), 50)) {
    REQUIRE(graph.n == 64);
    CHECK(boost::boyer_myrvold_planarity_test(to_boost(graph)));
    CHECK(components(graph).sizes.size() == 1);
    // 3 n - 3 - h with a hull of 3 to 64.
    CHECK(graph.edges.size() <= 186);
    CHECK(graph.edges.size() >= 125);
  }
}

TEST_CASE("trees are uniform among the labelled trees") {
  for (const Graph& graph : drawn(defaults("tree"), 50)) {
    CHECK(graph.n == 64);
    CHECK(graph.edges.size() == 63);
    CHECK(components(graph).sizes.size() == 1);
  }
  auto options = defaults("tree");
  options.min_nodes = options.max_nodes = 4;
  std::map<std::vector<Edge>, double> count;
  for (const Graph& graph : drawn(options, 16000)) ++count[graph.edges];
  CHECK(count.size() == 16);  // Cayley: 4^2
  double chi = 0;
  for (const auto& [edges, found] : count) chi += (found - 1000) * (found - 1000) / 1000;
  CHECK(chi < 37.7);  // 15 degrees of freedom, p = .001
}

TEST_CASE("grids have both sides in their range") {
  std::set<std::pair<int, int>> sides;
  for (const Graph& graph : drawn(defaults("grid"), 300)) {
    // r c nodes and 2 r c - r - c edges.
    const int n = static_cast<int>(graph.n), sum = 2 * n - static_cast<int>(graph.edges.size());
    const int root = static_cast<int>(std::lround(std::sqrt(sum * sum - 4 * n)));
    REQUIRE(root * root == sum * sum - 4 * n);
    sides.insert({(sum - root) / 2, (sum + root) / 2});
    CHECK(components(graph).sizes.size() == 1);
    const auto degree = degrees(graph);
    CHECK(std::ranges::count(degree, Node{2}) == 4);
  }
  CHECK(sides.begin()->first == 10);
  CHECK(sides.rbegin()->second == 19);
  CHECK(sides.size() > 45);  // of the 55 pairs
}

TEST_CASE("sbm without edges between communities is a set of communities") {
  auto options = defaults("sbm");
  options.p_in = 1;
  options.p_out = 0;
  std::set<std::size_t> communities;
  std::set<Node> blocks;
  for (const Graph& graph : drawn(options, 300)) {
    const auto parts = components(graph).sizes;
    communities.insert(parts.size());
    blocks.insert(parts.begin(), parts.end());
    std::size_t edges = 0;
    for (const Node size : parts) edges += size * (size - 1) / 2;
    CHECK(graph.edges.size() == edges);
  }
  CHECK(communities == std::set<std::size_t>{2, 3, 4, 5});
  CHECK(blocks.size() == 21);
  CHECK(*blocks.begin() == 20);
  CHECK(*blocks.rbegin() == 40);
}

TEST_CASE("sbm has its densities") {
  // 3.5 communities of 30 +- sqrt(110 / 3): E k = 3.5, E k (k - 1) = 10, E s^2 = 936.7.
  double edges = 0;
  for (const Graph& graph : drawn(defaults("sbm"), 2000))
    edges += static_cast<double>(graph.edges.size());
  const double expected = .3 * 3.5 * (936.67 - 30) / 2 + .005 * 10 * 900 / 2;
  CHECK(edges / 2000 == Approx(expected).epsilon(.03));  // about four standard errors
}

TEST_CASE("a lobster without its leaves, twice, is a path") {
  for (const Graph& graph : drawn(defaults("lobster"), 200)) {
    REQUIRE((graph.n >= 10 && graph.n <= 100));
    CHECK(graph.edges.size() + 1 == graph.n);
    CHECK(components(graph).sizes.size() == 1);
    auto edges = graph.edges;
    for (int round = 0; round < 2; ++round) {
      std::vector<Node> degree(graph.n);
      for (const auto& [u, v] : edges) ++degree[u], ++degree[v];
      std::erase_if(edges, [&](const Edge& e) { return degree[e.u] == 1 || degree[e.v] == 1; });
    }
    CHECK(std::ranges::max(degrees({graph.n, edges, {}, {}, {}, {}})) <= 2);
  }
  auto options = defaults("lobster");
  options.min_nodes = options.max_nodes = 1000;
  CHECK_THROWS_AS(synth(options, 0, 0), Error);
}
