#pragma once

#include <cstdint>
#include <vector>

#include "libgraphvq/nn/torch/torch.hpp"

namespace graphvq {

/// A sparse matrix by rows: row r is the sum over k in offsets[r] .. offsets[r + 1] - 1 of
/// weights[k] times row sources[k] of what it is applied to. Gathers, neighbour sums and tables of
/// features are all of this form.
class Mix {
 public:
  void add(std::int64_t source, double weight = 1) {
    sources_.push_back(static_cast<std::int32_t>(source));
    if (weight != 1 || !weights_.empty()) {
      weights_.resize(sources_.size() - 1, 1);
      weights_.push_back(weight);
    }
  }
  void end_row() { offsets_.push_back(static_cast<std::int64_t>(sources_.size())); }
  /// A row with one source.
  void gather(std::int64_t source) {
    add(source);
    end_row();
  }
  std::int64_t rows() const { return static_cast<std::int64_t>(offsets_.size()) - 1; }

  /// [rows of x, h] to [rows(), h], differentiable in x.
  torch::Tensor operator()(const torch::Tensor& x) const;

 private:
  std::vector<std::int64_t> offsets_ = {0};
  std::vector<std::int32_t> sources_;
  std::vector<double> weights_;  // none where all are 1
};

}  // namespace graphvq
