#include "libgraphvq/measure/mmd/kernel.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "libgraphvq/base/random.hpp"
#include "tests/measure/signature/signatures.hpp"

using namespace graphvq;
using namespace graphvq::test;
using Catch::WithinRel;

namespace {

// More than one block of rows; lengths and counts vary.
std::vector<std::vector<double>> many() {
  Stream stream(1, Purpose::synth);
  std::vector<std::vector<double>> all;
  for (int i = 0; i < 300; ++i) {
    std::vector<double> v(1 + stream.below(7));
    for (double& x : v) x = stream.below(5) == 0 ? 0 : stream.normal();
    all.insert(all.end(), 1 + stream.below(3), v);
  }
  return all;
}

SignatureSet many_set() {
  SignatureSet set;
  for (const auto& v : many()) set.add(v);
  return set;
}

double gaussian_sum(const SignatureSet& a, const SignatureSet& b, double bandwidth,
                    unsigned threads) {
  return kernel_sums(a, b, {KernelKind::gaussian, {bandwidth}}, threads)[0];
}

double median_of(const SignatureSet& set, unsigned threads = 1) {
  return median_distance(KernelKind::gaussian, set, nullptr, threads);
}

double mean_of(const SignatureSet& set, unsigned threads = 1) {
  return mean_distance(KernelKind::gaussian, set, nullptr, threads);
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t k = 0; k < std::max(a.size(), b.size()); ++k) {
    const double d = (k < a.size() ? a[k] : 0) - (k < b.size() ? b[k] : 0);
    sum += d * d;
  }
  return std::sqrt(sum);
}

std::vector<double> all_distances(const std::vector<std::vector<double>>& v) {
  std::vector<double> distances;
  for (std::size_t i = 0; i < v.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) distances.push_back(distance(v[i], v[j]));
  std::ranges::sort(distances);
  return distances;
}

}  // namespace

TEST_CASE("equal signatures share an entry, trailing zeros or not") {
  SignatureSet set;
  set.add({1, 0, 2});
  set.add({1, 0, 2, 0, 0});
  set.add({});
  set.add({0});
  CHECK(set.size() == 4);
  REQUIRE(set.counts().size() == 2);
  CHECK(set.counts().at({1, 0, 2}) == 2);
  CHECK(set.counts().at({}) == 2);
}

TEST_CASE("kernel sum, median and mean distance agree with scikit-learn and numpy") {
  // rbf_kernel(X, Y, gamma=1/(2*s*s)).sum(), np.median and np.mean over pairs.
  const auto x = formula_x(), y = formula_y();
  const double s = median_of(x);
  CHECK_THAT(s, WithinRel(2.54950975679639, 1e-13));
  CHECK_THAT(mean_of(x), WithinRel(2.31139875960965, 1e-13));
  CHECK_THAT(gaussian_sum(x, y, s, 1), WithinRel(634.719790438689, 1e-13));
}

TEST_CASE("kernel sum agrees with two plain loops") {
  const auto v = many();
  const auto set = many_set();
  double expected = 0;
  for (const auto& a : v)
    for (const auto& b : v) expected += std::exp(-std::pow(distance(a, b), 2) / (2 * 1.3 * 1.3));
  CHECK_THAT(gaussian_sum(set, set, 1.3, 1), WithinRel(expected, 1e-12));
  const auto one = numbers({.5});
  expected = 0;
  for (const auto& a : v) expected += std::exp(-std::pow(distance(a, {.5}), 2) / 2);
  CHECK_THAT(gaussian_sum(set, one, 1, 1), WithinRel(expected, 1e-13));
  CHECK_THAT(gaussian_sum(one, set, 1, 1), WithinRel(expected, 1e-13));
}

TEST_CASE("median and mean agree with sorted distances") {
  const auto distances = all_distances(many());
  const auto set = many_set();
  const auto n = distances.size();
  CHECK(median_of(set, 2) == (distances[(n - 1) / 2] + distances[n / 2]) / 2);
  double sum = 0;
  for (const double d : distances) sum += d;
  CHECK_THAT(mean_of(set, 2), WithinRel(sum / static_cast<double>(n), 1e-12));
}

