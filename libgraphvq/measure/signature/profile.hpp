#pragma once

#include <span>
#include <vector>

#include "libgraphvq/graph/graph.hpp"

namespace graphvq {

/// Distributions over the nodes of a set of graphs, each graph weighing the same: what a picture
/// shows of a set. Graphs without nodes have no part. Memory is of the size of the result.
class Profile {
 public:
  static constexpr std::size_t clustering_bins = 20;  // equal ones of [0, 1], 1 in the last
  static constexpr std::size_t spectrum_steps = 40;   // of [0, 2], a bin about each end of one

  void add(std::span<const Graph> graphs, unsigned threads = 1);

  /// Share of nodes of each degree.
  std::vector<double> degree() const { return mean(degree_); }
  /// Share of nodes by local clustering coefficient, [clustering_bins]; 0 for degrees below 2.
  std::vector<double> clustering() const { return mean(clustering_); }
  /// Share of eigenvalues of the normalised Laplacian within half a step of k steps,
  /// [spectrum_steps + 1].
  std::vector<double> spectrum() const { return mean(spectrum_); }

 private:
  std::vector<double> mean(std::vector<double> sums) const;

  std::vector<double> degree_;
  std::vector<double> clustering_ = std::vector<double>(clustering_bins);
  std::vector<double> spectrum_ = std::vector<double>(spectrum_steps + 1);
  double graphs_ = 0;
};

}  // namespace graphvq
