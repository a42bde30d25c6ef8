#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "libgraphvq/base/tensor.hpp"
#include "libgraphvq/method/chunk/config.hpp"
#include "libgraphvq/method/generator.hpp"
#include "libgraphvq/nn/native/draw.hpp"

namespace graphvq {

/// The chunk decoder (Eq. 8 to 10), native: batched over graphs, threaded. The k-th pair in
/// row-major order takes the k-th float of Stream(seed, Purpose::edges, record); an edge where it
/// is below p.
class ChunkSampler {
 public:
  ChunkSampler(const ChunkConfig& config, const Tensors& weights, const CodeTable& table);
  ~ChunkSampler();
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

}  // namespace graphvq
