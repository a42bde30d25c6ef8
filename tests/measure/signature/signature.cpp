#include "libgraphvq/measure/signature/signature.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "libgraphvq/base/error.hpp"
#include "tests/support.hpp"

using namespace graphvq;
using Values = std::vector<double>;

namespace {

Values without_zeros(Values values) {
  while (!values.empty() && values.back() == 0) values.pop_back();
  return values;
}

Values at(std::size_t bin, double value) {
  Values values(bin + 1);
  values[bin] = value;
  return values;
}

Values operator+(Values a, const Values& b) {
  a.resize(std::max(a.size(), b.size()));
  for (std::size_t k = 0; k < b.size(); ++k) a[k] += b[k];
  return a;
}

}  // namespace

TEST_CASE("degree signature of a star with four leaves") {
  CHECK(signature(test::star(4), Descriptor::degree) == Values{0, .8, 0, 0, .2});
}

TEST_CASE("a clustering coefficient of 7/10 is in bin 70") {
  // Node 0 has five neighbours with seven of ten links; 100 * .7 is below 70 in floating point.
  const auto graph = test::make_graph(6, {{0, 1},
                                          {0, 2},
                                          {0, 3},
                                          {0, 4},
                                          {0, 5},
                                          {1, 2},
                                          {2, 3},
                                          {3, 4},
                                          {4, 5},
                                          {1, 5},
                                          {1, 3},
                                          {1, 4}});
  // By hand: nodes 1 (4 neighbours 0,2,3,4,5: five, 0-2 0-3 0-4 0-5 2-3 3-4 4-5: 7 of 10),
  // 2 (0,1,3: 3 of 3), 3 (0,1,2,4: 0-1 0-2 0-4 1-2 1-4: 5 of 6), 4 as 3, 5 as 2.
  Values expected(100);
  expected[70] = 2. / 6;
  expected[83] = 2. / 6;
  expected[99] = 2. / 6;
  CHECK(signature(graph, Descriptor::clustering) == expected);
}

TEST_CASE("clustering signature without triangles and of a clique") {
  CHECK(without_zeros(signature(test::path(3), Descriptor::clustering)) == Values{1});
  CHECK(signature(test::complete(4), Descriptor::clustering) == at(99, 1));
}

TEST_CASE("orbit signature of the complete graph on four nodes") {
  // 4 triangles, 4 * C(3,2) stars, 4! / 2 paths, 3 cycles, 1 clique.
  CHECK(signature(test::complete(4), Descriptor::orbit) == Values{4, 12, 12, 3, 1});
}

TEST_CASE("spectral signature is ascending, isolated nodes give 0") {
  // The path on three nodes has 0, 1, 2; the single node another 0.
  const auto graph = test::disjoint(test::path(3), test::path(1));
  const auto values = signature(graph, Descriptor::spectral);
  REQUIRE(values.size() == 4);
  const Values expected = {0, 0, 1, 2};
  for (std::size_t k = 0; k < 4; ++k) CHECK(values[k] == Approx(expected[k]).margin(1e-12));
}

TEST_CASE("components signature counts components, not nodes") {
  const auto graph =
      test::disjoint(test::disjoint(test::path(1), test::path(1)), test::complete(3));
  CHECK(signature(graph, Descriptor::components) == Values{0, 2. / 3, 0, 1. / 3});
}

TEST_CASE("signatures of graphs without edges and without nodes") {
  const auto edgeless = test::make_graph(3, {});
  CHECK(without_zeros(signature(edgeless, Descriptor::degree)) == Values{1});
  CHECK(without_zeros(signature(edgeless, Descriptor::clustering)) == Values{1});
  CHECK(without_zeros(signature(edgeless, Descriptor::orbit)).empty());
  CHECK(without_zeros(signature(edgeless, Descriptor::spectral)).empty());
  CHECK(signature(edgeless, Descriptor::components) == Values{0, 1});
  for (const auto each : paper_descriptors)
    CHECK(without_zeros(signature(test::make_graph(0, {}), each)).empty());
}

TEST_CASE("descriptors have names") {
  for (const auto each : all_descriptors) CHECK(descriptor(to_string(each)) == each);
  CHECK_THROWS_WITH(descriptor("orbits"), Catch::Contains("orbits") && Catch::Contains("spectral"));
  CHECK_THROWS_AS(descriptor(""), UsageError);
}

