#include "libgraphvq/base/random.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>
#include <set>
#include <vector>

using namespace graphvq;

TEST_CASE("Philox gives the published known answers") {
  // Random123, tests/kat_vectors, "philox4x32 10".
  using Counter = std::array<std::uint32_t, 4>;
  CHECK(philox({0, 0, 0, 0}, {0, 0}) == Counter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  CHECK(philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}) ==
        Counter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
        Counter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("eight counters at once are eight counters") {
  EightCounters eight{};
  for (std::uint32_t i = 0; i < 8; ++i)
    for (std::uint32_t word = 0; word < 4; ++word) eight[word][i] = 0x9e3779b9 * (4 * i + word);
  const auto found = philox_eight(eight, {5, 7});
  for (std::size_t i = 0; i < 8; ++i)
    CHECK(std::array{found[0][i], found[1][i], found[2][i], found[3][i]} ==
          philox({eight[0][i], eight[1][i], eight[2][i], eight[3][i]}, {5, 7}));
}

TEST_CASE("streams differ by each part of their key and repeat") {
  const auto first = [](Stream stream) {
    return std::vector<std::uint32_t>{stream(), stream(), stream(), stream(), stream()};
  };
  const std::set<std::vector<std::uint32_t>> distinct = {
      first(Stream(0, Purpose::synth)),       first(Stream(1, Purpose::synth)),
      first(Stream(0, Purpose::order)),       first(Stream(0, Purpose::synth, 1)),
      first(Stream(0, Purpose::synth, 0, 1)), first(Stream(0, Purpose::synth, 1ULL << 32))};
  CHECK(distinct.size() == 6);
  CHECK(first(Stream(7, Purpose::codes, 3)) == first(Stream(7, Purpose::codes, 3)));
}

TEST_CASE("below is uniform and in range") {
  Stream stream(1, Purpose::synth);
  std::vector<double> counts(7);
  constexpr int draws = 70000;
  for (int i = 0; i < draws; ++i) ++counts.at(stream.below(7));
  double chi = 0;
  for (double c : counts) chi += (c - draws / 7.) * (c - draws / 7.) / (draws / 7.);
  CHECK(chi < 22.5);  // chi-square, 6 degrees of freedom: p = .001
  CHECK(stream.below(1) == 0);
}

TEST_CASE("uniform, float and normal draws have their moments") {
  Stream stream(2, Purpose::synth);
  constexpr int draws = 40000;
  double mean = 0, mean_float = 0, normal = 0, square = 0;
  for (int i = 0; i < draws; ++i) {
    const double u = stream.uniform();
    const float f = stream.uniform_float();
    REQUIRE((u >= 0 && u < 1 && f >= 0 && f < 1));
    const double z = stream.normal();
    mean += u / draws;
    mean_float += f / draws;
    normal += z / draws;
    square += z * z / draws;
  }
  // Four standard errors of each mean.
  CHECK(mean == Approx(.5).margin(4 * std::sqrt(1. / 12 / draws)));
  CHECK(mean_float == Approx(.5).margin(4 * std::sqrt(1. / 12 / draws)));
  CHECK(normal == Approx(0).margin(4 * std::sqrt(1. / draws)));
  CHECK(square == Approx(1).margin(4 * std::sqrt(2. / draws)));
}

TEST_CASE("shuffle gives each permutation of four about equally often") {
  Stream stream(3, Purpose::shuffle);
  std::vector<double> counts(256);
  constexpr int draws = 24000;
  for (int i = 0; i < draws; ++i) {
    std::vector<unsigned> row = {0, 1, 2, 3};
    shuffle(row, stream);
    ++counts[row[0] * 64 + row[1] * 16 + row[2] * 4 + row[3]];
  }
  double chi = 0;
  int seen = 0;
  for (double c : counts) {
    if (c == 0) continue;
    ++seen;
    chi += (c - draws / 24.) * (c - draws / 24.) / (draws / 24.);
  }
  CHECK(seen == 24);
  CHECK(chi < 49.7);  // chi-square, 23 degrees of freedom: p = .001
}
