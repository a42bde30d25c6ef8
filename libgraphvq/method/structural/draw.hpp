#pragma once

#include <memory>
#include <span>
#include <vector>

#include "libgraphvq/method/generator.hpp"
#include "libgraphvq/method/structural/config.hpp"

namespace graphvq {

/// The structural decoder, native: batched over graphs, threaded, no LibTorch. A graph is drawn row
/// by row (PartialGraph): its code is drawn with float j of Stream(seed, Purpose::codes, record),
/// its k-th decision with float k of Stream(seed, Purpose::edges, record). Memory: about
/// 4 h (4 + passes) bytes a node for each of up to 64 graphs a thread, and their partial graphs.
class StructuralSampler {
 public:
  StructuralSampler(const StructuralConfig& config, const Tensors& weights);
  ~StructuralSampler();

  struct Drawn {
    std::vector<std::uint32_t> codes;
    std::vector<Edge> edges;  // sorted
  };
  /// Joint alone: graphs of the given sizes.
  std::vector<Drawn> sample(std::span<const std::uint32_t> sizes, const Draw& draw) const;
  /// The edges of graphs with the given codes; a joint model has its own codes replaced by them.
  std::vector<Drawn> sample(std::span<const std::vector<std::uint32_t>> codes,
                            const Draw& draw) const;

  struct Logits {
    std::vector<float> codes;         // [n, K], joint alone
    std::vector<Decision> decisions;  // in the order of row_decisions()
  };
  /// Teacher-forced, before any temperature. Throws Error as row_decisions() does. `advance` counts
  /// graphs.
  std::vector<Logits> logits(std::span<const Forced> graphs, unsigned threads,
                             const Advance& advance = {}) const;
  /// Their decisions alone.
  std::vector<std::vector<Decision>> decisions(std::span<const Forced> graphs, unsigned threads,
                                               const Advance& advance = {}) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace graphvq
