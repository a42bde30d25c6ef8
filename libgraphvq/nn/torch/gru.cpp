#include "libgraphvq/nn/torch/gru.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "libgraphvq/nn/torch/gru_kernel.hpp"

namespace graphvq {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

template <class T>
void run_forward(std::span<const std::int64_t> sizes, const torch::Tensor& projected,
                 const torch::Tensor& weight_hh, const torch::Tensor& bias_hh,
                 const torch::Tensor& initial, torch::Tensor& gates, torch::Tensor& states) {
  const torch::Tensor transposed = weight_hh.t().contiguous();
  gru_forward(GruForward<T>{sizes, static_cast<std::size_t>(states.size(1)),
                            projected.const_data_ptr<T>(), transposed.const_data_ptr<T>(),
                            bias_hh.const_data_ptr<T>(), initial.const_data_ptr<T>(),
                            gates.mutable_data_ptr<T>(), states.mutable_data_ptr<T>()});
}

template <class T>
void run_backward(std::span<const std::int64_t> sizes, const torch::Tensor& weight_hh,
                  const torch::Tensor& initial, const torch::Tensor& gates,
                  const torch::Tensor& states, const torch::Tensor& grad, torch::Tensor& before,
                  torch::Tensor& projected, torch::Tensor& recurrent, torch::Tensor& carry) {
  gru_backward(GruBackward<T>{
      sizes, static_cast<std::size_t>(states.size(1)), static_cast<std::size_t>(states.size(0)),
      weight_hh.const_data_ptr<T>(), initial.const_data_ptr<T>(), gates.const_data_ptr<T>(),
      states.const_data_ptr<T>(), grad.const_data_ptr<T>(), before.mutable_data_ptr<T>(),
      projected.mutable_data_ptr<T>(), recurrent.mutable_data_ptr<T>(),
      carry.mutable_data_ptr<T>()});
}

/// One layer on the CPU: matrix products over all rows at once, the recurrence by our kernel.
class FusedLayer : public torch::autograd::Function<FusedLayer> {
 public:
  static torch::Tensor forward(AutogradContext* context, const torch::Tensor& input,
                               const torch::Tensor& initial, const torch::Tensor& weight_ih,
                               const torch::Tensor& weight_hh, const torch::Tensor& bias_ih,
                               const torch::Tensor& bias_hh,
                               const std::vector<std::int64_t>& sizes) {
    const torch::Tensor projected = at::addmm(bias_ih, input, weight_ih.t());  // [rows, 3h]
    const torch::Tensor start = initial.contiguous();
    torch::Tensor gates = torch::empty({input.size(0), 4 * start.size(1)}, input.options());
    torch::Tensor states = torch::empty({input.size(0), start.size(1)}, input.options());
    (is_wide(input) ? run_forward<double> : run_forward<float>)(sizes, projected, weight_hh,
                                                                bias_hh.contiguous(), start, gates,
                                                                states);
    context->save_for_backward({input, start, weight_ih, weight_hh, gates, states});
    context->saved_data["sizes"] = sizes;
    return states;
  }

  static tensor_list backward(AutogradContext* context, const tensor_list& grads) {
    const auto saved = context->get_saved_variables();
    const torch::Tensor &input = saved[0], &initial = saved[1], &weight_ih = saved[2],
                        &weight_hh = saved[3], &gates = saved[4], &states = saved[5];
    const auto sizes = context->saved_data["sizes"].toIntVector();
    torch::Tensor before = torch::empty_like(states);
    torch::Tensor projected = torch::empty({states.size(0), 3 * states.size(1)}, states.options());
    torch::Tensor recurrent = torch::empty_like(projected);
    torch::Tensor carry = torch::zeros_like(initial);
    (is_wide(states) ? run_backward<double> : run_backward<float>)(sizes, weight_hh.contiguous(),
                                                                   initial, gates, states,
                                                                   grads[0].contiguous(), before,
                                                                   projected, recurrent, carry);

    const torch::Tensor by_input =
        context->needs_input_grad(0) ? at::mm(projected, weight_ih) : torch::Tensor();
    return {by_input,
            carry,
            at::mm(projected.t(), input),
            at::mm(recurrent.t(), before),
            projected.sum(0),
            recurrent.sum(0),
            torch::Tensor()};
  }
};

}  // namespace

Packing pack(std::span<const std::int64_t> lengths) {
  Packing packing;
  packing.order.resize(lengths.size());
  std::iota(packing.order.begin(), packing.order.end(), 0);
  const auto length = [&](std::int64_t i) { return lengths[static_cast<std::size_t>(i)]; };
  std::ranges::stable_sort(packing.order, std::greater{}, length);
  auto alive = static_cast<std::int64_t>(lengths.size());
  for (std::int64_t t = 0;; ++t) {
    while (alive > 0 && length(packing.order[static_cast<std::size_t>(alive - 1)]) <= t) --alive;
    if (alive == 0) return packing;
    packing.sizes.push_back(alive);
    packing.offsets.push_back(packing.rows);
    packing.rows += alive;
  }
}

torch::Tensor gru_layer(const torch::Tensor& input, std::span<const std::int64_t> sizes,
                        const torch::Tensor& initial, const GruWeights& w) {
  std::vector<std::int64_t> steps(sizes.begin(), sizes.end());
  const torch::Tensor start =
      initial.defined() ? initial
                        : torch::zeros({steps.front(), w.weight_hh.size(1)}, input.options());
  if (input.is_cpu())
    return FusedLayer::apply(input, start, w.weight_ih, w.weight_hh, w.bias_ih, w.bias_hh, steps);
  return std::get<0>(torch::gru(input, torch::tensor(steps), start.unsqueeze(0),
                                {w.weight_ih, w.weight_hh, w.bias_ih, w.bias_hh}, true, 1, 0, true,
                                false));
}

GruImpl::GruImpl(std::int64_t input, std::int64_t hidden, std::int64_t layers) : hidden_(hidden) {
  for (std::int64_t layer = 0; layer < layers; ++layer) {
    const auto parameter = [&](const std::string& name, at::IntArrayRef shape) {
      return register_parameter(name + "_l" + std::to_string(layer), torch::zeros(shape));
    };
    layers_.push_back({parameter("weight_ih", {3 * hidden, layer == 0 ? input : hidden}),
                       parameter("weight_hh", {3 * hidden, hidden}),
                       parameter("bias_ih", {3 * hidden}), parameter("bias_hh", {3 * hidden})});
  }
}

torch::Tensor GruImpl::forward(const torch::Tensor& input, const Packing& packing) {
  torch::Tensor rows = input;
  for (const GruWeights& layer : layers_) rows = gru_layer(rows, packing.sizes, {}, layer);
  return rows;
}

torch::Tensor GruImpl::zero_state(std::int64_t batch) const {
  return torch::zeros({static_cast<std::int64_t>(layers_.size()), batch, hidden_},
                      layers_.front().bias_ih.options());
}

torch::Tensor GruImpl::step(const torch::Tensor& input, torch::Tensor& state) {
  std::vector<torch::Tensor> next;
  torch::Tensor row = input;
  for (std::size_t layer = 0; layer < layers_.size(); ++layer) {
    const GruWeights& w = layers_[layer];
    row = torch::gru_cell(row, state[static_cast<std::int64_t>(layer)], w.weight_ih, w.weight_hh,
                          w.bias_ih, w.bias_hh);
    next.push_back(row);
  }
  state = torch::stack(next);
  return row;
}

}  // namespace graphvq
