#include "libgraphvq/nn/native/lanes.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "libgraphvq/base/error.hpp"

namespace graphvq {

std::vector<std::vector<std::uint32_t>> lane_groups(std::span<const std::uint32_t> sizes,
                                                    unsigned threads) {
  std::vector<std::uint32_t> order(sizes.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](auto g) { return sizes[g]; });
  const auto share = lanes_for(sizes.size() / std::max(threads, 1U));
  const auto width = std::clamp(share, kernels::lane_step, kernels::lane_stride);
  std::vector<std::vector<std::uint32_t>> groups;
  for (std::size_t first = 0; first < order.size(); first += width) {
    const auto last = std::min(first + width, order.size());
    groups.emplace_back(order.begin() + static_cast<std::ptrdiff_t>(first),
                        order.begin() + static_cast<std::ptrdiff_t>(last));
  }
  return groups;
}

std::vector<Stream> streams_of(std::span<const std::uint32_t> members, const Draw& draw,
                               Purpose purpose) {
  std::vector<Stream> streams;
  for (const auto g : members) streams.emplace_back(draw.seed, purpose, draw.first + g);
  return streams;
}

void refuse_logit(std::uint64_t graph) {
  throw Error("graph " + std::to_string(graph) +
              ": a logit of the model is not finite; its weights are too large");
}

StackState::StackState(const std::vector<kernels::Cell>& cells) : cells_(cells) {
  for (const auto& cell : cells) now_.emplace_back(cell.hidden * kernels::lane_stride);
  next_.resize(cells.front().hidden * kernels::lane_stride);
}

const float* StackState::advance(const float* bias, const float* gates, const float* x,
                                 std::size_t lanes) {
  for (std::size_t layer = 0; layer < cells_.size(); ++layer) {
    kernels::step(cells_[layer], bias, gates, x, now_[layer].data(), next_.data(), lanes);
    std::swap(now_[layer], next_);
    x = now_[layer].data();
    gates = nullptr;
    bias = layer + 1 < cells_.size() ? cells_[layer + 1].bias.data() : nullptr;
  }
  return x;
}

}  // namespace graphvq
