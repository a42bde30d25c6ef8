#pragma once

#include <cstdint>

#include "libgraphvq/nn/torch/torch.hpp"

namespace graphvq {

/// Moves the parameters that take gradients into one array and makes each a view of it; returns
/// that array, [P], in the order of `module.parameters()`.
torch::Tensor flatten_parameters(torch::nn::Module& module);

/// The gradient of `loss` with respect to the same parameters, [P]; zero where it does not reach.
torch::Tensor flat_gradient(const torch::nn::Module& module, const torch::Tensor& loss);

/// Adam (Kingma and Ba, ICLR 2015) over one array of parameters, as torch::optim::Adam computes it
/// with betas .9 and .999 and eps 1e-8.
struct Adam {
  torch::Tensor parameters;  // [P], changed in place
  torch::Tensor mean;        // [P], of the gradient
  torch::Tensor square;      // [P], of its square
  std::int64_t steps = 0;

  explicit Adam(const torch::Tensor& flat);
  /// `weight_decay` times the parameters joins the gradient.
  void step(torch::Tensor gradient, double lr, double weight_decay = 0);
};

}  // namespace graphvq
