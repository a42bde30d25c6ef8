#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "libgraphvq/base/tensor.hpp"
#include "libgraphvq/method/tokenizer/config.hpp"

namespace graphvq {

/// What Stage B knows of each code: row k is h = [codebook row k; one-hot of the label that the
/// decoder gives code k] (Eq. 8). Computed once from the tokenizer's tensors, without torch.
/// Of raw codes the row is the one-hot alone: h_tok = 0, W = 0.
struct CodeTable {
  std::uint32_t codes = 0;            // K
  std::uint32_t width = 0;            // h_tok + d
  std::vector<float> rows;            // [K, width]
  std::vector<std::uint32_t> labels;  // [K] argmax of the decoded features, ties to the lower label
  std::vector<float> window;          // [K, W] edge probabilities p_hat of Eq. 3
};

/// Throws Error for a continuous tokenizer, which has no codes.
CodeTable code_table(const TokenizerConfig& config, const Tensors& weights);

/// The table of codes whose latent vectors are `vectors` [K, h], of a tokenizer with a decoder:
/// each continuous token is a code of its own.
CodeTable latent_table(const TokenizerConfig& config, const Tensors& weights,
                       std::span<const float> vectors);

/// The table of raw codes with `vectors` [K, h] before the one-hot labels.
CodeTable with_vectors(const CodeTable& raw, std::span<const float> vectors);

/// Vectors [K, h] for codes that have none learned: standard normal, from Stream(seed,
/// Purpose::codebook).
std::vector<float> random_vectors(std::uint32_t codes, std::uint32_t hidden, std::uint64_t seed);

}  // namespace graphvq
