#include "libgraphvq/nn/torch/gru.hpp"

#include "libgraphvq/nn/torch/model.hpp"
#include "tests/nn/torch/gradients.hpp"
#include "tests/nn/torch/torch_catch.hpp"

namespace graphvq {
namespace {

struct Case {
  std::vector<std::int64_t> lengths;
  std::int64_t input;
  std::int64_t hidden;
};

/// Values and gradients, of our layer or of torch's, on the same random tensors.
std::vector<torch::Tensor> run(const Case& c, torch::Dtype type, bool ours) {
  torch::manual_seed(1);
  const auto options = torch::TensorOptions().dtype(type);
  const Packing packing = pack(c.lengths);
  const auto leaf = [&](at::IntArrayRef shape) {
    return torch::randn(shape, torch::kFloat64).mul(.5).to(type).requires_grad_();
  };
  const torch::Tensor x = leaf({packing.rows, c.input});
  const torch::Tensor initial = leaf({packing.sizes.front(), c.hidden});
  const GruWeights w{leaf({3 * c.hidden, c.input}), leaf({3 * c.hidden, c.hidden}),
                     leaf({3 * c.hidden}), leaf({3 * c.hidden})};
  const torch::Tensor weights = torch::randn({packing.rows, c.hidden}, torch::kFloat64).to(options);
  const torch::Tensor y =
      ours ? gru_layer(x, packing.sizes, initial, w)
           : std::get<0>(torch::gru(x, torch::tensor(packing.sizes), initial.unsqueeze(0),
                                    {w.weight_ih, w.weight_hh, w.bias_ih, w.bias_hh}, true, 1, 0,
                                    true, false));
  auto result = torch::autograd::grad({(y * weights).sum()},
                                      {x, initial, w.weight_ih, w.weight_hh, w.bias_ih, w.bias_hh});
  result.push_back(y.detach());
  return result;
}

void compare(const Case& c, torch::Dtype type, double tolerance) {
  const auto ours = run(c, type, true), theirs = run(c, type, false);
  for (std::size_t i = 0; i < ours.size(); ++i) {
    REQUIRE(ours[i].sizes() == theirs[i].sizes());
    const double scale = std::max(1.0, theirs[i].abs().max().item<double>());
    CHECK((ours[i] - theirs[i]).abs().max().item<double>() <= tolerance * scale);
  }
}

}  // namespace

TEST_CASE("sequences are packed longest first, ties by number") {
  const Packing packing = pack(std::vector<std::int64_t>{2, 0, 3, 2});
  CHECK(packing.order == std::vector<std::int64_t>{2, 0, 3, 1});
  CHECK(packing.sizes == std::vector<std::int64_t>{3, 3, 1});
  CHECK(packing.offsets == std::vector<std::int64_t>{0, 3, 6});
  CHECK(packing.rows == 7);
  CHECK(pack({}).sizes.empty());
  CHECK(pack(std::vector<std::int64_t>{0, 0}).rows == 0);
}

TEST_CASE("the fused layer has the values and gradients of torch's GRU") {
  const Case c =
      GENERATE(Case{{7, 7, 7, 7, 7, 7, 7, 7}, 32, 32}, Case{{9, 8, 5, 5, 2, 1}, 33, 32},
               Case{{4, 3, 1}, 3, 5}, Case{{3, 3, 3}, 6, 12}, Case{{5, 4}, 8, 48}, Case{{6}, 1, 1});
  compare(c, torch::kFloat64, 1e-10);
  compare(c, torch::kFloat32, 1e-5);
}

TEST_CASE("saturated gates stay finite") {
  const GruWeights w{torch::full({3, 1}, 1e4), torch::zeros({3, 1}), torch::zeros({3}),
                     torch::zeros({3})};
  const torch::Tensor x = torch::tensor({-1.F, 1.F}).view({2, 1}).requires_grad_();
  const torch::Tensor y = gru_layer(x, std::vector<std::int64_t>{1, 1}, {}, w);
  // z = 0, n = -1; then z = 1 keeps the state.
  CHECK(y[0].item<float>() == -1);
  CHECK(y[1].item<float>() == -1);
  CHECK(torch::autograd::grad({y.sum()}, {x})[0].isfinite().all().item<bool>());
}

TEST_CASE("gradients of a stack agree with differences") {
  Gru gru(2, 3, 2);
  initialise(*gru, 5);
  gru->to(torch::kFloat64);
  const Packing packing = pack(std::vector<std::int64_t>{3, 2});
  const torch::Tensor x = torch::linspace(-1, 1, 10, torch::kFloat64).view({5, 2}).requires_grad_();
  auto tensors = gru->parameters();
  tensors.push_back(x);
  CHECK(test::gradient_error(tensors, [&] { return gru->forward(x, packing).square().sum(); }) <
        1e-6);
}

TEST_CASE("steps of torch's cells make the sequence") {
  Gru gru(4, 16, 2);
  initialise(*gru, 6);
  const torch::NoGradGuard no_grad;
  const Packing packing = pack(std::vector<std::int64_t>{5, 5, 5});
  const torch::Tensor x = torch::linspace(-2, 2, 60).view({15, 4});
  const torch::Tensor rows = gru->forward(x, packing);
  torch::Tensor state = gru->zero_state(3);
  for (std::int64_t t = 0; t < 5; ++t) {
    const torch::Tensor top = gru->step(x.narrow(0, 3 * t, 3), state);
    CHECK((top - rows.narrow(0, 3 * t, 3)).abs().max().item<float>() < 1e-6);
  }
}

}  // namespace graphvq
