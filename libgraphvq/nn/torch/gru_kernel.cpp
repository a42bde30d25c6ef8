#include "libgraphvq/nn/torch/gru_kernel.hpp"

#include <algorithm>

#include "libgraphvq/base/simd.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "libgraphvq/nn/torch/gru_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <hwy/contrib/math/math-inl.h>

HWY_BEFORE_NAMESPACE();
namespace graphvq::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// 1 / (1 + exp(-x)).
template <class D, class V>
HWY_INLINE V sigmoid(D d, V x) {
  const V one = hn::Set(d, 1);
  const V low = hn::Min(hn::Neg(x), hn::Set(d, 80));  // exp does not overflow to a number
  return hn::Div(one, hn::Add(one, hn::Exp(d, low)));
}

template <class D, class V>
HWY_INLINE V tanh(D d, V x) {
  const V one = hn::Set(d, 1);
  return hn::Sub(hn::Mul(hn::Set(d, 2), sigmoid(d, hn::Add(x, x))), one);
}

/// Calls block.run<rows, vectors>(row, unit) over `rows` x `units`, most of them four rows and two
/// vectors at a time: what the registers of AVX-512 hold.
template <class D, class Block>
HWY_INLINE void in_blocks(D d, const Block& block, std::size_t rows, std::size_t units) {
  const std::size_t n = hn::Lanes(d);
  constexpr std::size_t most = HWY_MAX_BYTES >= 64 ? 4 : 2;
  for (std::size_t row = 0; row < rows;) {
    const std::size_t left = rows - row;
    std::size_t unit = 0;
    for (; unit + 2 * n <= units; unit += 2 * n)
      left >= most ? block.template run<most, 2>(row, unit) : block.template run<1, 2>(row, unit);
    for (; unit < units; unit += n)
      left >= most ? block.template run<most, 1>(row, unit) : block.template run<1, 1>(row, unit);
    row += left >= most ? most : 1;
  }
}

template <class D, class T>
struct ForwardStep {
  const GruForward<T>& task;
  const T* before;  // states of the step before
  std::size_t first;

  template <std::size_t rows, std::size_t vectors>
  HWY_INLINE void run(std::size_t row, std::size_t unit) const {
    const D d;
    using V = hn::Vec<D>;
    const std::size_t n = hn::Lanes(d), h = task.hidden;
    V sums[rows][3][vectors];
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t g = 0; g < 3; ++g)
        for (std::size_t v = 0; v < vectors; ++v)
          sums[r][g][v] = hn::LoadU(d, task.bias + g * h + unit + v * n);
    const T* state = before + row * h;
    for (std::size_t k = 0; k < h; ++k) {
      V weight[3][vectors];
      for (std::size_t g = 0; g < 3; ++g)
        for (std::size_t v = 0; v < vectors; ++v)
          weight[g][v] = hn::LoadU(d, task.weight + (3 * k + g) * h + unit + v * n);
      for (std::size_t r = 0; r < rows; ++r) {
        const V value = hn::Set(d, state[r * h + k]);
        for (std::size_t g = 0; g < 3; ++g)
          for (std::size_t v = 0; v < vectors; ++v)
            sums[r][g][v] = hn::MulAdd(weight[g][v], value, sums[r][g][v]);
      }
    }
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t v = 0; v < vectors; ++v)
        finish(row + r, unit + v * n, sums[r][0][v], sums[r][1][v], sums[r][2][v]);
  }

  template <class V>
  HWY_INLINE void finish(std::size_t row, std::size_t unit, V reset, V update, V fresh) const {
    const D d;
    const std::size_t h = task.hidden;
    const T* projected = task.projected + (first + row) * 3 * h + unit;
    T* gates = task.gates + (first + row) * 4 * h + unit;
    const V r = sigmoid(d, hn::Add(hn::LoadU(d, projected), reset));
    const V z = sigmoid(d, hn::Add(hn::LoadU(d, projected + h), update));
    const V n = tanh(d, hn::MulAdd(r, fresh, hn::LoadU(d, projected + 2 * h)));
    hn::StoreU(r, d, gates);
    hn::StoreU(z, d, gates + h);
    hn::StoreU(n, d, gates + 2 * h);
    hn::StoreU(fresh, d, gates + 3 * h);
    const V old = hn::LoadU(d, before + row * h + unit);
    hn::StoreU(hn::MulAdd(z, hn::Sub(old, n), n), d, task.states + (first + row) * h + unit);
  }
};

/// carry += (gradient by the recurrent part) weight.
template <class D, class T>
struct CarryStep {
  const GruBackward<T>& task;
  std::size_t first;

  template <std::size_t rows, std::size_t vectors>
  HWY_INLINE void run(std::size_t row, std::size_t unit) const {
    const D d;
    using V = hn::Vec<D>;
    const std::size_t n = hn::Lanes(d), h = task.hidden;
    V sums[rows][3][vectors];
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t v = 0; v < vectors; ++v) {
        sums[r][0][v] = hn::LoadU(d, task.carry + (row + r) * h + unit + v * n);
        sums[r][1][v] = sums[r][2][v] = hn::Zero(d);
      }
    const T* grad = task.grad_recurrent + (first + row) * 3 * h;
    for (std::size_t k = 0; k < h; ++k) {
      V weight[3][vectors];
      for (std::size_t g = 0; g < 3; ++g)
        for (std::size_t v = 0; v < vectors; ++v)
          weight[g][v] = hn::LoadU(d, task.weight + (g * h + k) * h + unit + v * n);
      for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t g = 0; g < 3; ++g) {
          const V value = hn::Set(d, grad[r * 3 * h + g * h + k]);
          for (std::size_t v = 0; v < vectors; ++v)
            sums[r][g][v] = hn::MulAdd(weight[g][v], value, sums[r][g][v]);
        }
    }
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t v = 0; v < vectors; ++v)
        hn::StoreU(hn::Add(hn::Add(sums[r][0][v], sums[r][1][v]), sums[r][2][v]), d,
                   task.carry + (row + r) * h + unit + v * n);
  }
};

