#include "libgraphvq/measure/mmd/two_sample.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/base/random.hpp"
#include "libgraphvq/measure/mmd/quadratic.hpp"
#include "tests/measure/signature/signatures.hpp"

using namespace graphvq;
using namespace graphvq::test;
using Catch::WithinAbs;
using Catch::WithinRel;

namespace {

const Kernel limit{KernelKind::gaussian, {0}};
const Kernel linear{KernelKind::linear, {1}};

SignatureSet normals(std::uint64_t count, std::uint64_t seed, double mean = 0) {
  Stream stream(seed, Purpose::synth);
  SignatureSet set;
  for (std::uint64_t i = 0; i < count; ++i) set.add({mean + stream.normal()});
  return set;
}

// Ones with probability p, zeros else.
SignatureSet coins(std::uint64_t count, double p, std::uint64_t seed) {
  Stream stream(seed, Purpose::synth, 1);
  SignatureSet set;
  for (std::uint64_t i = 0; i < count; ++i) set.add({stream.bernoulli(p) ? 1. : 0.});
  return set;
}

TwoSample compare(const SignatureSet& x, const SignatureSet& y, const Kernel& kernel,
                  Estimator estimator = Estimator::biased, unsigned threads = 1) {
  return {x,      y, kernel, estimator, set_sums(x, kernel, threads), set_sums(y, kernel, threads),
          threads};
}

double value(const TwoSample& sets) {
  return mmd2(sets.x_sums, sets.y_sums, kernel_sums(sets.x, sets.y, sets.kernel, sets.threads),
              sets.kernel.kind, sets.estimator)[0];
}

Kernel pooled_median(const SignatureSet& x, const SignatureSet& y) {
  return {KernelKind::gaussian, {median_distance(KernelKind::gaussian, pool(x, y), nullptr, 1)}};
}

double gaussian(double a, double b, double s) { return std::exp(-(a - b) * (a - b) / (2 * s * s)); }

}  // namespace

TEST_CASE("quadratic forms agree with plain loops, whatever the threads") {
  const auto set = normals(300, 1);
  std::vector<double> values;
  for (const auto& entry : set.counts()) values.push_back(entry.first[0]);
  const auto weight = [](std::uint64_t draw, std::size_t v, std::size_t i) {
    return std::sin(static_cast<double>(1 + draw * 7 + v * 3 + i * i % 101));
  };
  const auto forms = [&](unsigned threads) {
    return quadratic_forms(
        set, {KernelKind::gaussian, {.5, 2}}, 9, 3,
        [&](std::uint64_t draw, std::span<double> w) {
          for (std::size_t v = 0; v < 3; ++v)
            for (std::size_t i = 0; i < 300; ++i) w[v * 300 + i] = weight(draw, v, i);
        },
        threads);
  };
  const auto found = forms(1);
  REQUIRE(found.size() == 9 * 3 * 2);
  for (std::uint64_t draw = 0; draw < 9; ++draw)
    for (std::size_t v = 0; v < 3; ++v)
      for (std::size_t g = 0; g < 2; ++g) {
        double sum = 0;
        for (std::size_t i = 0; i < 300; ++i)
          for (std::size_t j = 0; j < 300; ++j)
            sum += weight(draw, v, i) * weight(draw, v, j) *
                   gaussian(values[i], values[j], g == 0 ? .5 : 2);
        CHECK_THAT(found[(draw * 3 + v) * 2 + g], WithinRel(sum, 1e-9));
      }
  CHECK(forms(3) == found);
}

TEST_CASE("permutation tests of tiny sets take all divisions, by hand") {
  // Of {0, 0, 1} the 1 is alone in one division of three: MMD^2 is 2 there and .5 elsewhere.
  const auto zeros = numbers({0, 0}), one = numbers({1});
  CHECK(value(compare(zeros, one, limit)) == 2);
  const auto alone = permutation_test(compare(zeros, one, limit), 1000, 0);
  CHECK(alone.permutations == 2);
  CHECK_THAT(alone.p, WithinRel(1. / 3, 1e-15));
  // (2 - 5)^2 is the greatest squared difference of means; only the exchanged sets have it too.
  const auto low = numbers({1, 2, 3}), high = numbers({4, 5, 6});
  CHECK_THAT(value(compare(low, high, linear)), WithinRel(9, 1e-14));
  for (const auto estimator : {Estimator::biased, Estimator::unbiased}) {
    const auto apart = permutation_test(compare(low, high, linear, estimator), 19, 0);
    CHECK(apart.permutations == 19);
    CHECK_THAT(apart.p, WithinRel(.1, 1e-15));
  }
  // Means of {1, 2, 6} and {3, 4, 5} differ by 1. Three numbers of 1..6 add up to 9 or 12 (then by
  // 1) three times each, to 10 or 11 (then by 1/3) three times each: 14 of 20 reach it.
  const auto near =
      permutation_test(compare(numbers({1, 2, 6}), numbers({3, 4, 5}), linear), 19, 0);
  CHECK_THAT(near.p, WithinRel(.7, 1e-15));
  // Equal sets: no division is nearer.
  CHECK(permutation_test(compare(low, low, limit), 1000, 0).p == 1);
  CHECK(permutation_test(compare(zeros, zeros, limit), 1000, 0).p == 1);
}

