#pragma once

#include <optional>
#include <vector>

#include "libgraphvq/base/sum.hpp"
#include "libgraphvq/measure/mmd/kernel.hpp"
#include "libgraphvq/measure/mmd/two_sample.hpp"
#include "libgraphvq/measure/signature/graph_set.hpp"

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
  double bandwidth = 0;  // of the greatest MMD^2 where there is a grid; 0 is the limit kernel,
                         // NaN that the kernel has none
  std::optional<PermutationTest> test = {};
  std::optional<Interval> interval = {};  // of the bootstrap
  std::optional<Interval> range = {};     // of halves
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
  /// are in. Throws Error where a half is too small for the estimator.
  std::vector<Discrepancy> compare_halves() const;

 private:
  friend class BlockComparison;
  // The kernel, and its sums over the reference.
  struct Fitted {
    Kernel kernel;
    SetSums sums;
  };
  const KernelSettings& settings(std::size_t k) const {
    return settings_.kernels[settings_.kernels.size() == 1 ? 0 : k];
  }
  Fitted fit(std::size_t k, const SignatureSet& generated) const;

  GraphSet graphs_;
  MmdSettings settings_;
  std::vector<Fitted> fitted_;  // [descriptors]; empty kernels where they are per generated set
};

/// A set of generated graphs that is compared block by block and not kept. Pairs of generated
/// graphs are those within a block: their mean stands for that of all pairs, without bias (Zaremba,
/// Gretton, Blaschko 2013). There are no tests and intervals.
class BlockComparison {
 public:
  /// `reference` must outlive it. Throws UsageError where its settings need the generated graphs as
  /// a whole.
  explicit BlockComparison(const Reference& reference);

  /// The signatures of the next block.
  void add(const GraphSet& block);

  /// As Reference::compare; the biased estimator takes the share of a graph's pairs that it is
  /// itself from the size of the whole. Throws Error for no graphs, and for blocks of one alone.
  std::vector<Discrepancy> result() const;

 private:
  struct Sums {
    std::vector<Sum> across, within;  // pairs with the reference, and of two graphs: [bandwidths]
    Sum diagonal;                     // k(x, x)
  };
  const Reference& reference_;
  std::vector<Sums> sums_;  // [descriptors]
  std::uint64_t size_ = 0;
  double pairs_ = 0;  // ordered ones of two graphs of a block
};

}  // namespace graphvq
