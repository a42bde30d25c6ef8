#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "libgraphvq/base/tally.hpp"
#include "libgraphvq/base/tensor.hpp"
#include "libgraphvq/data/record.hpp"
#include "libgraphvq/method/config.hpp"
#include "libgraphvq/method/tokenizer/code_table.hpp"

// Native CPU kernels over plain weights: batched over graphs, threaded, no LibTorch.
// What record r of a call draws depends on (seed, first + r) alone: never on threads or batches.
// Stage A: position j takes the j-th float of Stream(seed, Purpose::codes, record); the code is the
// first whose cumulated probability passes it. Stage B: the k-th pair in row-major order takes the
// k-th float of Stream(seed, Purpose::edges, record); an edge where it is below p.

namespace graphvq {

struct Draw {
  std::uint64_t seed = 0;
  std::uint64_t first = 0;  // record number of the first graph of the call
  unsigned threads = 1;
  double temperature = 1;  // logits are divided by it
  bool threshold = false;  // Stage B: edges by p > .5, not drawn
  double sharpen = 0;      // Stage B: p < T becomes 0, p > 1 - T becomes 1
};

/// Whether a bit of probability p is set, where u is its uniform number.
inline bool chance(const Draw& draw, float p, float u) {
  if (draw.threshold) return p > .5F;
  return p > static_cast<float>(1 - draw.sharpen) ||
         (p >= static_cast<float>(draw.sharpen) && u < p);
}

/// Tokens of records under a tokenizer (Eq. 2).
class TokenizerKernel {
 public:
  TokenizerKernel(const TokenizerConfig& config, const Tensors& weights);
  ~TokenizerKernel();
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

/// The GRU prior (Eq. 5).
class PriorKernel {
 public:
  PriorKernel(const PriorConfig& config, const Tensors& weights);
  ~PriorKernel();
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

/// A graph whose codes and sorted edges are given.
struct Forced {
  std::span<const std::uint32_t> codes;
  std::span<const Edge> edges;
};

/// A yes-or-no choice of an edge decoder under teacher forcing.
struct Decision {
  float logit;  // before any temperature
  bool edge;    // what the graph has
};

/// The chunk decoder (Eq. 8 to 10), with every option of EdgesConfig.
class EdgesKernel {
 public:
  EdgesKernel(const EdgesConfig& config, const Tensors& weights, const CodeTable& table);
  ~EdgesKernel();
  /// Sorted edges of each graph, given its codes.
  std::vector<std::vector<Edge>> sample(std::span<const std::vector<std::uint32_t>> codes,
                                        const Draw& draw) const;
  /// Every decision about each graph in the order they are made: all pairs, row-major. Many graphs
  /// at once are an order of magnitude faster. `advance` counts graphs.
  std::vector<std::vector<Decision>> decisions(std::span<const Forced> graphs, unsigned threads,
                                               const Advance& advance = {}) const;
  /// Their logits alone, [n (n - 1) / 2].
  std::vector<std::vector<float>> logits(std::span<const Forced> graphs, unsigned threads) const;
  std::vector<float> logits(std::span<const std::uint32_t> codes,
                            std::span<const Edge> edges) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// One-stage edges: an edge {i, i - w} where the window of node i's code says so (Draw's threshold
/// holds). Pair {i, i - w} takes float i * W + w - 1 of Stream(seed, Purpose::window, record).
std::vector<Edge> one_stage(const CodeTable& table, std::span<const std::uint32_t> codes,
                            std::uint64_t record, const Draw& draw);

}  // namespace graphvq
