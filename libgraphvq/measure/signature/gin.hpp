#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "libgraphvq/graph/graph.hpp"

namespace graphvq {

/// The untrained graph isomorphism network of Thompson et al. (2022), as their code has it: two
/// rounds of sums over neighbours, each followed by a perceptron of two layers of 35, with
/// batch normalisations at their start (a division by sqrt(1 + 1e-5)) and orthogonal weights.
/// A node starts from its label, one-hot among `node_labels` categories, or, where that is 0, from
/// twice its degree; edge labels, one-hot too, join what a neighbour sends. A label beyond the
/// categories is no input. In double precision.
class Gin {
 public:
  static constexpr int hidden = 35;

  struct Linear {
    Eigen::MatrixXd weight;  // [out, in]
    Eigen::VectorXd bias;    // [out]
  };

  /// Weights by Stream(seed, Purpose::init, layer).
  Gin(std::uint32_t node_labels, std::uint32_t edge_labels, std::uint64_t seed);
  /// The two layers of each of two perceptrons.
  Gin(std::uint32_t node_labels, std::uint32_t edge_labels, std::vector<Linear> layers);

  /// The sums over nodes of what they start from and of each round's output, [inputs + 2 hidden].
  std::vector<double> embed(const Graph& graph) const;

  const std::vector<Linear>& layers() const { return layers_; }

 private:
  Eigen::Index inputs() const { return node_labels_ == 0 ? 1 : node_labels_; }

  std::uint32_t node_labels_, edge_labels_;
  std::vector<Linear> layers_;
};

}  // namespace graphvq
