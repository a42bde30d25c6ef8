#pragma once

#include <vector>

#include "libgraphvq/measure/graph_set.hpp"

namespace graphvq {

enum class BandwidthRule : std::uint8_t { median, mean, fixed };
enum class Estimator : std::uint8_t { biased, unbiased };

struct MmdSettings {
  BandwidthRule rule = BandwidthRule::median;
  double bandwidth = 0;  // for BandwidthRule::fixed; 0 is the limit kernel
  bool pooled = false;  // distances of the reference and the generated graphs, else the reference's
  Estimator estimator = Estimator::biased;
  unsigned threads = 1;  // changes no bit of a result
};

struct Discrepancy {
  Descriptor descriptor = Descriptor::degree;
  double value = 0;      // MMD^2; the unbiased one may be negative
  double bandwidth = 0;  // of the Gaussian kernel, 0 for its limit
};

/// A set that generated ones are compared with; what depends on it alone is computed once.
class Reference {
 public:
  /// Throws Error for an empty set, and for a single graph where the estimator is unbiased.
  Reference(GraphSet graphs, const MmdSettings& settings);

  const GraphSet& graphs() const { return graphs_; }

  /// MMD^2 of each descriptor with the kernel exp(-d^2 / (2 s^2)) (NOTES.md, "MMD"). `generated`
  /// has the same descriptors. Throws Error as the constructor does.
  std::vector<Discrepancy> compare(const GraphSet& generated) const;

 private:
  double bandwidth(const SignatureSet& set) const;

  GraphSet graphs_;
  MmdSettings settings_;
  std::vector<double> bandwidths_;  // of each descriptor, where not pooled
  std::vector<double> sums_;        // kernel over all pairs of reference graphs, where not pooled
};

}  // namespace graphvq
