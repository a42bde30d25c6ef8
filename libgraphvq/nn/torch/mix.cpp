#include "libgraphvq/nn/torch/mix.hpp"

namespace graphvq {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

/// to[row] += weight * from[source], or to[source] += weight * from[row] where transposed; no
/// weights are weights of 1.
template <class T, bool transposed>
void spread(const torch::Tensor& offsets, const torch::Tensor& sources,
            const torch::Tensor& weights, const torch::Tensor& from, torch::Tensor& to) {
  const std::int64_t rows = offsets.size(0) - 1, h = from.size(1);
  const auto* begin = offsets.const_data_ptr<std::int64_t>();
  const auto* source = sources.const_data_ptr<std::int32_t>();
  const T* weight = weights.numel() > 0 ? weights.const_data_ptr<T>() : nullptr;
  const T* x = from.const_data_ptr<T>();
  T* y = to.mutable_data_ptr<T>();
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t k = begin[row]; k < begin[row + 1]; ++k) {
      const T* __restrict in = x + (transposed ? row : source[k]) * h;
      T* __restrict out = y + (transposed ? source[k] : row) * h;
      const T w = weight ? weight[k] : T{1};
      for (std::int64_t u = 0; u < h; ++u) out[u] += w * in[u];
    }
}

template <bool transposed>
void spread(const torch::Tensor& offsets, const torch::Tensor& sources,
            const torch::Tensor& weights, const torch::Tensor& from, torch::Tensor& to) {
  if (is_wide(from))
    spread<double, transposed>(offsets, sources, weights, from, to);
  else
    spread<float, transposed>(offsets, sources, weights, from, to);
}

class Mixing : public torch::autograd::Function<Mixing> {
 public:
  static torch::Tensor forward(AutogradContext* context, const torch::Tensor& x,
                               const torch::Tensor& offsets, const torch::Tensor& sources,
                               const torch::Tensor& weights) {
    context->save_for_backward({offsets, sources, weights});
    context->saved_data["rows"] = x.size(0);
    torch::Tensor out = torch::zeros({offsets.size(0) - 1, x.size(1)}, x.options());
    spread<false>(offsets, sources, weights, x.contiguous(), out);
    return out;
  }

  static tensor_list backward(AutogradContext* context, const tensor_list& grads) {
    const tensor_list saved = context->get_saved_variables();
    const torch::Tensor grad = grads[0].contiguous();
    torch::Tensor by_x =
        torch::zeros({context->saved_data["rows"].toInt(), grad.size(1)}, grad.options());
    spread<true>(saved[0], saved[1], saved[2], grad, by_x);
    return {by_x, {}, {}, {}};
  }
};

template <class T>
torch::Tensor tensor_of(const std::vector<T>& values, torch::ScalarType type) {
  return torch::from_blob(const_cast<T*>(values.data()), {static_cast<std::int64_t>(values.size())},
                          type)
      .clone();
}

}  // namespace

torch::Tensor Mix::operator()(const torch::Tensor& x) const {
  const torch::Tensor offsets = tensor_of(offsets_, torch::kInt64);
  const torch::Tensor sources = tensor_of(sources_, torch::kInt32);
  const torch::Tensor weights = tensor_of(weights_, torch::kFloat64).to(x.scalar_type());
  if (x.is_cpu()) return Mixing::apply(x, offsets, sources, weights);
  const torch::Tensor counts = offsets.diff().to(x.device());
  const torch::Tensor target =
      torch::repeat_interleave(torch::arange(rows(), counts.options()), counts);
  torch::Tensor found = x.index_select(0, sources.to(x.device(), torch::kInt64));
  if (weights.numel() > 0) found = found * weights.to(x.device()).unsqueeze(1);
  return torch::zeros({rows(), x.size(1)}, x.options()).index_add(0, target, found);
}

}  // namespace graphvq
