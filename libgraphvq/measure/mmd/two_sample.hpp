#pragma once

#include <cstdint>
#include <vector>

#include "libgraphvq/measure/judge/statistics.hpp"
#include "libgraphvq/measure/mmd/kernel.hpp"

namespace graphvq {

enum class Estimator : std::uint8_t { biased, unbiased };

inline constexpr double tie = 1e-13;  // of the mean kernel: what rounding makes of equal MMD^2

/// Throws Error where a set of this size is too small.
void check_size(std::uint64_t size, Estimator estimator);

/// Sums of a kernel over a set of graphs.
struct SetSums {
  std::uint64_t size = 0;
  std::vector<double> pairs;  // over all ordered pairs, each graph with itself too: [bandwidths]
  double diagonal = 0;        // over the graphs with themselves
};

SetSums set_sums(const SignatureSet& set, const Kernel& kernel, unsigned threads);

/// MMD^2 with each bandwidth, from the sums of both sets and those of pairs across. The biased one
/// of a positive definite kernel is 0 or more.
std::vector<double> mmd2(const SetSums& x, const SetSums& y, const std::vector<double>& across,
                         KernelKind kind, Estimator estimator);

/// Two sets of signatures and the kernel they are compared with: what the uncertainty of MMD^2 is
/// taken from.
struct TwoSample {
  const SignatureSet& x;
  const SignatureSet& y;
  const Kernel& kernel;
  Estimator estimator;
  SetSums x_sums, y_sums;
  unsigned threads;  // changes no bit of a result
};

struct PermutationTest {
  double p = 1;
  std::uint64_t permutations = 0;  // that were compared with the sets as they are
};

/// Share of the ways to divide the pooled graphs in two sets of these sizes whose MMD^2 (the
/// greatest over bandwidths) is at least that of the sets, which are one of them:
/// p = (1 + #{>=}) / (1 + permutations). Values within 1e-13 of the mean of the kernel are ties and
/// count. Divisions are drawn by Stream(seed, Purpose::split, permutation, 3); where there are no
/// more than `permutations` others, all are taken, once each. The kernel stays as it is.
PermutationTest permutation_test(const TwoSample& sets, std::uint64_t permutations,
                                 std::uint64_t seed);

/// Bootstrap interval of MMD^2 at 95 %: both sets are drawn again by Stream(seed, Purpose::split,
/// resample, 4), the kernel stays. Graphs that are drawn twice move the resampled MMD^2 up by an
/// amount that is known, which is taken off; then the interval is between percentiles.
Interval bootstrap_interval(const TwoSample& sets, unsigned resamples, std::uint64_t seed);

struct Halves {
  double mean = 0;
  Interval range;             // 95 % of the divisions are in it
  std::size_t bandwidth = 0;  // the index of that with the greatest mean
};

inline constexpr unsigned halvings = 100;

/// MMD^2 of two halves of a set, over `halvings` divisions by Stream(seed, Purpose::split,
/// division, 5). Throws Error where a half is too small for the estimator.
Halves halves(const SignatureSet& set, const Kernel& kernel, Estimator estimator,
              std::uint64_t seed, unsigned threads);

struct Subsample {
  std::uint64_t graphs = 0;  // of each set
  std::uint64_t parts = 0;
  double mean = 0;       // of MMD^2 over the parts
  double deviation = 0;  // its standard deviation over them, NaN for one part
};

/// MMD^2 of `graphs` of each set: both are divided at random, by Stream(seed, Purpose::split, 0 or
/// 1, 6), in as many parts of that size as the smaller has, no graph in two, and compared part by
/// part with the kernel as it is. Throws Error where a set has fewer, or where the estimator needs
/// more.
Subsample subsample(const TwoSample& sets, std::uint64_t graphs, std::uint64_t seed);

}  // namespace graphvq
