#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include "libgraphvq/base/random.hpp"
#include "libgraphvq/nn/native/draw.hpp"
#include "libgraphvq/nn/torch/torch.hpp"

namespace graphvq {

/// [graphs, most]: the first `wanted[g]` floats of each graph's stream; 0 beyond.
torch::Tensor uniforms(std::span<const std::int64_t> wanted, const Draw& draw, Purpose purpose);

/// Codes or pairs on the device at once, graphs padded to the largest: bounds its memory.
inline constexpr std::size_t draw_limit = 1 << 20;

/// Runs sample(items, draw) on batches of the input; each knows the number of its first record.
template <class Item, class Cost, class Sample>
auto in_batches(std::span<const Item> items, Draw draw, Cost cost, Sample sample) {
  decltype(sample(items, draw)) result;
  while (!items.empty()) {
    std::size_t count = 0, most = 1;
    while (count < items.size()) {
      most = std::max<std::size_t>(most, cost(items[count]));
      if (count > 0 && (count + 1) * most > draw_limit) break;
      ++count;
    }
    auto part = sample(items.first(count), draw);
    draw.first += count;
    items = items.subspan(count);
    std::move(part.begin(), part.end(), std::back_inserter(result));
  }
  return result;
}

}  // namespace graphvq
