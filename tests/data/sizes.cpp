#include "libgraphvq/data/sizes.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "libgraphvq/base/error.hpp"

using namespace graphvq;

namespace {

constexpr std::uint64_t draws = 20000;

std::map<std::uint32_t, double> drawn_shares(const SizeSource& source) {
  std::map<std::uint32_t, double> result;
  for (std::uint64_t record = 0; record < draws; ++record)
    result[source.draw(1, record)] += 1. / draws;
  return result;
}

}  // namespace

TEST_CASE("empirical sizes come as often as they were counted") {
  auto share = drawn_shares(SizeSource::empirical({{3, 1}, {5, 0}, {7, 6}, {40, 3}}));
  CHECK(share.size() == 3);
  CHECK(share[3] == Approx(.1).margin(4 * std::sqrt(.09 / draws)));
  CHECK(share[7] == Approx(.6).margin(4 * std::sqrt(.24 / draws)));
  CHECK(share[40] == Approx(.3).margin(4 * std::sqrt(.21 / draws)));
}

TEST_CASE("uniform sizes include both ends") {
  const auto share = drawn_shares(SizeSource::uniform(4, 8));
  CHECK(share.size() == 5);
  CHECK(share.begin()->first == 4);
  for (const auto& [size, s] : share) CHECK(s == Approx(.2).margin(4 * std::sqrt(.16 / draws)));
  CHECK(SizeSource::uniform(6, 6).draw(1, 99) == 6);
  CHECK(SizeSource::uniform(0, 0).draw(1, 99) == 0);
}

TEST_CASE("a size depends on seed and record alone") {
  const SizeSource source = SizeSource::uniform(1, 1000000);
  CHECK(source.draw(1, 5) == source.draw(1, 5));
  CHECK(source.draw(1, 5) != source.draw(1, 6));
  CHECK(source.draw(1, 5) != source.draw(2, 5));
}

TEST_CASE("sizes of nothing are refused") {
  CHECK_THROWS_AS(SizeSource::empirical({}), Error);
  CHECK_THROWS_AS(SizeSource::empirical({{3, 0}}), Error);
}
