#include "libgraphvq/train/adam.hpp"

#include <cmath>
#include <vector>

namespace graphvq {

namespace {

std::vector<torch::Tensor> trainable(const torch::nn::Module& module) {
  std::vector<torch::Tensor> result;
  for (const auto& parameter : module.parameters())
    if (parameter.requires_grad()) result.push_back(parameter);
  return result;
}

}  // namespace

torch::Tensor flatten_parameters(torch::nn::Module& module) {
  const torch::NoGradGuard no_grad;
  const auto parameters = trainable(module);
  std::vector<torch::Tensor> pieces;
  for (const auto& parameter : parameters) pieces.push_back(parameter.detach().reshape(-1));
  torch::Tensor flat = torch::cat(pieces);
  std::int64_t offset = 0;
  for (const auto& parameter : parameters) {
    parameter.set_data(flat.narrow(0, offset, parameter.numel()).view(parameter.sizes()));
    offset += parameter.numel();
  }
  return flat;
}

torch::Tensor flat_gradient(const torch::nn::Module& module, const torch::Tensor& loss) {
  const auto parameters = trainable(module);
  auto gradients = torch::autograd::grad({loss}, parameters, {}, /*retain_graph=*/std::nullopt,
                                         /*create_graph=*/false, /*allow_unused=*/true);
  for (std::size_t i = 0; i < gradients.size(); ++i)
    gradients[i] =
        (gradients[i].defined() ? gradients[i] : torch::zeros_like(parameters[i])).reshape(-1);
  return torch::cat(gradients);
}

Adam::Adam(const torch::Tensor& flat)
    : parameters(flat), mean(torch::zeros_like(flat)), square(torch::zeros_like(flat)) {}

void Adam::step(torch::Tensor gradient, double lr, double weight_decay) {
  const torch::NoGradGuard no_grad;
  if (weight_decay > 0) gradient = gradient.add(parameters, weight_decay);
  constexpr double beta1 = .9;
  constexpr double beta2 = .999;
  ++steps;
  const double correction1 = 1 - std::pow(beta1, static_cast<double>(steps));
  const double correction2 = 1 - std::pow(beta2, static_cast<double>(steps));
  mean.mul_(beta1).add_(gradient, 1 - beta1);
  square.mul_(beta2).addcmul_(gradient, gradient, 1 - beta2);
  const torch::Tensor scale = square.sqrt().div_(std::sqrt(correction2)).add_(1e-8);
  parameters.addcdiv_(mean, scale, -lr / correction1);
}

}  // namespace graphvq
