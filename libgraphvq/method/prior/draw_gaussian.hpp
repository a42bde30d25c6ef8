#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "libgraphvq/base/tensor.hpp"
#include "libgraphvq/method/prior/config.hpp"
#include "libgraphvq/nn/native/draw.hpp"

namespace graphvq {

/// The Gaussian GRU prior over continuous tokens: given those before it, the numbers of a token are
/// independent normal ones.
/// Number u of the token at position j takes the (j * l + u)-th normal of Stream(seed,
/// Purpose::codes, record); Draw's temperature multiplies the variances.
class GaussianPriorSampler {
 public:
  GaussianPriorSampler(const PriorConfig& config, const Tensors& weights);
  ~GaussianPriorSampler();
  /// [sizes[g], l] for each g.
  std::vector<std::vector<float>> sample(std::span<const std::uint32_t> sizes,
                                         const Draw& draw) const;
  /// Of each token [n, l] given those before it: [n, 2 l] means, then log-variances.
  std::vector<float> moments(std::span<const float> tokens) const;
  /// Minus the log-density of tokens [n, l], in nats; it may be negative.
  double nll(std::span<const float> tokens) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace graphvq
