#include <algorithm>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/base/random.hpp"
#include "libgraphvq/method/tokenizer/draw.hpp"

namespace graphvq {

std::vector<Edge> one_stage(const CodeTable& table, std::span<const std::uint32_t> codes,
                            std::uint64_t record, const Draw& draw) {
  const auto window = table.window.size() / table.codes;
  Stream stream(draw.seed, Purpose::window, record);
  std::vector<Edge> edges;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (codes[i] >= table.codes)
      throw Error("code " + std::to_string(codes[i]) + " under a tokenizer of " +
                  std::to_string(table.codes) + " codes");
    for (std::size_t w = 1; w <= window; ++w) {
      const float u = stream.uniform_float();
      const float p = table.window[codes[i] * window + w - 1];
      if (w <= i && (draw.threshold ? p > .5F : u < p))
        edges.push_back({static_cast<Node>(i - w), static_cast<Node>(i)});
    }
  }
  std::ranges::sort(edges);
  return edges;
}

}  // namespace graphvq
