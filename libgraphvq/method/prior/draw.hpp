#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "libgraphvq/base/tensor.hpp"
#include "libgraphvq/method/prior/config.hpp"
#include "libgraphvq/nn/native/draw.hpp"

namespace graphvq {

/// The GRU prior (Eq. 5), native: batched over graphs, threaded. Position j takes the j-th float of
/// Stream(seed, Purpose::codes, record); the code is the first whose cumulated probability passes
/// it.
class PriorSampler {
 public:
  PriorSampler(const PriorConfig& config, const Tensors& weights);
  ~PriorSampler();
  /// Exactly sizes[g] codes for each g; SOS and EOS are never drawn.
  std::vector<std::vector<std::uint32_t>> sample(std::span<const std::uint32_t> sizes,
                                                 const Draw& draw) const;
  /// Teacher-forced logits, [n + 1, K + 2]: row i is for position i given the codes before it, row
  /// n for EOS.
  std::vector<float> logits(std::span<const std::uint32_t> codes) const;
  /// The same for many sequences at once, which is an order of magnitude faster.
  std::vector<std::vector<float>> logits(std::span<const std::span<const std::uint32_t>> codes,
                                         unsigned threads) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace graphvq
