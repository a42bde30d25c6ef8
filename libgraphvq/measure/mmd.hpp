#pragma once

#include <optional>
#include <vector>

#include "libgraphvq/measure/graph_set.hpp"
#include "libgraphvq/measure/kernel.hpp"
#include "libgraphvq/measure/two_sample.hpp"

namespace graphvq {

struct MmdSettings {
  std::vector<KernelSettings> kernels = {KernelSettings{}};  // of each descriptor, or one of all
  Estimator estimator = Estimator::biased;
  std::uint64_t permutations = 0;              // of the permutation test; 0 is none
  unsigned resamples = 0;                      // of the bootstrap; 0 is none
  std::vector<std::uint64_t> subsamples = {};  // sizes
  std::uint64_t seed = 0;                      // of these
  unsigned threads = 1;                        // changes no bit of a result
};

struct Discrepancy {
  Descriptor descriptor = Descriptor::degree;
  double value = 0;      // MMD^2; the unbiased one may be negative
  double bandwidth = 0;  // of the greatest MMD^2 where there is a grid; 0 is the limit kernel
  std::optional<PermutationTest> test = {};
  std::optional<Interval> interval = {};
  std::vector<Subsample> subsamples = {};
};

/// A set that generated ones are compared with; what depends on it alone is computed once.
class Reference {
 public:
  /// Throws Error for an empty set, and for a single graph where the estimator is unbiased.
  Reference(GraphSet graphs, const MmdSettings& settings);

  const GraphSet& graphs() const { return graphs_; }

  /// MMD^2 of each descriptor (NOTES.md, "MMD"). `generated` has the same descriptors. Throws Error
  /// as the constructor does.
  std::vector<Discrepancy> compare(const GraphSet& generated) const;

  /// The reference's own floor: mean MMD^2 of its halves, with the range that 95 % of the divisions
  /// are in as interval. Throws Error where a half is too small for the estimator.
  std::vector<Discrepancy> compare_halves() const;

 private:
  // The kernel, and its sums over all pairs of reference graphs.
  struct Fitted {
    Kernel kernel;
    std::vector<double> sums;  // [bandwidths]
  };
  const KernelSettings& settings(std::size_t k) const {
    return settings_.kernels[settings_.kernels.size() == 1 ? 0 : k];
  }
  Fitted fit(std::size_t k, const SignatureSet& generated) const;

  GraphSet graphs_;
  MmdSettings settings_;
  std::vector<Fitted> fitted_;  // [descriptors]; empty kernels where they are per generated set
};

}  // namespace graphvq