TEST_CASE("drawn permutations approach the exact p-value") {
  const auto x = normals(8, 5), y = normals(8, 6, .8);
  const auto kernel = pooled_median(x, y);
  for (const auto estimator : {Estimator::biased, Estimator::unbiased}) {
    const auto sets = compare(x, y, kernel, estimator);
    const auto exact = permutation_test(sets, 12869, 0);
    CHECK(exact.permutations == 12869);  // C(16, 8) - 1
    const auto drawn = permutation_test(sets, 2000, 1);
    CHECK(drawn.permutations == 2000);
    CHECK_THAT(drawn.p, WithinAbs(exact.p, 4 * std::sqrt(exact.p * (1 - exact.p) / 2000)));
    CHECK(drawn.p != permutation_test(sets, 2000, 2).p);
  }
}

TEST_CASE("p-values are uniform where the sets are of one distribution") {
  constexpr int trials = 300, permutations = 99;
  for (const auto estimator : {Estimator::biased, Estimator::unbiased}) {
    std::vector<int> counts(permutations + 2);
    for (std::uint64_t i = 0; i < trials; ++i) {
      const auto x = normals(20, 2 * i), y = normals(30, 2 * i + 1);
      const auto test =
          permutation_test(compare(x, y, pooled_median(x, y), estimator), permutations, i);
      ++counts[static_cast<std::size_t>(std::lround(test.p * (permutations + 1)))];
    }
    // Kolmogorov-Smirnov: the 1 % point is 1.628 / sqrt(trials).
    double below = 0, greatest = 0;
    for (int k = 1; k <= permutations + 1; ++k) {
      below += counts[static_cast<std::size_t>(k)];
      greatest = std::max(greatest, std::abs(below / trials - k / (permutations + 1.)));
    }
    CHECK(greatest < 1.628 / std::sqrt(trials));
  }
}

TEST_CASE("sets of other distributions have the least p-value") {
  const auto x = normals(60, 1), y = normals(60, 2, 2);
  CHECK_THAT(permutation_test(compare(x, y, pooled_median(x, y)), 999, 0).p,
             WithinRel(.001, 1e-12));
}

TEST_CASE("a grid of bandwidths takes the greatest of each permutation") {
  const auto x = normals(7, 3), y = normals(6, 4, 1);
  std::vector<double> all;
  for (const auto* set : {&x, &y})
    for (const auto& entry : set->counts()) all.push_back(entry.first[0]);
  const auto statistic = [&](unsigned mask) {
    double greatest = 0;
    for (const double s : {.3, 3.}) {
      double sum = 0;
      for (std::size_t i = 0; i < 13; ++i)
        for (std::size_t j = 0; j < 13; ++j)
          sum += ((mask >> i & 1) != 0 ? 1. / 7 : -1. / 6) *
                 ((mask >> j & 1) != 0 ? 1. / 7 : -1. / 6) * gaussian(all[i], all[j], s);
      greatest = std::max(greatest, sum);
    }
    return greatest;
  };
  const double observed = statistic(0x7f);
  int reach = 0;
  for (unsigned mask = 0; mask < 1U << 13; ++mask)
    if (__builtin_popcount(mask) == 7) reach += statistic(mask) >= observed - 1e-12;
  const auto test = permutation_test(compare(x, y, {KernelKind::gaussian, {.3, 3}}), 1715, 0);
  CHECK(test.permutations == 1715);  // C(13, 7) - 1
  CHECK_THAT(test.p, WithinRel(reach / 1716., 1e-12));
}

TEST_CASE("bootstrap intervals cover the distance of the distributions") {
  // Shares p and q of ones under the limit kernel: MMD^2 is 2 (p - q)^2.
  constexpr double truth = 2 * .3 * .3;
  int covered = 0;
  constexpr int trials = 300;
  for (std::uint64_t i = 0; i < trials; ++i) {
    const auto x = coins(120, .3, 2 * i), y = coins(80, .6, 2 * i + 1);
    const auto [low, high] = bootstrap_interval(compare(x, y, limit, Estimator::unbiased), 200, i);
    covered += low <= truth && truth <= high;
  }
  // 95 % within four standard errors.
  CHECK_THAT(covered / double{trials}, WithinAbs(.95, 4 * std::sqrt(.95 * .05 / trials)));
}

TEST_CASE("bootstrap intervals hold the estimate they belong to") {
  for (const auto estimator : {Estimator::biased, Estimator::unbiased})
    for (std::uint64_t i = 0; i < 20; ++i) {
      const auto x = normals(40, 2 * i), y = normals(50, 2 * i + 1, .7);
      const auto kernel = pooled_median(x, y);
      const auto sets = compare(x, y, kernel, estimator);
      const auto [low, high] = bootstrap_interval(sets, 400, 0);
      CHECK(low < value(sets));
      CHECK(value(sets) < high);
    }
  // Point masses are drawn as they are.
  const auto fixed = bootstrap_interval(compare(numbers({0, 0}), numbers({1, 1, 1}), limit), 50, 0);
  CHECK_THAT(fixed.low, WithinAbs(2, 1e-14));
  CHECK_THAT(fixed.high, WithinAbs(2, 1e-14));
}