/// Gradients by the gates of one row, and the part of carry that skips them.
template <class D, class T>
HWY_INLINE void gate_gradients(D d, const GruBackward<T>& task, const T* before, std::size_t row,
                               T* carry) {
  const std::size_t h = task.hidden;
  const T* gates = task.gates + row * 4 * h;
  T* projected = task.grad_projected + row * 3 * h;
  T* recurrent = task.grad_recurrent + row * 3 * h;
  const auto one = hn::Set(d, 1);
  for (std::size_t u = 0; u < h; u += hn::Lanes(d)) {
    const auto r = hn::LoadU(d, gates + u);
    const auto z = hn::LoadU(d, gates + h + u);
    const auto n = hn::LoadU(d, gates + 2 * h + u);
    const auto fresh = hn::LoadU(d, gates + 3 * h + u);
    const auto grad = hn::Add(hn::LoadU(d, task.grad + row * h + u), hn::LoadU(d, carry + u));
    const auto passed = hn::Mul(grad, z);
    const auto kept = hn::Sub(one, z);
    const auto by_z = hn::Mul(hn::Mul(passed, kept), hn::Sub(hn::LoadU(d, before + u), n));
    const auto by_n = hn::Mul(hn::Mul(grad, kept), hn::NegMulAdd(n, n, one));
    const auto by_fresh = hn::Mul(by_n, r);
    const auto by_r = hn::Mul(hn::Mul(by_fresh, hn::Sub(one, r)), fresh);
    hn::StoreU(by_r, d, projected + u);
    hn::StoreU(by_z, d, projected + h + u);
    hn::StoreU(by_n, d, projected + 2 * h + u);
    hn::StoreU(by_r, d, recurrent + u);
    hn::StoreU(by_z, d, recurrent + h + u);
    hn::StoreU(by_fresh, d, recurrent + 2 * h + u);
    hn::StoreU(passed, d, carry + u);
  }
}

template <class D, class T>
void forward(D d, const GruForward<T>& task) {
  const T* before = task.initial;
  std::size_t first = 0;
  for (const auto size : task.sizes) {
    const auto alive = static_cast<std::size_t>(size);
    in_blocks(d, ForwardStep<D, T>{task, before, first}, alive, task.hidden);
    before = task.states + first * task.hidden;
    first += alive;
  }
}

template <class D, class T>
void backward(D d, const GruBackward<T>& task) {
  std::size_t first = task.rows;
  for (std::size_t t = task.sizes.size(); t-- > 0;) {
    const auto alive = static_cast<std::size_t>(task.sizes[t]);
    first -= alive;
    const T* before = task.initial;
    if (t > 0)
      before = task.states + (first - static_cast<std::size_t>(task.sizes[t - 1])) * task.hidden;
    std::copy_n(before, alive * task.hidden, task.before + first * task.hidden);
    for (std::size_t row = 0; row < alive; ++row)
      gate_gradients(d, task, before + row * task.hidden, first + row,
                     task.carry + row * task.hidden);
    in_blocks(d, CarryStep<D, T>{task, first}, alive, task.hidden);
  }
}

/// Calls run(tag) with the widest vectors that divide the hidden units.
template <class T, class Run>
HWY_INLINE void with_lanes(std::size_t hidden, const Run& run) {
  const hn::CappedTag<T, 16> wide;
  const hn::CappedTag<T, 4> narrow;
  if (hidden % hn::Lanes(wide) == 0)
    run(wide);
  else if (hidden % hn::Lanes(narrow) == 0)
    run(narrow);
  else
    run(hn::CappedTag<T, 1>());
}

void forward_f32(const GruForward<float>& task) {
  with_lanes<float>(task.hidden, [&](auto d) { forward(d, task); });
}
void forward_f64(const GruForward<double>& task) {
  with_lanes<double>(task.hidden, [&](auto d) { forward(d, task); });
}
void backward_f32(const GruBackward<float>& task) {
  with_lanes<float>(task.hidden, [&](auto d) { backward(d, task); });
}
void backward_f64(const GruBackward<double>& task) {
  with_lanes<double>(task.hidden, [&](auto d) { backward(d, task); });
}

}  // namespace
}  // namespace graphvq::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graphvq {

HWY_EXPORT(forward_f32);
HWY_EXPORT(forward_f64);
HWY_EXPORT(backward_f32);
HWY_EXPORT(backward_f64);

void gru_forward(const GruForward<float>& task) { HWY_DYNAMIC_DISPATCH(forward_f32)(task); }
void gru_forward(const GruForward<double>& task) { HWY_DYNAMIC_DISPATCH(forward_f64)(task); }
void gru_backward(const GruBackward<float>& task) { HWY_DYNAMIC_DISPATCH(backward_f32)(task); }
void gru_backward(const GruBackward<double>& task) { HWY_DYNAMIC_DISPATCH(backward_f64)(task); }

}  // namespace graphvq
#endif
