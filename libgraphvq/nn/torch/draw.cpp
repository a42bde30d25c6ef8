#include "libgraphvq/nn/torch/draw.hpp"

namespace graphvq {

torch::Tensor uniforms(std::span<const std::int64_t> wanted, const Draw& draw, Purpose purpose) {
  const std::int64_t most = wanted.empty() ? 0 : *std::max_element(wanted.begin(), wanted.end());
  auto result = torch::zeros({static_cast<std::int64_t>(wanted.size()), most});
  auto* row = result.data_ptr<float>();
  for (std::size_t g = 0; g < wanted.size(); ++g, row += most) {
    Stream stream(draw.seed, purpose, draw.first + g);
    for (std::int64_t k = 0; k < wanted[g]; ++k) row[k] = stream.uniform_float();
  }
  return result;
}

}  // namespace graphvq
