#include "libgraphvq/nn/torch/mix.hpp"
#include "libgraphvq/nn/torch/summed_blocks.hpp"
#include "tests/nn/torch/torch_catch.hpp"

namespace graphvq {

TEST_CASE("a mix is its matrix, in value and gradient") {
  Mix mix;
  mix.gather(2);
  mix.end_row();  // nothing
  mix.add(0);
  mix.add(2, -.5);
  mix.add(0, 3);
  mix.end_row();
  const auto matrix = torch::tensor({{0., 0., 1.}, {0., 0., 0.}, {4., 0., -.5}}, torch::kFloat64);
  const auto x = torch::randn({3, 5}, torch::kFloat64).requires_grad_();
  const auto y = torch::randn({3, 5}, torch::kFloat64);
  CHECK(torch::allclose(mix(x), torch::mm(matrix, x)));
  const auto found = torch::autograd::grad({(mix(x) * y).sum()}, {x});
  CHECK(torch::allclose(found[0], torch::mm(matrix.t(), y)));
}

TEST_CASE("a sum over blocks has the value and the gradient of the whole") {
  const auto x = torch::arange(12, torch::kFloat64).view({4, 3}).requires_grad_();
  const auto w = torch::tensor({.5, -1., 2.}, torch::kFloat64).requires_grad_();
  const auto piece = [](std::size_t b, const std::vector<torch::Tensor>& in) {
    return torch::tanh(torch::mv(in[0].narrow(0, 2 * static_cast<std::int64_t>(b), 2), in[1]))
        .sum();
  };
  const auto whole = 3 * torch::tanh(torch::mv(x, w)).sum();
  const auto blocks = 3 * summed_blocks(2, {x, w}, piece);
  CHECK(blocks.item<double>() == Approx(whole.item<double>()).epsilon(1e-12));
  const auto expected = torch::autograd::grad({whole}, {x, w});
  const auto found = torch::autograd::grad({blocks}, {x, w});
  for (std::size_t k = 0; k < 2; ++k) CHECK(torch::allclose(found[k], expected[k]));
}

}  // namespace graphvq
