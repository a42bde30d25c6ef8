#include "libgraphvq/measure/judge/statistics.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "libgraphvq/base/random.hpp"

using namespace graphvq;
using Catch::WithinAbs;

namespace {

using Values = std::vector<double>;

}  // namespace

TEST_CASE("ranks share ties") {
  // scipy.stats.rankdata.
  CHECK(ranks(Values{3, 1, 3, 2, 3, 1}) == Values{5, 1.5, 5, 3, 5, 1.5});
  CHECK(ranks(Values{}).empty());
  CHECK(ranks(Values{7, 7}) == Values{1.5, 1.5});
  // Three methods under two measures: 1, 2.5, 2.5 and 2, 1, 3.
  const std::vector<Values> values = {{.1, 5}, {.2, 4}, {.2, 9}};
  CHECK(mean_ranks(values) == Values{1.5, 1.75, 2.75});
}

TEST_CASE("values that rounding tells apart are tied") {
  CHECK(tied({3, 1, 3.25, 1.5, 9, 3.5}, .5) == Values{3, 1, 3, 1, 9, 3});
  CHECK(tied({3, 1, 3.25}, 0) == Values{3, 1, 3.25});
  CHECK(tied({}, 1).empty());
}

TEST_CASE("correlations agree with scipy") {
  const Values x = {1, 2, 3, 4, 5, 6}, y = {.1, .3, .3, .2, .9, .7};
  CHECK_THAT(pearson(x, y), WithinAbs(.8038789432721649, 1e-14));
  CHECK_THAT(spearman(x, y), WithinAbs(.753702346348183, 1e-14));
  CHECK(spearman(x, Values{1, 4, 9, 16, 25, 36}) == 1);
  CHECK(std::isnan(pearson(x, Values(6, 2))));
}

TEST_CASE("Wilson's interval agrees with scipy") {
  // scipy.stats.binomtest(k, n).proportion_ci(method="wilson").
  const auto check = [](std::uint64_t k, std::uint64_t n, double low, double high) {
    CHECK_THAT(wilson(k, n).low, WithinAbs(low, 1e-14));
    CHECK_THAT(wilson(k, n).high, WithinAbs(high, 1e-14));
  };
  check(0, 10, 0, .27753279986288926);
  check(3, 10, .10779126740630102, .6032218525388546);
  check(10, 10, .7224672001371109, 1);
  check(57, 200, .22695003004617284, .35115346029605166);
  check(0, 0, 0, 1);
}

TEST_CASE("the paired t-test agrees with scipy") {
  // scipy.stats.ttest_rel.
  const Values x = {.12, .55, .31, .47, .29}, y = {.10, .41, .33, .40, .21};
  const auto test = paired_t_test(x, y);
  CHECK_THAT(test.difference, WithinAbs(.058, 1e-15));
  CHECK_THAT(test.t, WithinAbs(2.1263831678096214, 1e-12));
  CHECK_THAT(test.p, WithinAbs(.10061648354757775, 1e-12));
  CHECK(paired_t_test(y, x).p == test.p);
  CHECK(paired_t_test(x, x).p == 1);
  CHECK(paired_t_test(Values{2, 3}, Values{1, 2}).p == 0);
  CHECK(std::isnan(paired_t_test(Values{1}, Values{2}).p));
}

TEST_CASE("p-values of the t-test are uniform under the null") {
  // Kolmogorov-Smirnov at 1 %: 1.63 / sqrt(2000).
  Values p;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    Stream stream(5, Purpose::synth, i);
    Values x, y;
    for (int k = 0; k < 5; ++k) x.push_back(stream.normal()), y.push_back(stream.normal());
    p.push_back(paired_t_test(x, y).p);
  }
  std::ranges::sort(p);
  double worst = 0;
  for (std::size_t i = 0; i < p.size(); ++i)
    worst = std::max(worst, std::abs(p[i] - (static_cast<double>(i) + .5) / 2000));
  CHECK(worst < 1.63 / std::sqrt(2000.));
}

TEST_CASE("bootstrap intervals") {
  // Of two values the mean is low, middle and high with chances 1/4, 1/2, 1/4.
  const auto two = bootstrap_interval({{1, 3}}, 1000, 0);
  CHECK(two.low == 1);
  CHECK(two.high == 3);
  CHECK(bootstrap_interval({{2, 2, 2}}, 100, 0).high == 2);
  CHECK(std::isnan(bootstrap_interval({{1, 3}, {2}}, 100, 0).low));
  // Of normal values the interval is near the mean +- 1.96 standard errors.
  Strata strata(2);
  Stream stream(1, Purpose::synth);
  for (auto& values : strata)
    for (int k = 0; k < 200; ++k) values.push_back(stream.normal());
  const auto found = bootstrap_interval(strata, 4000, 0);
  CHECK_THAT(found.high - found.low, WithinAbs(2 * 1.96 / std::sqrt(400.), .02));
  CHECK_THAT((found.high + found.low) / 2, WithinAbs(stratified_mean(strata), .01));
  // Quantities are drawn jointly: what differs by a constant has intervals that do.
  auto shifted = strata;
  for (auto& values : shifted)
    for (auto& value : values) value += 1;
  CHECK_THAT(bootstrap_interval(shifted, 4000, 0).low, WithinAbs(found.low + 1, 1e-12));
}
