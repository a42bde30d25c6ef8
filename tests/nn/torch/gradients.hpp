#pragma once

#include <cmath>
#include <functional>
#include <vector>

#include "libgraphvq/nn/torch/torch.hpp"

namespace graphvq::test {

/// The largest difference between the gradients of `loss` and central differences in float64,
/// relative to the larger of the two and 1e-3; every `stride`-th element of each tensor is tried.
inline double gradient_error(const std::vector<torch::Tensor>& tensors,
                             const std::function<torch::Tensor()>& loss, std::int64_t stride = 1) {
  const auto exact = torch::autograd::grad({loss()}, tensors, {}, std::nullopt, false, true);
  const torch::NoGradGuard no_grad;
  constexpr double step = 1e-5;
  double worst = 0;
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    auto* values = tensors[i].data_ptr<double>();
    const torch::Tensor flat =
        exact[i].defined() ? exact[i].contiguous() : torch::zeros_like(tensors[i]);
    for (std::int64_t k = 0; k < tensors[i].numel(); k += stride) {
      const double kept = values[k];
      values[k] = kept + step;
      const double above = loss().item<double>();
      values[k] = kept - step;
      const double below = loss().item<double>();
      values[k] = kept;
      const double expected = (above - below) / (2 * step);
      const double got = flat.const_data_ptr<double>()[k];
      const double scale = std::max({std::abs(expected), std::abs(got), 1e-3});
      worst = std::max(worst, std::abs(expected - got) / scale);
    }
  }
  return worst;
}

}  // namespace graphvq::test
