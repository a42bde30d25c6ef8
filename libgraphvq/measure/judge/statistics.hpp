#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace graphvq {

/// Ranks from 1, ascending; equal values share the mean of their ranks.
std::vector<double> ranks(std::span<const double> values);

/// The values, each that is no more than `gap` above the next lower one equal to that.
std::vector<double> tied(std::vector<double> values, double gap);

/// Mean over measures of each method's rank, 1 for the least; values are [method][measure].
std::vector<double> mean_ranks(std::span<const std::vector<double>> values);

/// Pearson's correlation; NaN where one side is constant. Throws Error for unequal lengths.
double pearson(std::span<const double> x, std::span<const double> y);

/// Pearson's correlation of the ranks.
double spearman(std::span<const double> x, std::span<const double> y);

struct Interval {
  double low = 0;
  double high = 0;
};

/// Quantile of sorted values, linear between order statistics, as numpy's default. There is one at
/// least, and none is NaN.
double quantile(std::span<const double> sorted, double q);

/// Wilson's score interval of a share, at 95 %. [0, 1] for no trials.
Interval wilson(std::uint64_t successes, std::uint64_t trials);

/// Values of one quantity by set, then by seed.
using Strata = std::vector<std::vector<double>>;

/// Mean over sets of the means over seeds. No set is empty.
double stratified_mean(const Strata& strata);

/// Percentile bootstrap interval of `stratified_mean` at 95 %: seeds are drawn again within each
/// set, by Stream(seed, Purpose::split, resample, 1), so that quantities of the same shape are
/// drawn jointly. NaN where a set has one seed alone.
Interval bootstrap_interval(const Strata& strata, unsigned resamples, std::uint64_t seed);

struct PairedTest {
  double difference = 0;  // mean of x - y
  double t = 0;
  double p = 1;  // two-sided, of Student's t with one degree of freedom less than pairs
};

/// Paired t-test. NaN for fewer than two pairs; p is 1 where all differences are 0.
PairedTest paired_t_test(std::span<const double> x, std::span<const double> y);

}  // namespace graphvq
