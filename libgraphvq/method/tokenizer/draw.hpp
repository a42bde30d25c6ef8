#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "libgraphvq/base/tensor.hpp"
#include "libgraphvq/data/record.hpp"
#include "libgraphvq/method/tokenizer/code_table.hpp"
#include "libgraphvq/method/tokenizer/config.hpp"
#include "libgraphvq/nn/native/draw.hpp"

namespace graphvq {

/// Tokens of records under a tokenizer (Eq. 2).
class Tokenizer {
 public:
  Tokenizer(const TokenizerConfig& config, const Tensors& weights);
  ~Tokenizer();
  /// One code a node of the ordered graph; ties go to the lower code. Throws Error for a continuous
  /// tokenizer.
  std::vector<std::uint32_t> encode(const Graph& ordered) const;
  /// z of Eq. 2, [n, h]. Throws Error for a raw tokenizer.
  std::vector<float> latents(const Graph& ordered) const;
  /// Gives an ordered record its codes, or of a continuous tokenizer its latents.
  void tokenize(Record& record) const;
  /// Outputs of the decoder for each token of a record: [n, d + W], features then edge logits. Of
  /// raw codes: the log-probabilities of the labels, 0 and -infinity. Throws Error for a token
  /// that is none of this tokenizer.
  std::vector<float> decode(const Record& record) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// One-stage edges: an edge {i, i - w} where the window of node i's code says so (Draw's threshold
/// holds). Pair {i, i - w} takes float i * W + w - 1 of Stream(seed, Purpose::window, record).
std::vector<Edge> one_stage(const CodeTable& table, std::span<const std::uint32_t> codes,
                            std::uint64_t record, const Draw& draw);

}  // namespace graphvq
