#pragma once

#include "libgraphvq/method/tokenizer/config.hpp"
#include "libgraphvq/nn/torch/model.hpp"

namespace graphvq {

/// The VQ tokenizer (Eq. 1 to 4) with an EMA codebook: a term is a node; its loss is the squared
/// error of the features summed over d, plus the BCE of the window positions that exist, plus beta
/// times the squared distance to the code. The continuous one decodes the latents themselves: no
/// codebook, no statistics, the first two terms.
class TokenizerNet : public Model {
 public:
  explicit TokenizerNet(const TokenizerConfig& config);

  std::int64_t terms(const Record& record) const override { return record.graph.n; }
  /// Statistics of a training shard: nodes of each code [K], sum of their latents [K, h], and for
  /// `revive` one latent a code to be redrawn from [K, h].
  ShardLoss loss(const Shard& shard) override;
  /// First codes: latents of the training nodes in random order, one a distinct context; where
  /// these run out, contexts repeat.
  void prepare(std::span<const Record> train, std::uint64_t seed) override;
  void after_batch(const std::vector<std::vector<torch::Tensor>>& statistics) override;
  std::uint64_t parameter_count() const override;
  std::optional<CodebookUse> codebook_use() const override;

  /// z of Eq. 2, [n, h].
  torch::Tensor latents(const Record& record);
  /// The nearest code of each latent [n, h], [n] of int64; ties go to the lower code.
  torch::Tensor nearest(const torch::Tensor& latents) const;
  /// Outputs of the decoder for each code, [K, d + W]: features, then edge logits.
  torch::Tensor decoded();

 private:
  void revive(const std::vector<std::vector<torch::Tensor>>& statistics);

  TokenizerConfig config_;
  torch::nn::Sequential encoder_;
  torch::nn::Sequential decoder_;
  bool quantizes() const { return config_.kind == TokenizerKind::vq; }
  torch::TensorOptions options() const { return parameters().front().options(); }

  torch::Tensor codebook_;  // [K, h], a buffer
  torch::Tensor count_;     // ema.count [K]
  torch::Tensor sum_;       // ema.sum [K, h]
};

}  // namespace graphvq
