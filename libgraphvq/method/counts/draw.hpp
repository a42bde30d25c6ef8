#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "libgraphvq/base/tensor.hpp"
#include "libgraphvq/data/sizes.hpp"
#include "libgraphvq/graph/graph.hpp"
#include "libgraphvq/method/counts/config.hpp"

namespace graphvq {

class Baseline {
 public:
  /// Throws Error where `graphs` is empty.
  static Baseline fit(const BaselineConfig& config, const std::vector<Graph>& graphs);
  /// Throws Error where the tensors do not fit the configuration or each other.
  static Baseline from_tensors(const BaselineConfig& config, const SizeCounts& sizes,
                               const Tensors& tensors);
  /// graphs.nodes [G], graphs.edge_counts [G], graphs.edges [M, 2], graphs.labels [N] (i64) where
  /// the configuration keeps graphs; density [sizes], pairs [d, d], shares [d] (f64).
  Tensors tensors() const;

  const SizeCounts& sizes() const { return sizes_; }
  /// Graph `record`: it depends on (n, seed, record) alone. It has n nodes under er and
  /// label_block; er takes the density of the nearest size that it knows. Throws Error where
  /// graph_labels knows no graph of the size.
  Graph draw(Node n, std::uint64_t seed, std::uint64_t record) const;

 private:
  explicit Baseline(const BaselineConfig& config) : config_(config) {}
  double density(Node n) const;
  void index_sizes();
  std::vector<std::uint32_t> draw_labels(Node n, std::uint64_t seed, std::uint64_t record) const;

  BaselineConfig config_;
  SizeCounts sizes_;
  std::vector<Graph> graphs_;                         // without edges where they are not kept
  std::map<Node, std::vector<std::size_t>> of_size_;  // graph_labels: which graphs
  std::map<Node, double> density_;                    // er
  std::vector<double> pairs_;                         // label_block: [d, d]
  std::vector<double> shares_;                        // [d]
};

}  // namespace graphvq
