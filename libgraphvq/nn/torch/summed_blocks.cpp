#include "libgraphvq/nn/torch/summed_blocks.hpp"

namespace graphvq {

torch::Tensor summed_blocks(
    std::size_t blocks, const std::vector<torch::Tensor>& inputs,
    const std::function<torch::Tensor(std::size_t, const std::vector<torch::Tensor>&)>& piece) {
  const bool wanted = torch::GradMode::is_enabled();
  std::vector<torch::Tensor> leaves, gradients, used;
  for (const torch::Tensor& input : inputs) {
    leaves.push_back(input.detach().requires_grad_(wanted && input.requires_grad()));
    if (leaves.back().requires_grad()) used.push_back(leaves.back());
  }
  torch::Tensor sum = torch::zeros({}, inputs.front().options());
  for (std::size_t b = 0; b < blocks; ++b) {
    const torch::Tensor value = piece(b, leaves);
    sum = sum + value.detach();
    if (used.empty()) continue;
    const auto found = torch::autograd::grad({value}, used);
    if (gradients.empty()) {
      gradients = found;
    } else {
      for (std::size_t k = 0; k < found.size(); ++k) gradients[k] = gradients[k] + found[k];
    }
  }
  if (gradients.empty()) return sum;
  // Nothing is added to the value; the gradient of each term is the one that is known.
  auto gradient = gradients.begin();
  for (std::size_t k = 0; k < inputs.size(); ++k)
    if (leaves[k].requires_grad())
      sum = sum + ((inputs[k] - inputs[k].detach()) * *gradient++).sum();
  return sum;
}

}  // namespace graphvq
