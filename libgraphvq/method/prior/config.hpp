#pragma once

#include <cstdint>

#include "libgraphvq/method/method.hpp"

namespace graphvq {

/// The GRU prior over codes (Eq. 5 and 6); code K is SOS, code K+1 is EOS. With `latent` the
/// Gaussian one over continuous tokens, without SOS and EOS: K = 0, and its tensors are further
/// below. Tensors: embedding.weight [K+2, h], gru.weight_ih_lX [3h, h], gru.weight_hh_lX [3h, h],
/// gru.bias_ih_lX [3h], gru.bias_hh_lX [3h] (gates r, z, n as in torch.nn.GRU), output.weight [K+2,
/// h], output.bias. With `label_embedding` also label_embedding.weight [K, h]: added to a code's
/// embedding, and to stand for the codebook in Stage B.
/// The Gaussian prior has input.weight [h, l] and input.bias (of the token before, zeros at first),
/// gru.*, mean.weight [l, h], mean.bias, log_variance.weight [l, h] and log_variance.bias.
struct PriorConfig {
  std::uint32_t codes = 32;
  std::uint32_t hidden = 32;
  std::uint32_t layers = 2;
  bool label_embedding = false;  // raw codes
  std::uint32_t latent = 0;      // l: width of continuous tokens; 0 for codes

  std::uint32_t start() const { return codes; }
  std::uint32_t end() const { return codes + 1; }
  std::uint32_t vocabulary() const { return codes + 2; }
  bool operator==(const PriorConfig&) const = default;
};

/// Log-variances of the Gaussian prior are cut to [-log_variance_reach, log_variance_reach]: tokens
/// of few distinct contexts have no density.
inline constexpr float log_variance_reach = 8;

/// A prior as its file has it.
struct PriorSetup final : Setup {
  PriorConfig net;
  SizeCounts counts;  // p(N)
  bool gaussian;

  explicit PriorSetup(bool of_vectors) : gaussian(of_vectors) {}
  void fields(Fields& fields) override;
  void learn(Lessons& lessons) override;
  std::optional<TokenShape> tokens() const override { return TokenShape{net.codes, net.latent, 0}; }
  const SizeCounts* sizes() const override { return &counts; }
};

}  // namespace graphvq