TEST_CASE("orbit4 signature is a mean over nodes") {
  // A path of four: two ends and two inner nodes, in one path of four and two of three.
  CHECK(signature(test::path(4), Descriptor::orbit4) ==
        Values{1.5, 1, .5, 0, .5, .5, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  CHECK(signature(test::make_graph(3, {}), Descriptor::orbit4) == Values(15));
  CHECK(signature(Graph{}, Descriptor::orbit4).empty());
}

TEST_CASE("spectral histogram of graphs whose spectra are known") {
  const auto expected = [](const std::vector<double>& eigenvalues) {
    Values bins;
    for (const double value : eigenvalues) {
      const auto bin =
          std::min<std::size_t>(static_cast<std::size_t>((value + 1e-5) / 2.00001 * 200), 199);
      if (bin >= bins.size()) bins.resize(bin + 1);
      bins[bin] += 1. / static_cast<double>(eigenvalues.size());
    }
    return bins;
  };
  const auto check = [&](const Graph& graph, const std::vector<double>& eigenvalues) {
    const auto found = without_zeros(signature(graph, Descriptor::spectral_histogram));
    const auto wanted = expected(eigenvalues);
    REQUIRE(found.size() == wanted.size());
    for (std::size_t k = 0; k < found.size(); ++k) CHECK(found[k] == Approx(wanted[k]));
  };
  // 1 - cos(pi k / (n - 1)) of paths, 1 - cos(2 pi k / n) of cycles, 0, 1 and 2 of stars, 0 and
  // n / (n - 1) of cliques (Chung 1997).
  for (const Node n : {2U, 3U, 7U, 12U}) {
    std::vector<double> path, ring, star(n - 1, 1), clique(n - 1, n / (n - 1.));
    for (Node k = 0; k < n; ++k) {
      path.push_back(1 - std::cos(M_PI * k / (n - 1)));
      ring.push_back(1 - std::cos(2 * M_PI * k / n));
    }
    star.insert(star.end(), {0, 2});
    clique.push_back(0);
    check(test::path(n), path);
    check(test::star(n), star);
    check(test::complete(n), clique);
    if (n > 2) check(test::cycle(n), ring);
  }
  check(test::make_graph(4, {}), {0, 0, 0, 0});
}

TEST_CASE("self-loops are ones on the diagonal of the adjacency matrix") {
  const Describer looped({.self_loops = true});
  // A star of three leaves: rows of 4 and 2; (A^3)_ii is 10 of 4 * 3 at the hub, 4 of 2 * 1 at a
  // leaf, which is no share of anything.
  CHECK(looped(test::star(3), Descriptor::degree) == Values{0, 0, .75, 0, .25});
  auto clustering = looped(test::star(3), Descriptor::clustering);
  REQUIRE(clustering.size() == 100);
  CHECK(clustering[83] == .25);
  clustering[83] = 0;
  CHECK(clustering == Values(100));
  // Of a clique with loops all entries are one: its Laplacian has one 0 and ones.
  for (const double value : looped(test::complete(5), Descriptor::spectral))
    CHECK((std::abs(value) < 1e-12 || std::abs(value - 1) < 1e-12));
  CHECK(looped(test::make_graph(2, {}), Descriptor::spectral) == Values{0, 0});
  CHECK(looped(test::make_graph(2, {}), Descriptor::degree) == Values{0, 1});
  CHECK(looped(test::make_graph(2, {}), Descriptor::clustering) == Values{1});
  CHECK(looped(test::petersen(), Descriptor::orbit) ==
        signature(test::petersen(), Descriptor::orbit));
}

TEST_CASE("label signatures by hand") {
  // Labels 0 2 2; edges 0-2, 2-2 of the pairs (0, 2) and (2, 2): places 3 and 5 of 0,0 0,1 1,1 0,2
  // 1,2 2,2.
  auto graph = test::make_graph(3, {{0, 1}, {1, 2}}, {0, 2, 2});
  CHECK(signature(graph, Descriptor::label) == Values{1. / 3, 0, 2. / 3});
  CHECK(signature(graph, Descriptor::label_edge) == Values{0, 0, 0, .5, 0, .5});
  // With two known edge labels a place each, and one for what is not known.
  const Describer describe({.edge_labels = 2});
  graph.edge_labels = {1, 0};
  CHECK(describe(graph, Descriptor::label_edge) == at(10, .5) + at(15, .5));
  graph.edge_labels = {7, 9};
  CHECK(describe(graph, Descriptor::label_edge) == at(11, .5) + at(17, .5));
  CHECK(describe(test::make_graph(2, {}, {1, 1}), Descriptor::label_edge).empty());
}

TEST_CASE("wl signature has a share of each colour and round") {
  // A path of three: rounds of one colour, then of two (ends and middle) three times.
  const auto found = signature(test::path(3), Descriptor::wl);
  REQUIRE(found.size() == 2 * 7);
  std::vector<double> shares;
  for (std::size_t k = 0; k < found.size(); k += 2) {
    if (k > 0) CHECK(found[k] > found[k - 2]);
    shares.push_back(found[k + 1]);
  }
  std::ranges::sort(shares);
  const std::vector<double> wanted = {1. / 3, 1. / 3, 1. / 3, 2. / 3, 2. / 3, 2. / 3, 1};
  for (std::size_t k = 0; k < 7; ++k) CHECK(shares[k] == Approx(wanted[k]));
  // Rounds see as far: of two rings neither tells the other.
  CHECK(signature(test::cycle(6), Descriptor::wl) ==
        signature(test::disjoint(test::cycle(3), test::cycle(3)), Descriptor::wl));
}

TEST_CASE("weights of the network are orthogonal, and of their seed") {
  for (const std::uint32_t labels : {0U, 7U, 50U}) {
    const Gin gin(labels, 3, 1);
    for (const auto& [weight, bias] : gin.layers()) {
      const auto rows = weight.rows(), columns = weight.cols();
      const Eigen::MatrixXd product = rows < columns ? Eigen::MatrixXd(weight * weight.transpose())
                                                     : weight.transpose() * weight;
      CHECK((product - Eigen::MatrixXd::Identity(product.rows(), product.cols())).norm() < 1e-12);
      CHECK(bias.cwiseAbs().maxCoeff() <= 1 / std::sqrt(static_cast<double>(columns)));
    }
    CHECK(gin.layers()[1].weight != Gin(labels, 3, 2).layers()[1].weight);
  }
  // Relabelled graphs are the same but for rounding; one that has none is 0.
  const Gin gin(0, 0, 0);
  const auto one = gin.embed(test::make_graph(4, {{0, 1}, {1, 2}, {2, 0}, {2, 3}}));
  const auto other = gin.embed(test::make_graph(4, {{3, 2}, {2, 1}, {1, 3}, {1, 0}}));
  REQUIRE(one.size() == 71);
  for (std::size_t k = 0; k < 71; ++k) CHECK(one[k] == Approx(other[k]).margin(1e-12));
  CHECK(gin.embed(Graph{}) == Values(71));
  CHECK(gin.embed(test::path(1)).size() == 71);
}
