#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "libgraphvq/graph/graph.hpp"
#include "libgraphvq/method/chunk/weights.hpp"
#include "libgraphvq/nn/native/lanes.hpp"

namespace graphvq {

/// Graphs whose pairs are decided together, chunk by chunk: one a lane, the largest first.
class ChunkGroup {
 public:
  /// `positions` holds PairLayer::positions of every size above 1; all arguments outlive the group.
  ChunkGroup(const ChunkWeights& weights, const std::vector<std::span<const std::uint32_t>>& codes,
             const std::map<std::uint32_t, kernels::Floats>& positions);

  /// To the next chunk, once all bits of the last are set; false when no pair is left.
  bool advance();
  /// Logits [lane_stride] of pair b of the chunk, once the bits before it are set.
  const float* logits(std::size_t b);
  /// The bits [lane_stride] of pair b, to be set to 0 or 1 by the caller.
  float* bits(std::size_t b) { return x_.data() + b * kernels::lane_stride; }

  /// How many lanes still have pairs.
  std::size_t active() const { return walks_.size(); }
  /// Pairs of this chunk in a lane.
  std::size_t count(std::size_t lane) const { return walks_[lane].count; }
  Edge pair(std::size_t lane, std::size_t b) const { return pairs_[lane * chunk_ + b]; }

 private:
  /// A graph on its way through its pairs in row-major order.
  struct Walk {
    std::span<const std::uint32_t> codes;
    const float* positions = nullptr;
    std::uint64_t left = 0;  // pairs after this chunk
    std::size_t count = 0;   // pairs of this chunk
    Edge next{0, 1};
  };
  void gather(std::size_t lane);

  const ChunkWeights& weights_;
  std::size_t chunk_;  // B
  std::size_t width_;  // of the pairs' hidden layer
  std::vector<Walk> walks_;
  std::vector<Edge> pairs_;  // [lane, B]
  StackState state_;
  bool first_ = true;
  kernels::Floats bases_;    // [lane, width]
  kernels::Floats pooled_;   // [lane, width]
  kernels::Floats x_;        // [B + width, lane_stride]: bits, then the pooled pairs
  kernels::Floats logits_;   // [B or 1, lane_stride]
  kernels::Floats own_;      // pair: [B, lane_stride] what each pair adds to its logit
  kernels::Floats gates_;    // ar: [3h, lane_stride]
  kernels::Floats cell_;     // ar: [h, lane_stride]
  kernels::Floats next_;     // ar: [h, lane_stride]
  kernels::Floats scratch_;  // [B, width]
  std::vector<kernels::PairTerms> terms_;  // [B]
  std::vector<const float*> rows_;         // [lane_stride] of pooled_
};

}  // namespace graphvq
