#include "libgraphvq/measure/signature/profile.hpp"

#include <catch2/catch.hpp>

#include "tests/support.hpp"

using namespace graphvq;
using Catch::WithinAbs;

namespace {

// Zeros but at some places.
std::vector<double> at(std::size_t size,
                       const std::vector<std::pair<std::size_t, double>>& values) {
  std::vector<double> result(size);
  for (const auto& [place, value] : values) result[place] = value;
  return result;
}

void check(const std::vector<double>& found, const std::vector<double>& expected) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t k = 0; k < found.size(); ++k)
    CHECK_THAT(found[k], WithinAbs(expected[k], 1e-15));
}

}  // namespace

TEST_CASE("a profile is the mean of the distributions of graphs") {
  // A star of four leaves: spectrum 0, 1 three times, 2. A triangle: 0, 3/2 twice.
  Profile profile;
  profile.add(std::vector{test::star(4), test::make_graph(0, {})}, 2);
  profile.add(std::vector{test::complete(3)});
  check(profile.degree(), {0, .4, .5, 0, .1});
  check(profile.clustering(), at(20, {{0, .5}, {19, .5}}));
  check(profile.spectrum(), at(41, {{0, .1 + 1. / 6}, {20, .3}, {30, 1. / 3}, {40, .1}}));
}

TEST_CASE("a set without nodes has an empty profile") {
  Profile profile;
  profile.add(std::vector{test::make_graph(0, {})});
  CHECK(profile.degree().empty());
  check(profile.clustering(), at(20, {}));
}
