#include "libgraphvq/data/split.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "libgraphvq/base/error.hpp"

using namespace graphvq;

namespace {

const std::vector<double> shares = {.8, .1, .1};

std::vector<std::size_t> sizes(std::size_t count, const std::vector<double>& of) {
  std::vector<std::size_t> result(of.size());
  for (std::uint32_t part : split(count, of, 0)) ++result.at(part);
  return result;
}

}  // namespace

TEST_CASE("parts have their shares") {
  using Sizes = std::vector<std::size_t>;
  CHECK(sizes(188, shares) == Sizes{150, 19, 19});     // MUTAG: 150.4, 169.2
  CHECK(sizes(400, shares) == Sizes{320, 40, 40});     // the synthetic sets
  CHECK(sizes(1113, shares) == Sizes{890, 112, 111});  // PROTEINS: 890.4, 1001.7
  CHECK(sizes(10, {.5, .5}) == Sizes{5, 5});
  CHECK(sizes(7, {1}) == Sizes{7});
  CHECK(sizes(0, shares) == Sizes{0, 0, 0});
  CHECK(sizes(1, shares) == Sizes{1, 0, 0});
}

TEST_CASE("a split repeats with its seed and differs with another") {
  CHECK(split(188, shares, 3) == split(188, shares, 3));
  CHECK(split(188, shares, 3) != split(188, shares, 4));
}

TEST_CASE("every graph is as likely in the test part") {
  std::vector<double> tests(20);
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    const auto parts = split(20, shares, seed);
    for (std::size_t k = 0; k < parts.size(); ++k) tests[k] += parts[k] == 2;
  }
  // Two of twenty: 400 of 4000 each, standard deviation 19.
  for (double t : tests) CHECK(t == Approx(400).margin(76));
}

TEST_CASE("classes stay whole") {
  const std::vector<std::size_t> classes = {0, 1, 1, 2, 0, 3, 1, 4, 5, 6};
  const std::vector<double> halves = {.5, .5};
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const auto parts = split(classes, halves, seed);
    CHECK(parts[0] == parts[4]);
    CHECK(parts[1] == parts[2]);
    CHECK(parts[1] == parts[6]);
    // The class at the cut is of three graphs at most: one of them is on the other side of it.
    const auto first = std::ranges::count(parts, 0U);
    CHECK((first >= 4 && first <= 6));
  }
  // The permutation is of classes, and alone each graph is one.
  const std::vector<std::size_t> alone = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  CHECK(split(alone, shares, 7) == split(std::size_t{10}, shares, 7));
  const std::vector<std::size_t> one(10);
  CHECK(split(one, shares, 7) == std::vector<std::uint32_t>(10, 0));
  CHECK(split(std::vector<std::size_t>{}, shares, 7).empty());
}

TEST_CASE("shares that are not positive or do not sum to 1 are refused") {
  CHECK_THROWS_AS(split(9, std::vector<double>{.8, .1}, 0), UsageError);
  CHECK_THROWS_AS(split(9, std::vector<double>{.8, .3}, 0), UsageError);
  CHECK_THROWS_AS(split(9, std::vector<double>{1.2, -.2}, 0), UsageError);
  CHECK_THROWS_AS(split(9, std::vector<double>{1, 0}, 0), UsageError);
  CHECK_THROWS_AS(split(9, std::vector<double>{std::nan(""), 1}, 0), UsageError);
}
