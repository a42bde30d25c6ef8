#include "libgraphvq/nn/torch/pair_pool.hpp"

#include <algorithm>

namespace graphvq {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

/// Calls each(pair, its weight in the mean, its three rows) for the real pairs.
template <class T, class Each>
void for_pairs(const torch::Tensor& share, const torch::Tensor& left_row,
               const torch::Tensor& right_row, const torch::Tensor& both_row, const Each& each) {
  const T* weight = share.const_data_ptr<T>();
  const auto *l = left_row.const_data_ptr<std::int64_t>(),
             *r = right_row.const_data_ptr<std::int64_t>(),
             *c = both_row.const_data_ptr<std::int64_t>();
  for (std::int64_t pair = 0; pair < share.numel(); ++pair)
    if (weight[pair] > 0) each(pair, weight[pair], l[pair], r[pair], c[pair]);
}

template <class T>
struct Forward {
  const tensor_list& in;  // left, right, both, head, share, left_row, right_row, both_row
  torch::Tensor mean, direct;

  void run() {
    const std::int64_t h = in[0].size(1), chunk = in[4].size(1);
    const T *left = in[0].const_data_ptr<T>(), *right = in[1].const_data_ptr<T>(),
            *both = in[2].const_data_ptr<T>(), *head = in[3].const_data_ptr<T>();
    T *means = mean.mutable_data_ptr<T>(), *own = direct.mutable_data_ptr<T>();
    const bool headed = in[3].numel() > 0;
    for_pairs<T>(in[4], in[5], in[6], in[7],
                 [&](std::int64_t pair, T weight, std::int64_t l, std::int64_t r, std::int64_t c) {
                   const T *x = left + l * h, *y = right + r * h, *z = both + c * h;
                   T* __restrict to = means + pair / chunk * h;
                   for (std::int64_t u = 0; u < h; ++u)
                     to[u] += weight * std::max(x[u] + y[u] + z[u], T{0});
                   for (std::int64_t u = 0; headed && u < h; ++u)
                     own[pair] += head[u] * std::max(x[u] + y[u] + z[u], T{0});
                 });
  }
};

template <class T>
struct Backward {
  const tensor_list& in;
  const torch::Tensor &mean, &direct;     // gradients by these
  torch::Tensor left, right, both, head;  // gradients by the inputs

  void run() {
    const std::int64_t h = in[0].size(1), chunk = in[4].size(1);
    const T *lefts = in[0].const_data_ptr<T>(), *rights = in[1].const_data_ptr<T>(),
            *boths = in[2].const_data_ptr<T>(), *heads = in[3].const_data_ptr<T>();
    const T *means = mean.const_data_ptr<T>(), *own = direct.const_data_ptr<T>();
    T *by_left = left.mutable_data_ptr<T>(), *by_right = right.mutable_data_ptr<T>(),
      *by_both = both.mutable_data_ptr<T>(), *by_head = head.mutable_data_ptr<T>();
    const bool headed = in[3].numel() > 0;
    std::vector<T> grads(static_cast<std::size_t>(h));
    for_pairs<T>(in[4], in[5], in[6], in[7],
                 [&](std::int64_t pair, T weight, std::int64_t l, std::int64_t r, std::int64_t c) {
                   const T *x = lefts + l * h, *y = rights + r * h, *z = boths + c * h;
                   const T* from = means + pair / chunk * h;
                   T* __restrict grad = grads.data();
                   for (std::int64_t u = 0; u < h; ++u) grad[u] = weight * from[u];
                   for (std::int64_t u = 0; headed && u < h; ++u) {
                     grad[u] += own[pair] * heads[u];
                     by_head[u] += own[pair] * std::max(x[u] + y[u] + z[u], T{0});
                   }
                   for (std::int64_t u = 0; u < h; ++u)
                     grad[u] = x[u] + y[u] + z[u] > 0 ? grad[u] : T{0};
                   add(by_left + l * h, grad, h);
                   add(by_right + r * h, grad, h);
                   add(by_both + c * h, grad, h);
                 });
  }

  static void add(T* __restrict to, const T* __restrict from, std::int64_t h) {
    for (std::int64_t u = 0; u < h; ++u) to[u] += from[u];
  }
};

class Pooling : public torch::autograd::Function<Pooling> {
 public:
  static tensor_list forward(AutogradContext* context, const torch::Tensor& left,
                             const torch::Tensor& right, const torch::Tensor& both,
                             const torch::Tensor& head, const torch::Tensor& share,
                             const torch::Tensor& left_row, const torch::Tensor& right_row,
                             const torch::Tensor& both_row) {
    const tensor_list in = {left,  right,    both,      head.contiguous(),
                            share, left_row, right_row, both_row};
    context->save_for_backward(in);
    torch::Tensor mean = torch::zeros({share.size(0), left.size(1)}, left.options());
    torch::Tensor direct =
        head.numel() > 0 ? torch::zeros_like(share) : torch::empty({0}, share.options());
    is_wide(left) ? Forward<double>{in, mean, direct}.run()
                  : Forward<float>{in, mean, direct}.run();
    return {mean, direct};
  }

  static tensor_list backward(AutogradContext* context, const tensor_list& grads) {
    const tensor_list in = context->get_saved_variables();
    const torch::Tensor mean = grads[0].contiguous(), direct = grads[1].contiguous();
    tensor_list out;
    for (std::size_t i = 0; i < 4; ++i) out.push_back(torch::zeros_like(in[i]));
    if (is_wide(mean))
      Backward<double>{in, mean, direct, out[0], out[1], out[2], out[3]}.run();
    else
      Backward<float>{in, mean, direct, out[0], out[1], out[2], out[3]}.run();
    out.resize(8);
    return out;
  }
};

}  // namespace

PairPool pool_pairs(const ChunkBatch& batch, const torch::Tensor& left, const torch::Tensor& right,
                    const torch::Tensor& both, const torch::Tensor& head) {
  const torch::Tensor share = batch.mask / batch.mask.sum(1, true);
  if (left.is_cpu()) {
    const auto out =
        Pooling::apply(left, right, both, head.defined() ? head : torch::empty({0}, left.options()),
                       share, batch.left_row, batch.right_row, batch.both_row);
    return {out[0], out[1]};
  }
  const torch::Tensor hidden =
      torch::relu(left.index_select(0, batch.left_row) + right.index_select(0, batch.right_row) +
                  both.index_select(0, batch.both_row))
          .view({share.size(0), share.size(1), -1});  // [rows, B, h]
  return {torch::bmm(share.unsqueeze(1), hidden).squeeze(1),
          head.defined() ? torch::linear(hidden, head).squeeze(2) : torch::Tensor()};
}

}  // namespace graphvq
