#pragma once

#include "libgraphvq/method/prior/config.hpp"
#include "libgraphvq/nn/torch/gru.hpp"
#include "libgraphvq/nn/torch/model.hpp"

namespace graphvq {

/// The GRU prior over codes (Eq. 5 and 6): a term is a token, EOS included.
class PriorNet : public Model {
 public:
  explicit PriorNet(const PriorConfig& config);

  std::int64_t terms(const Record& record) const override {
    return static_cast<std::int64_t>(record.codes.size()) + 1;
  }
  ShardLoss loss(const Shard& shard) override;

  /// Teacher-forced logits, [n + 1, K + 2]: row i is for position i given the codes before it.
  torch::Tensor logits(std::span<const std::uint32_t> codes);

  /// Sampling: the state of `batch` sequences before their first code, [layers, batch, h].
  torch::Tensor initial(std::int64_t batch) const { return gru_->zero_state(batch); }
  /// Logits [batch, K + 2] of the next code after `codes` [batch] of int64 (config.start() at
  /// first); `state` moves on.
  torch::Tensor step(const torch::Tensor& codes, torch::Tensor& state);

 private:
  torch::Tensor embed(const torch::Tensor& codes);  // [rows] of int64 to [rows, h]

  PriorConfig config_;
  torch::nn::Embedding embedding_;
  torch::nn::Embedding label_ = nullptr;  // where the configuration has it
  Gru gru_;
  torch::nn::Linear output_;
};

}  // namespace graphvq
