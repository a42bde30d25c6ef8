#include <Eigen/Eigenvalues>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "libgraphvq/graph/counts.hpp"
#include "libgraphvq/graph/spectrum.hpp"
#include "tests/support.hpp"

using namespace graphvq;
using namespace graphvq::test;

namespace {

// Closed forms: Chung, Spectral Graph Theory (1997), examples 1.1 to 1.4.
void check(const Graph& graph, std::vector<double> expected) {
  std::ranges::sort(expected);
  const std::vector<double> found = laplacian_spectrum(graph);
  REQUIRE(found.size() == expected.size());
  CHECK(std::ranges::is_sorted(found));
  for (std::size_t i = 0; i < found.size(); ++i)
    CHECK(found[i] == Approx(expected[i]).margin(1e-12));
}

}  // namespace

TEST_CASE("spectrum of a complete graph: 0 and n / (n - 1)") {
  std::vector<double> expected(7, 7.0 / 6);
  expected[0] = 0;
  check(complete(7), expected);
}

TEST_CASE("spectrum of a star: 0, 1, 2") { check(star(5), {0, 1, 1, 1, 1, 2}); }

TEST_CASE("spectrum of a path: 1 - cos(pi k / (n - 1))") {
  std::vector<double> expected;
  for (int k = 0; k < 9; ++k) expected.push_back(1 - std::cos(std::numbers::pi * k / 8));
  check(path(9), expected);
}

TEST_CASE("spectrum of a cycle: 1 - cos(2 pi k / n)") {
  std::vector<double> expected;
  for (int k = 0; k < 11; ++k) expected.push_back(1 - std::cos(2 * std::numbers::pi * k / 11));
  check(cycle(11), expected);
}

TEST_CASE("spectrum of the Petersen graph") {
  // Adjacency eigenvalues 3, 1 (five times), -2 (four times), over the degree 3.
  check(petersen(), {0, 2. / 3, 2. / 3, 2. / 3, 2. / 3, 2. / 3, 5. / 3, 5. / 3, 5. / 3, 5. / 3});
}

TEST_CASE("an isolated node gives a zero") {
  check(Graph{3, {}, {}, {}, {}, {}}, {0, 0, 0});
  check(disjoint(path(2), path(1)), {0, 0, 2});
  CHECK(laplacian_spectrum(Graph{}).empty());
}

TEST_CASE("the spectrum of a bipartite graph mirrors itself at 1") {
  // Chung, lemma 1.8. An entry between two eigenvalues 2 of this one is at the edge of rounding.
  const Graph graph{25,
                    {{0, 1},   {1, 3},   {1, 7},   {3, 5},   {4, 8},   {5, 7},   {5, 22},
                     {5, 23},  {7, 19},  {9, 12},  {9, 24},  {10, 13}, {12, 17}, {14, 24},
                     {15, 20}, {17, 18}, {18, 20}, {19, 22}, {20, 21}, {23, 24}},
                    {},
                    {},
                    {},
                    {}};
  const auto found = laplacian_spectrum(graph);
  constexpr std::size_t isolated = 4;  // 2, 6, 11, 16
  REQUIRE(found.size() == graph.n);
  // Three other components, each with one eigenvalue 0.
  for (std::size_t i = 0; i < isolated + 3; ++i) CHECK(found[i] == Approx(0).margin(1e-12));
  CHECK(found[isolated + 3] > .01);
  for (std::size_t i = isolated; i < found.size(); ++i)
    CHECK(found[i] + found[found.size() - 1 - (i - isolated)] == Approx(2).margin(1e-12));
}

TEST_CASE("spectra agree with Eigen's solver with vectors") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto n = static_cast<Node>(2 + 3 * seed);
    const Graph graph = random_graph(n, seed % 3 == 0 ? 1.5 / n : .3, seed, 2);
    const auto degree = degrees(graph);
    Eigen::MatrixXd laplacian = Eigen::MatrixXd::Zero(n, n);
    for (Node u = 0; u < n; ++u) laplacian(u, u) = degree[u] > 0;
    for (const auto& [u, v] : graph.edges)
      laplacian(u, v) = laplacian(v, u) = -1 / std::sqrt(double(degree[u]) * degree[v]);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(laplacian);
    const auto found = laplacian_spectrum(graph);
    REQUIRE(found.size() == n);
    double worst = 0;
    for (Node i = 0; i < n; ++i)
      worst = std::max(worst, std::abs(found[i] - solver.eigenvalues()[i]));
    CHECK(worst < 5e-14);
  }
}
