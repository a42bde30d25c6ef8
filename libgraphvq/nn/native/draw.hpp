#pragma once

#include <cstdint>

namespace graphvq {

/// How records are drawn. What record r of a call draws depends on (seed, first + r) alone: never
/// on threads or batches.
struct Draw {
  std::uint64_t seed = 0;
  std::uint64_t first = 0;  // record number of the first graph of the call
  unsigned threads = 1;
  double temperature = 1;       // logits of edges are divided by it
  double node_temperature = 1;  // likewise those of tokens
  bool threshold = false;       // edges by p > .5, not drawn
  double sharpen = 0;           // of edges, p < T becomes 0, p > 1 - T becomes 1
};

/// Whether a bit of probability p is set, where u is its uniform number.
inline bool chance(const Draw& draw, float p, float u) {
  if (draw.threshold) return p > .5F;
  return p > static_cast<float>(1 - draw.sharpen) ||
         (p >= static_cast<float>(draw.sharpen) && u < p);
}

}  // namespace graphvq
