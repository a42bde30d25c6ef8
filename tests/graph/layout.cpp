#include "libgraphvq/graph/layout.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "tests/support.hpp"

using namespace graphvq;
using namespace graphvq::test;

namespace {

double distance(const Point& a, const Point& b) { return std::hypot(a.x - b.x, a.y - b.y); }

// Finite, inside the unit square, the same twice, no two nodes on one spot.
void check(const Graph& graph) {
  const std::vector<Point> points = layout(graph);
  REQUIRE(points.size() == graph.n);
  const std::vector<Point> again = layout(graph);
  for (Node u = 0; u < graph.n; ++u) {
    REQUIRE((points[u].x >= 0 && points[u].x <= 1 && points[u].y >= 0 && points[u].y <= 1));
    REQUIRE((points[u].x == again[u].x && points[u].y == again[u].y));
    for (Node v = 0; v < u; ++v) REQUIRE(distance(points[u], points[v]) > 1e-3);
  }
}

// Whether a line parallel to an axis parts the first `n` points from the others.
bool apart(const std::vector<Point>& points, Node n, double Point::*axis) {
  const auto least = [&](auto from, auto to) {
    return *std::ranges::min_element(from, to, {}, axis);
  };
  const auto most = [&](auto from, auto to) {
    return *std::ranges::max_element(from, to, {}, axis);
  };
  const auto cut = points.begin() + n;
  return most(points.begin(), cut).*axis < least(cut, points.end()).*axis ||
         most(cut, points.end()).*axis < least(points.begin(), cut).*axis;
}

}  // namespace

TEST_CASE("graphs of every kind lie in the unit square") {
  for (Node n = 0; n <= 12; ++n) {
    check(Graph{n, {}, {}, {}, {}, {}});
    check(path(n));
    check(complete(n));
    check(star(n));
    if (n >= 3) check(cycle(n));
  }
  check(petersen());
  check(cube());
  check(complete_bipartite(4, 6));
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    check(random_graph(20, .06, seed));
    check(random_graph(20, .15, seed));
  }
}

TEST_CASE("a graph above the bound for springs lies in the unit square") {
  check(random_graph(200, .01, 1));
}

TEST_CASE("an empty graph has no points and one node lies in the middle") {
  CHECK(layout(Graph{}).empty());
  const std::vector<Point> one = layout(path(1));
  CHECK(one[0].x == Approx(.5));
  CHECK(one[0].y == Approx(.5));
}

TEST_CASE("a cycle becomes a regular polygon") {
  for (Node n : {3U, 6U, 12U, 30U}) {
    const std::vector<Point> points = layout(cycle(n));
    const double edge = distance(points[0], points[1]);
    for (Node i = 0; i < n; ++i)
      CHECK(distance(points[i], points[(i + 1) % n]) == Approx(edge).epsilon(.02));
    // Circumference over diameter of a regular polygon.
    if (n % 2 == 0)
      CHECK(distance(points[0], points[n / 2]) ==
            Approx(edge / std::sin(std::numbers::pi / n)).epsilon(.02));
  }
}

TEST_CASE("a path becomes about straight") {
  const std::vector<Point> points = layout(path(8));
  double length = 0;
  for (Node i = 1; i < 8; ++i) length += distance(points[i - 1], points[i]);
  CHECK(distance(points[0], points[7]) > .9 * length);
}

TEST_CASE("components lie beside each other, at one scale") {
  const std::vector<Point> points = layout(disjoint(cycle(6), cycle(6)));
  CHECK((apart(points, 6, &Point::x) || apart(points, 6, &Point::y)));
  CHECK(distance(points[0], points[1]) == Approx(distance(points[6], points[7])).epsilon(.02));

  const std::vector<Point> mixed = layout(disjoint(path(9), disjoint(path(1), complete(4))));
  CHECK((apart(mixed, 9, &Point::x) || apart(mixed, 9, &Point::y)));
}