TEST_CASE("halves of a set have the floor that its size makes") {
  const auto pair = halves(numbers({0, 1}), limit, Estimator::biased, 0, 1);
  CHECK(pair.mean == 2);
  CHECK(pair.range.low == 2);
  CHECK(pair.range.high == 2);
  CHECK(halves(numbers({3, 3, 3}), limit, Estimator::biased, 0, 1).mean == 0);
  // Over all divisions of n in halves the mean is (4 / n) (1 - k), k that of two graphs.
  const auto set = normals(60, 9);
  const Kernel kernel{KernelKind::gaussian, {1}};
  const double between = (kernel_sums(set, set, kernel, 1)[0] - 60) / (60 * 59);
  const auto biased = halves(set, kernel, Estimator::biased, 0, 2);
  CHECK_THAT(biased.mean, WithinRel(4. / 60 * (1 - between), .15));
  CHECK(biased.range.low < biased.mean);
  CHECK(biased.mean < biased.range.high);
  CHECK_THAT(halves(set, kernel, Estimator::unbiased, 0, 2).mean, WithinAbs(0, .15 * 4 / 60));
  CHECK_THROWS_AS(halves(numbers({0}), limit, Estimator::biased, 0, 1), Error);
  CHECK_THROWS_AS(halves(numbers({0, 1, 2}), limit, Estimator::unbiased, 0, 1), Error);
}

TEST_CASE("drawn sets have the unbiased estimate, by hand") {
  // Graphs that are all different are at distance 0 however they are divided.
  for (const auto& set : {numbers({0, 1, 2, 3}), numbers({0, 1, 2, 3, 4})}) {
    const auto apart = halves(set, limit, Estimator::unbiased, 0, 1);
    CHECK_THAT(apart.mean, WithinAbs(0, 1e-14));
    CHECK_THAT(apart.range.low, WithinAbs(0, 1e-14));
    CHECK_THAT(apart.range.high, WithinAbs(0, 1e-14));
  }
  // {0, 1} is drawn as a point mass, at 2 from {5, 5}, or as it is, at 1; in the mean that is 1/2
  // above the 1 of the sets.
  const auto x = numbers({0, 1}), y = numbers({5, 5});
  for (const auto& sets :
       {compare(x, y, limit, Estimator::unbiased), compare(y, x, limit, Estimator::unbiased)}) {
    CHECK(value(sets) == 1);
    const auto [low, high] = bootstrap_interval(sets, 100, 0);
    CHECK_THAT(low, WithinAbs(.5, 1e-14));
    CHECK_THAT(high, WithinAbs(1.5, 1e-14));
  }
}

TEST_CASE("subsamples are parts that share no graph") {
  const auto x = normals(50, 1), y = normals(40, 2, 1);
  const Kernel kernel{KernelKind::gaussian, {1}};
  const auto sets = compare(x, y, kernel, Estimator::unbiased);
  const auto parts = subsample(sets, 8, 0);
  CHECK(parts.graphs == 8);
  CHECK(parts.parts == 5);
  // The unbiased estimator has one mean at every size.
  double total = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) total += subsample(sets, 8, seed).mean;
  CHECK_THAT(total / 200, WithinRel(value(sets), .05));
  // All of two sets of one size are one part.
  const auto other = normals(50, 3);
  const auto same = compare(x, other, kernel);
  const auto whole = subsample(same, 50, 0);
  CHECK(whole.parts == 1);
  CHECK(std::isnan(whole.deviation));
  CHECK_THAT(whole.mean, WithinRel(value(same), 1e-13));
  // Two parts whose MMD^2 differ by d have a deviation of d / sqrt(2): here 2 and 0 or twice 1.
  const auto two = subsample(compare(numbers({0, 1}), numbers({0, 0}), limit), 1, 0);
  CHECK(two.mean == 1);
  CHECK_THAT(two.deviation, WithinRel(std::sqrt(2.), 1e-15));
  CHECK_THROWS_AS(subsample(sets, 41, 0), Error);
  CHECK_THROWS_AS(subsample(sets, 1, 0), Error);
}

TEST_CASE("threads change no bit of tests and intervals") {
  const auto x = normals(200, 1), y = normals(150, 2);
  const Kernel kernel{KernelKind::laplacian, {.5, 2}};
  const auto all = [&](unsigned threads) {
    const auto sets = compare(x, y, kernel, Estimator::unbiased, threads);
    const auto test = permutation_test(sets, 200, 3);
    const auto interval = bootstrap_interval(sets, 100, 3);
    const auto half = halves(x, kernel, Estimator::biased, 3, threads);
    const auto part = subsample(sets, 20, 3);
    return std::vector{test.p,         interval.low,    interval.high, half.mean,
                       half.range.low, half.range.high, part.mean,     part.deviation};
  };
  const auto expected = all(1);
  CHECK(all(2) == expected);
  CHECK(all(3) == expected);
}