TEST_CASE("median over an odd and an even number of pairs") {
  // Distances 1, 2, 3; and 1, 2, 3, 4, 6, 7.
  CHECK(median_of(numbers({0, 1, 3})) == 2);
  CHECK(median_of(numbers({0, 1, 3, 7})) == 3.5);
  // The two in the middle are equal: 1, 1, 1, 2, 2, 3.
  CHECK(median_of(numbers({0, 1, 2, 3})) == 1.5);
  CHECK(median_of(numbers({0, 1, 2, 1})) == 1);
  // One of the two is 0: 0, 0, 0, 4, 4, 4.
  CHECK(median_of(numbers({1, 1, 1, 5})) == 2);
}

TEST_CASE("median of more equal distances than are held") {
  // 8,997,000 pairs at 0, 3,000 at 1/32, 9,000,000 at 1 and 3,000 above: the middle is 9,001,500.
  auto set = numbers({1 + 1. / 32});
  set.add({0}, 3000);
  set.add({1}, 3000);
  CHECK(median_of(set, 2) == 1);
}

TEST_CASE("where the median distance is 0 that of the positive ones stands in") {
  // 15 pairs of equal ones, then six at distance 1, six at 3, one at 2.
  CHECK(median_of(numbers({0, 0, 0, 0, 0, 0, 1, 3})) == 2);
  CHECK(median_of(numbers({0, 0, 0, 0, 3})) == 3);
  CHECK(median_of(numbers({4, 4, 4})) == 0);
  CHECK(median_of(numbers({4})) == 0);
  CHECK(median_of({}) == 0);
  // Rounding of eigenvalues is no distance.
  CHECK(median_of(numbers({1, 1 + 1e-15, 1 - 1e-15})) == 0);
  CHECK(mean_of(numbers({4, 4, 4})) == 0);
  CHECK(mean_of(numbers({4})) == 0);
}

TEST_CASE("the limit kernel counts equal pairs") {
  CHECK(gaussian_sum(numbers({1, 1, 2}), numbers({1, 2, 2, 3}), 0, 1) == 4);
  CHECK(gaussian_sum(numbers({1}), numbers({1 + 1e-15}), 0, 1) == 1);
}

TEST_CASE("a bandwidth whose square is no number gives the limit kernel") {
  for (const double s : {1e-150, 1e-155, 1e-162, 1e-300, 5e-324})
    for (const auto kind : {KernelKind::gaussian, KernelKind::laplacian})
      CHECK(kernel_sums(numbers({1, 1, 2}), numbers({1, 2, 2, 3}), {kind, {s}}, 1).at(0) == 4);
}

TEST_CASE("threads and order of insertion change no bit") {
  const auto set = many_set();
  auto v = many();
  std::ranges::reverse(v);
  SignatureSet reversed;
  for (const auto& each : v) reversed.add(each);
  const double sum = gaussian_sum(set, set, 1, 1), median = median_of(set), mean = mean_of(set);
  for (const unsigned threads : {1U, 2U, 3U}) {
    CHECK(gaussian_sum(reversed, set, 1, threads) == sum);
    CHECK(median_of(reversed, threads) == median);
    CHECK(mean_of(reversed, threads) == mean);
  }
}

TEST_CASE("keyed signatures give what the same ones without keys give") {
  SignatureSet keyed(true), plain;
  for (const auto& v : many()) {
    plain.add(v);
    std::vector<double> pairs;
    for (std::size_t k = 0; k < v.size(); ++k)
      if (v[k] != 0) pairs.insert(pairs.end(), {1e15 + 100. * static_cast<double>(k), v[k]});
    keyed.add(std::move(pairs));
  }
  SignatureSet keyed_other(true), plain_other;
  keyed_other.add({5, 2, 1e15 + 100, .5});
  plain_other.add({0, .5, 0, 0, 0, 0, 0, 0, 2});
  for (const auto kind :
       {KernelKind::gaussian, KernelKind::laplacian, KernelKind::linear, KernelKind::tv}) {
    INFO(to_string(kind));
    const Kernel kernel{kind, {.7, 2}};
    for (std::size_t g = 0; g < 2; ++g) {
      CHECK_THAT(kernel_sums(keyed, keyed, kernel, 2)[g],
                 WithinRel(kernel_sums(plain, plain, kernel, 2)[g], 1e-12));
      CHECK_THAT(kernel_sums(keyed, keyed_other, kernel, 1)[g],
                 WithinRel(kernel_sums(plain, plain_other, kernel, 1)[g], 1e-12));
    }
    CHECK_THAT(diagonal_sum(keyed, kernel), WithinRel(diagonal_sum(plain, kernel), 1e-12));
    CHECK_THAT(median_distance(kind, keyed, nullptr, 1),
               WithinRel(median_distance(kind, plain, nullptr, 1), 1e-12));
  }
}
