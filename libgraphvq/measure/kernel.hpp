#pragma once

#include <cstdint>

#include "libgraphvq/measure/signature_set.hpp"

namespace graphvq {

/// Distances below it are rounding of eigenvalues and count as 0, in bandwidths and in the limit
/// kernel.
inline constexpr double smallest_distance = 1e-9;

/// Sum of exp(-d^2 / (2 s^2)) over all pairs of a signature of `a` and one of `b`, s > 0; s = 0 is
/// the limit, 1 where signatures are equal and else 0. The bits depend on the two sets alone, and
/// gaussian_sum(a, b) = gaussian_sum(a, a) where the sets are equal.
double gaussian_sum(const SignatureSet& a, const SignatureSet& b, double bandwidth,
                    unsigned threads);

/// Median Euclidean distance over unordered pairs of a set, of an even number of pairs the mean of
/// the two in the middle; where it is 0, the median of the positive distances; 0 where there is
/// none. Exact, by radix selection on the bits of d^2: no memory grows with the number of pairs.
double median_distance(const SignatureSet& set, unsigned threads);

/// Mean Euclidean distance over unordered pairs, 0 without pairs.
double mean_distance(const SignatureSet& set, unsigned threads);

}  // namespace graphvq
