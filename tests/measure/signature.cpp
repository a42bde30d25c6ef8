#include "libgraphvq/measure/signature.hpp"

#include <catch2/catch.hpp>

#include "libgraphvq/graph/error.hpp"
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
