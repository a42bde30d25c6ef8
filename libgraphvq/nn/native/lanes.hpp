#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "libgraphvq/base/random.hpp"
#include "libgraphvq/nn/native/draw.hpp"
#include "libgraphvq/nn/native/kernels.hpp"

namespace graphvq {

/// Positions of `sizes` in groups of at most lane_stride, the largest first, so that the lanes of a
/// group end together; smaller groups where there would be too few for all threads.
std::vector<std::vector<std::uint32_t>> lane_groups(std::span<const std::uint32_t> sizes,
                                                    unsigned threads);

/// The streams of the records that `members` of a call are.
std::vector<Stream> streams_of(std::span<const std::uint32_t> members, const Draw& draw,
                               Purpose purpose);

[[noreturn]] void refuse_logit(std::uint64_t graph);
/// Throws Error where a logit of that graph is not finite: finite weights may overflow.
inline void require_finite(float logit, std::uint64_t graph) {
  if (!std::isfinite(logit)) refuse_logit(graph);
}

/// How many lanes are computed for `active` graphs.
inline std::size_t lanes_for(std::size_t active) {
  return (active + kernels::lane_step - 1) / kernels::lane_step * kernels::lane_step;
}

/// The states of a stack of GRU cells over a group of lanes, zero at first.
class StackState {
 public:
  explicit StackState(const std::vector<kernels::Cell>& cells);
  /// One step of all layers; returns the top state [hidden, lane_stride]. `bias`, `gates` and `x`
  /// are those of the first cell (kernels::step).
  const float* advance(const float* bias, const float* gates, const float* x, std::size_t lanes);

 private:
  const std::vector<kernels::Cell>& cells_;
  std::vector<kernels::Floats> now_;  // [layers] of [hidden, lane_stride]
  kernels::Floats next_;
};

}  // namespace graphvq
