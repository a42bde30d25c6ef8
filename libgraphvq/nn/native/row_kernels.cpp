#include "libgraphvq/nn/native/row_kernels.hpp"

#include "libgraphvq/base/simd.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "libgraphvq/nn/native/row_kernels.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h.
#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace graphvq::kernels::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<float, lane_step>;
using V = hn::Vec<D>;
constexpr D d;
constexpr std::size_t N = hn::MaxLanes(d);
constexpr std::size_t at_once = 4;                // rows that share a weight
constexpr std::size_t columns = N == 16 ? 4 : 2;  // vectors of outputs that stay in registers

template <std::size_t vectors>
HWY_INLINE void apply_block(const RowLayer& layer, std::size_t first, const float* const* x,
                            float* const* y, std::size_t rows, bool add) {
  V sums[at_once][vectors];
  const float* in[at_once];
  for (std::size_t r = 0; r < at_once; ++r) {
    in[r] = x[r < rows ? r : 0];
    for (std::size_t v = 0; v < vectors; ++v)
      sums[r][v] = hn::Load(d, (add ? y[r < rows ? r : 0] : layer.bias.data()) + first + v * N);
  }
  const float* weights = layer.weights.data() + first;
  for (std::size_t c = 0; c < layer.inputs; ++c, weights += layer.outputs) {
    V weight[vectors];
    for (std::size_t v = 0; v < vectors; ++v) weight[v] = hn::Load(d, weights + v * N);
    for (std::size_t r = 0; r < at_once; ++r) {
      const V value = hn::Set(d, in[r][c]);
      for (std::size_t v = 0; v < vectors; ++v)
        sums[r][v] = hn::MulAdd(value, weight[v], sums[r][v]);
    }
  }
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t v = 0; v < vectors; ++v) hn::Store(sums[r][v], d, y[r] + first + v * N);
}

void apply(const RowLayer& layer, const float* const* x, float* const* y, std::size_t rows,
           bool add) {
  for (std::size_t row = 0; row < rows; row += at_once) {
    const std::size_t count = rows - row < at_once ? rows - row : at_once;
    std::size_t first = 0;
    for (; first + columns * N <= layer.outputs; first += columns * N)
      apply_block<columns>(layer, first, x + row, y + row, count, add);
    for (; first < layer.outputs; first += N)
      apply_block<1>(layer, first, x + row, y + row, count, add);
  }
}

void rectify(const float* x, float* y, std::size_t width) {
  for (std::size_t u = 0; u < width; u += N)
    hn::Store(hn::Max(hn::Load(d, x + u), hn::Zero(d)), d, y + u);
}

void add_scaled(const float* x, float w, float* y, std::size_t width) {
  const V weight = hn::Set(d, w);
  for (std::size_t u = 0; u < width; u += N)
    hn::Store(hn::MulAdd(weight, hn::Load(d, x + u), hn::Load(d, y + u)), d, y + u);
}

void multiply(const float* a, const float* b, float* y, std::size_t width) {
  for (std::size_t u = 0; u < width; u += N)
    hn::Store(hn::Mul(hn::Load(d, a + u), hn::Load(d, b + u)), d, y + u);
}

void sum_rows(const float* const* rows, std::size_t count, float* y, std::size_t width) {
  for (std::size_t u = 0; u < width; u += N) {
    V sum = hn::Zero(d);
    for (std::size_t r = 0; r < count; ++r) sum = hn::Add(sum, hn::Load(d, rows[r] + u));
    hn::Store(sum, d, y + u);
  }
}

float dot(const float* a, const float* b, std::size_t width) {
  // Sixteen partial sums folded in halves, however wide the vectors are.
  alignas(64) float sums[lane_step];
  for (std::size_t part = 0; part < lane_step; part += N) {
    V sum = hn::Zero(d);
    for (std::size_t u = part; u < width; u += lane_step)
      sum = hn::MulAdd(hn::Load(d, a + u), hn::Load(d, b + u), sum);
    hn::Store(sum, d, sums + part);
  }
  for (std::size_t half = lane_step / 2; half; half /= 2)
    for (std::size_t k = 0; k < half; ++k) sums[k] += sums[k + half];
  return sums[0];
}

HWY_INLINE V sigmoid(V x) {
  return hn::Div(hn::Set(d, 1.0F), hn::Add(hn::Set(d, 1.0F), hn::Exp(d, hn::Neg(x))));
}

void gru_gates(const float* input, const float* recurrent, float* state, std::size_t width) {
  for (std::size_t u = 0; u < width; u += N) {
    const auto gate = [&](const float* from, std::size_t part) {
      return hn::Load(d, from + part * width + u);
    };
    const V reset = sigmoid(hn::Add(gate(input, 0), gate(recurrent, 0)));
    const V keep = sigmoid(hn::Add(gate(input, 1), gate(recurrent, 1)));
    const V fresh = hn::Tanh(d, hn::MulAdd(reset, gate(recurrent, 2), gate(input, 2)));
    const V old = hn::Load(d, state + u);
    hn::Store(hn::MulAdd(keep, hn::Sub(old, fresh), fresh), d, state + u);
  }
}

}  // namespace
}  // namespace graphvq::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graphvq::kernels {

HWY_EXPORT(apply);
HWY_EXPORT(rectify);
HWY_EXPORT(add_scaled);
HWY_EXPORT(multiply);
HWY_EXPORT(sum_rows);
HWY_EXPORT(dot);
HWY_EXPORT(gru_gates);

void apply(const RowLayer& layer, const float* const* x, float* const* y, std::size_t rows,
           bool add) {
  HWY_DYNAMIC_DISPATCH(apply)(layer, x, y, rows, add);
}
void rectify(const float* x, float* y, std::size_t width) {
  HWY_DYNAMIC_DISPATCH(rectify)(x, y, width);
}
void add_scaled(const float* x, float w, float* y, std::size_t width) {
  HWY_DYNAMIC_DISPATCH(add_scaled)(x, w, y, width);
}
void multiply(const float* a, const float* b, float* y, std::size_t width) {
  HWY_DYNAMIC_DISPATCH(multiply)(a, b, y, width);
}
void sum_rows(const float* const* rows, std::size_t count, float* y, std::size_t width) {
  HWY_DYNAMIC_DISPATCH(sum_rows)(rows, count, y, width);
}
float dot(const float* a, const float* b, std::size_t width) {
  return HWY_DYNAMIC_DISPATCH(dot)(a, b, width);
}
void gru_gates(const float* input, const float* recurrent, float* state, std::size_t width) {
  HWY_DYNAMIC_DISPATCH(gru_gates)(input, recurrent, state, width);
}

}  // namespace graphvq::kernels
#endif
