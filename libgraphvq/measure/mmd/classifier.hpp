#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "libgraphvq/measure/signature/signature_set.hpp"

namespace graphvq {

/// How well a classifier tells held-out graphs of two sets apart.
struct ClassifierScore {
  struct Part {
    double validation = 0;  // divergence, the mean over the folds of the fitting half
    double divergence = 0;  // held out
  };
  std::vector<Part> parts;  // of each descriptor
  std::size_t best = 0;     // descriptor of the greatest validation
  /// Of the best one: the square root of the divergence, which is 0 where that is negative.
  double distance = 0;
};

/// PolyGraph's discrepancy (Krimmel et al. 2025) with logistic regression. Half of each set, drawn
/// by Stream(seed, Purpose::split, 0 or 1, 2), is fitted to: there, by cross-validation in four
/// stratified folds, the best descriptor is chosen, and a classifier D of columns scaled to unit
/// variance fit, L2 with C = 1, sets weighing the same. On the other half, 1 + (mean log2 D(x) over
/// the reference
/// + mean log2(1 - D(x)) over the generated) / 2 bounds the Jensen-Shannon divergence in bits from
/// below, in the mean; its estimate can be below 0 where nothing tells the sets apart.
/// `reference` and `generated` have the rows of each descriptor. Throws Error for fewer than eight
/// graphs in a set.
ClassifierScore classifier_score(std::span<const SignatureRows> reference,
                                 std::span<const SignatureRows> generated, std::uint64_t seed,
                                 unsigned threads);

}  // namespace graphvq
