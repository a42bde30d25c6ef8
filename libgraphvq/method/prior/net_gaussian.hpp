#pragma once

#include "libgraphvq/method/prior/config.hpp"
#include "libgraphvq/nn/torch/gru.hpp"
#include "libgraphvq/nn/torch/model.hpp"

namespace graphvq {

/// The Gaussian GRU prior over continuous tokens: a term is a token, its loss minus the log-density
/// under independent normal numbers whose means and log-variances follow from the tokens before.
class GaussianPriorNet : public Model {
 public:
  explicit GaussianPriorNet(const PriorConfig& config);

  std::int64_t terms(const Record& record) const override { return record.graph.n; }
  ShardLoss loss(const Shard& shard) override;

  /// [n, 2 l] means, then log-variances (cut), of tokens [n, l] given those before.
  torch::Tensor moments(std::span<const float> tokens);

 private:
  torch::Tensor moments(const torch::Tensor& before, const Packing& packing);  // [rows, 2 l]

  PriorConfig config_;
  torch::nn::Linear input_;
  Gru gru_;
  torch::nn::Linear mean_;
  torch::nn::Linear log_variance_;
};

}  // namespace graphvq
