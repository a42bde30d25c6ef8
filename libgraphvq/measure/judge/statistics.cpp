#include "libgraphvq/measure/judge/statistics.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <numeric>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/base/random.hpp"

namespace graphvq {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double normal_quantile = 1.959963984540054;  // of .975

std::vector<std::size_t> ascending(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
  return order;
}

double mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.) / static_cast<double>(values.size());
}

}  // namespace

double quantile(std::span<const double> sorted, double q) {
  const double at = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const auto above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

std::vector<double> ranks(std::span<const double> values) {
  const auto order = ascending(values);
  std::vector<double> result(values.size());
  for (std::size_t first = 0, last; first < order.size(); first = last) {
    for (last = first + 1; last < order.size() && values[order[last]] == values[order[first]];)
      ++last;
    for (auto k = first; k < last; ++k)
      result[order[k]] = static_cast<double>(first + 1 + last) / 2;
  }
  return result;
}

std::vector<double> tied(std::vector<double> values, double gap) {
  const auto order = ascending(values);
  double below = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    double& value = values[order[k]];
    const double own = value;
    if (k > 0 && own - below <= gap) value = values[order[k - 1]];
    below = own;
  }
  return values;
}

std::vector<double> mean_ranks(std::span<const std::vector<double>> values) {
  std::vector<double> result(values.size()), column(values.size());
  const auto measures = values.empty() ? 0 : values[0].size();
  for (std::size_t k = 0; k < measures; ++k) {
    for (std::size_t m = 0; m < values.size(); ++m) column[m] = values[m].at(k);
    const auto ranked = ranks(column);
    for (std::size_t m = 0; m < values.size(); ++m)
      result[m] += ranked[m] / static_cast<double>(measures);
  }
  return result;
}

double pearson(std::span<const double> x, std::span<const double> y) {
  if (x.size() != y.size()) throw Error("a correlation of unequal numbers of values");
  const double mx = mean(x), my = mean(y);
  double xx = 0, yy = 0, xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mx) * (x[i] - mx);
    yy += (y[i] - my) * (y[i] - my);
    xy += (x[i] - mx) * (y[i] - my);
  }
  return xx > 0 && yy > 0 ? std::clamp(xy / std::sqrt(xx * yy), -1., 1.) : nan;
}

double spearman(std::span<const double> x, std::span<const double> y) {
  return pearson(ranks(x), ranks(y));
}

Interval wilson(std::uint64_t successes, std::uint64_t trials) {
  if (trials == 0) return {0, 1};
  constexpr double z2 = normal_quantile * normal_quantile;
  const auto n = static_cast<double>(trials);
  const double p = static_cast<double>(successes) / n;
  const double centre = (p + z2 / (2 * n)) / (1 + z2 / n);
  const double half =
      normal_quantile / (1 + z2 / n) * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n));
  // Rounding aside, the ends are 0 and 1 where no or every trial succeeds.
  return {successes == 0 ? 0 : std::max(centre - half, 0.),
          successes == trials ? 1 : std::min(centre + half, 1.)};
}

double stratified_mean(const Strata& strata) {
  double sum = 0;
  for (const auto& values : strata) sum += mean(values);
  return sum / static_cast<double>(strata.size());
}

Interval bootstrap_interval(const Strata& strata, unsigned resamples, std::uint64_t seed) {
  if (std::ranges::any_of(strata, [](const auto& values) { return values.size() < 2; }))
    return {nan, nan};
  std::vector<double> means;
  for (unsigned r = 0; r < resamples; ++r) {
    Stream stream(seed, Purpose::split, r, 1);
    double sum = 0;
    for (const auto& values : strata) {
      const auto count = static_cast<std::uint32_t>(values.size());
      double drawn = 0;
      for (std::uint32_t k = 0; k < count; ++k) drawn += values[stream.below(count)];
      sum += drawn / count;
    }
    means.push_back(sum / static_cast<double>(strata.size()));
  }
  std::ranges::sort(means);
  return {quantile(means, .025), quantile(means, .975)};
}

PairedTest paired_t_test(std::span<const double> x, std::span<const double> y) {
  if (x.size() != y.size()) throw Error("a paired test of unequal numbers of values");
  std::vector<double> differences;
  for (std::size_t i = 0; i < x.size(); ++i) differences.push_back(x[i] - y[i]);
  const auto n = static_cast<double>(x.size());
  PairedTest test{mean(differences), nan, nan};
  if (n < 2) return test;
  double squares = 0;
  for (const double d : differences) squares += (d - test.difference) * (d - test.difference);
  const double error = std::sqrt(squares / (n - 1) / n);
  if (std::ranges::all_of(differences, [](double d) { return d == 0; })) return {0, 0, 1};
  test.t = test.difference / error;
  test.p = std::isinf(test.t)
               ? 0
               : 2 * cdf(complement(boost::math::students_t(n - 1), std::abs(test.t)));
  return test;
}

}  // namespace graphvq
