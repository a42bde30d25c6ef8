#include "libgraphvq/nn/native/kernels.hpp"

#include <algorithm>
#include <cstring>

#include "libgraphvq/base/simd.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "libgraphvq/nn/native/kernels.cpp"
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
constexpr float log2_e = 1.442695040888963F;
constexpr std::size_t N = hn::MaxLanes(d);
// Vectors of lanes that share a weight: what the registers hold beside it.
constexpr std::size_t most = N == 16 ? 4 : 2;
constexpr std::size_t rows_at_once = 4;  // that share a weight, with `most` vectors of outputs

/// 2^x to 1.3e-7 relative, x clamped to [-limit, limit], limit <= 120 (Remez, degree 5).
HWY_INLINE V exp2(V x, float limit) {
  x = hn::Min(hn::Max(x, hn::Set(d, -limit)), hn::Set(d, limit));
  const V magic = hn::Set(d, 12582912.0F);  // 1.5 * 2^23: the low bits become round(x)
  const V shifted = hn::Add(x, magic);
  const V f = hn::Sub(x, hn::Sub(shifted, magic));
  V p = hn::Set(d, 0.0013276472167834048F);
  p = hn::MulAdd(p, f, hn::Set(d, 0.00967554133102361F));
  p = hn::MulAdd(p, f, hn::Set(d, 0.055507132728752746F));
  p = hn::MulAdd(p, f, hn::Set(d, 0.2402211972396913F));
  p = hn::MulAdd(p, f, hn::Set(d, 0.6931469670652652F));
  p = hn::MulAdd(p, f, hn::Set(d, 1.0000000716546418F));
  const hn::RebindToSigned<D> di;
  const auto exponent = hn::ShiftLeft<23>(hn::BitCast(di, shifted));
  return hn::BitCast(d, hn::Add(hn::BitCast(di, p), exponent));
}

/// Keeps x in a register: gcc would load it again for each weight, and loads would be the limit.
HWY_INLINE void hold([[maybe_unused]] V& x) {
#if HWY_ARCH_X86 && HWY_COMPILER_GCC_ACTUAL
  asm("" : "+v"(x.raw));
#endif
}

/// sums[r][v] += weights[c, r] x[c, v] over the columns.
template <std::size_t rows, std::size_t vectors>
HWY_INLINE void accumulate(V (&sums)[rows][vectors], const float* weights, std::size_t columns,
                           const float* x) {
  for (std::size_t c = 0; c < columns; ++c, weights += rows, x += lane_stride) {
    V values[vectors];
    for (std::size_t v = 0; v < vectors; ++v) {
      values[v] = hn::Load(d, x + v * N);
      hold(values[v]);
    }
    for (std::size_t r = 0; r < rows; ++r) {
      const V weight = hn::Set(d, weights[r]);
      for (std::size_t v = 0; v < vectors; ++v)
        sums[r][v] = hn::MulAdd(weight, values[v], sums[r][v]);
    }
  }
}

template <std::size_t vectors>
void dense_block(const Dense& layer, const float* x, float* out) {
  for (std::size_t row = 0; row < layer.rows; row += 4) {
    V sums[4][vectors];
    for (std::size_t r = 0; r < 4; ++r)
      for (std::size_t v = 0; v < vectors; ++v) sums[r][v] = hn::Set(d, layer.bias[row + r]);
    accumulate(sums, layer.weights.data() + row * layer.columns, layer.columns, x);
    for (std::size_t r = 0; r < 4; ++r)
      for (std::size_t v = 0; v < vectors; ++v)
        hn::Store(sums[r][v], d, out + (row + r) * lane_stride + v * N);
  }
}

template <std::size_t vectors>
void step_block(const Cell& cell, const float* bias, const float* gates, const float* x,
                const float* state, float* next) {
  const V one = hn::Set(d, 1.0F);
  for (std::size_t u = 0; u < cell.hidden; ++u) {
    V sums[3][vectors];
    for (std::size_t r = 0; r < 3; ++r)
      for (std::size_t v = 0; v < vectors; ++v)
        sums[r][v] = gates ? hn::Load(d, gates + (u * 3 + r) * lane_stride + v * N)
                           : hn::Set(d, bias[u * 4 + r]);
    accumulate(sums, cell.input.data() + u * cell.inputs * 3, cell.inputs, x);
    V fresh[vectors];
    for (std::size_t v = 0; v < vectors; ++v) {
      fresh[v] = sums[2][v];
      sums[2][v] = hn::Set(d, bias[u * 4 + 3]);
    }
    accumulate(sums, cell.state.data() + u * cell.hidden * 3, cell.hidden, state);
    for (std::size_t v = 0; v < vectors; ++v) {
      // With e = exp(2 a), n = tanh(a) = (e - 1) / (e + 1), and with f = exp(-b), z = 1 / (1 + f):
      // one division for (1 - z) n + z h.
      const V reset = hn::Add(one, exp2(sums[0][v], 60));
      const V e = exp2(hn::Add(fresh[v], hn::Div(sums[2][v], reset)), 60);
      const V f = exp2(sums[1][v], 60);
      const V h = hn::Load(d, state + u * lane_stride + v * N);
      const V above = hn::MulAdd(hn::Sub(e, one), f, hn::Mul(h, hn::Add(e, one)));
      const V below = hn::Mul(hn::Add(e, one), hn::Add(f, one));
      hn::Store(hn::Div(above, below), d, next + u * lane_stride + v * N);
    }
  }
}

/// Calls block<vectors>(first lane) over all lanes, in blocks of at most `most` vectors.
template <std::size_t vectors = most, class Block>
HWY_INLINE void in_blocks(std::size_t lanes, const Block& block, std::size_t lane = 0) {
  for (; lane + vectors * N <= lanes; lane += vectors * N) block.template operator()<vectors>(lane);
  if constexpr (vectors > 1) in_blocks<vectors - 1>(lanes, block, lane);
}

void dense(const Dense& layer, const float* x, float* out, std::size_t lanes) {
  in_blocks(lanes, [&]<std::size_t vectors>(std::size_t lane)
                       HWY_ATTR { dense_block<vectors>(layer, x + lane, out + lane); });
}

void step(const Cell& cell, const float* bias, const float* gates, const float* x,
          const float* state, float* next, std::size_t lanes) {
  in_blocks(lanes, [&]<std::size_t vectors>(std::size_t lane) HWY_ATTR {
    step_block<vectors>(cell, bias, gates ? gates + lane : nullptr, x ? x + lane : nullptr,
                        state + lane, next + lane);
  });
}

void transpose(const float* const* rows, std::size_t width, float* out, std::size_t lanes) {
#if HWY_TARGET == HWY_SCALAR
  for (std::size_t lane = 0; lane < lanes; ++lane)
    for (std::size_t u = 0; u < width; ++u) out[u * lane_stride + lane] = rows[lane][u];
#else
  const hn::FixedTag<float, 4> four;
  const hn::RepartitionToWide<decltype(four)> two;
  for (std::size_t lane = 0; lane < lanes; lane += 4)
    for (std::size_t u = 0; u < width; u += 4) {
      const auto a = hn::Load(four, rows[lane] + u);
      const auto b = hn::Load(four, rows[lane + 1] + u);
      const auto c = hn::Load(four, rows[lane + 2] + u);
      const auto e = hn::Load(four, rows[lane + 3] + u);
      const auto ab_low = hn::BitCast(two, hn::InterleaveLower(four, a, b));
      const auto ab_high = hn::BitCast(two, hn::InterleaveUpper(four, a, b));
      const auto ce_low = hn::BitCast(two, hn::InterleaveLower(four, c, e));
      const auto ce_high = hn::BitCast(two, hn::InterleaveUpper(four, c, e));
      const auto store = [&](std::size_t row, auto values) HWY_ATTR {
        hn::Store(hn::BitCast(four, values), four, out + (u + row) * lane_stride + lane);
      };
      store(0, hn::InterleaveLower(two, ab_low, ce_low));
      store(1, hn::InterleaveUpper(two, ab_low, ce_low));
      store(2, hn::InterleaveLower(two, ab_high, ce_high));
      store(3, hn::InterleaveUpper(two, ab_high, ce_high));
    }
#endif
}

void probabilities(const float* logits, float temperature, float* out, std::size_t lanes) {
  const V one = hn::Set(d, 1.0F);
  const V scale = hn::Set(d, -log2_e / temperature);
  for (std::size_t lane = 0; lane < lanes; lane += N) {
    const V e = exp2(hn::Mul(hn::Load(d, logits + lane), scale), 120);
    hn::Store(hn::Div(one, hn::Add(one, e)), d, out + lane);
  }
}

void draw(float* logits, std::size_t count, float temperature, const float* u, std::uint32_t* out,
          std::size_t lanes) {
  const hn::RebindToUnsigned<D> du;
  const V scale = hn::Set(d, log2_e / temperature);
  for (std::size_t lane = 0; lane < lanes; lane += N) {
    float* column = logits + lane;
    V highest = hn::Load(d, column);
    for (std::size_t k = 1; k < count; ++k)
      highest = hn::Max(highest, hn::Load(d, column + k * lane_stride));
    V sum = hn::Zero(d);
    for (std::size_t k = 0; k < count; ++k) {
      const V below = hn::Sub(hn::Load(d, column + k * lane_stride), highest);
      sum = hn::Add(sum, exp2(hn::Mul(below, scale), 120));
      hn::Store(sum, d, column + k * lane_stride);
    }
    // u * sum < sum, so the last code passes at the latest.
    const V target = hn::Mul(hn::Load(d, u + lane), sum);
    auto passed = hn::Zero(du);
    for (std::size_t k = 0; k + 1 < count; ++k) {
      const auto below = hn::Le(hn::Load(d, column + k * lane_stride), target);
      passed = hn::Sub(passed, hn::BitCast(du, hn::VecFromMask(d, below)));
    }
    hn::Store(passed, du, out + lane);
  }
}

/// The product of what values(u) gives and b: sixteen partial sums folded in halves, however wide
/// the vectors are.
template <class Values>
HWY_INLINE float product(const Values& values, const float* b, std::size_t width) {
  alignas(64) float sums[lane_step];
  for (std::size_t part = 0; part < lane_step; part += N) {
    V sum = hn::Zero(d);
    for (std::size_t u = part; u < width; u += lane_step)
      sum = hn::MulAdd(values(u), hn::Load(d, b + u), sum);
    hn::Store(sum, d, sums + part);
  }
  for (std::size_t half = lane_step / 2; half; half /= 2)
    for (std::size_t k = 0; k < half; ++k) sums[k] += sums[k + half];
  return sums[0];
}

HWY_INLINE V hidden(const PairTerms& pair, V base, std::size_t u) {
  const V codes = hn::Add(hn::Load(d, pair.codes + u), base);
  const V place = hn::Add(hn::Load(d, pair.row + u), hn::Load(d, pair.column + u));
  return hn::Max(hn::Add(codes, place), hn::Zero(d));
}

void pool(const PairTerms* pairs, std::size_t count, const float* base, std::size_t width,
          float* out) {
  for (std::size_t u = 0; u < width; u += N) {
    V sum = hn::Zero(d);
    const V shared = hn::Load(d, base + u);
    for (std::size_t p = 0; p < count; ++p) sum = hn::Add(sum, hidden(pairs[p], shared, u));
    hn::Store(hn::Div(sum, hn::Set(d, static_cast<float>(count))), d, out + u);
  }
}

float project(const PairTerms& pair, const float* base, std::size_t width, const float* head) {
  return product([&](std::size_t u) HWY_ATTR { return hidden(pair, hn::Load(d, base + u), u); },
                 head, width);
}

// Rows.

template <std::size_t vectors>
HWY_INLINE void apply_block(const RowLayer& layer, std::size_t first, const float* const* x,
                            float* const* y, std::size_t rows, bool add) {
  V sums[rows_at_once][vectors];
  const float* in[rows_at_once];
  for (std::size_t r = 0; r < rows_at_once; ++r) {
    in[r] = x[r < rows ? r : 0];
    for (std::size_t v = 0; v < vectors; ++v)
      sums[r][v] = hn::Load(d, (add ? y[r < rows ? r : 0] : layer.bias.data()) + first + v * N);
  }
  const float* weights = layer.weights.data() + first;
  for (std::size_t c = 0; c < layer.inputs; ++c, weights += layer.outputs) {
    V weight[vectors];
    for (std::size_t v = 0; v < vectors; ++v) weight[v] = hn::Load(d, weights + v * N);
    for (std::size_t r = 0; r < rows_at_once; ++r) {
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
  for (std::size_t row = 0; row < rows; row += rows_at_once) {
    const std::size_t count = std::min(rows - row, rows_at_once);
    in_blocks(layer.outputs, [&]<std::size_t vectors>(std::size_t first) HWY_ATTR {
      apply_block<vectors>(layer, first, x + row, y + row, count, add);
    });
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
  return product([&](std::size_t u) HWY_ATTR { return hn::Load(d, a + u); }, b, width);
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

HWY_EXPORT(dense);
HWY_EXPORT(step);
HWY_EXPORT(transpose);
HWY_EXPORT(probabilities);
HWY_EXPORT(draw);
HWY_EXPORT(pool);
HWY_EXPORT(project);
HWY_EXPORT(apply);
HWY_EXPORT(rectify);
HWY_EXPORT(add_scaled);
HWY_EXPORT(multiply);
HWY_EXPORT(sum_rows);
HWY_EXPORT(dot);
HWY_EXPORT(gru_gates);

void dense(const Dense& layer, const float* x, float* out, std::size_t lanes) {
  HWY_DYNAMIC_DISPATCH(dense)(layer, x, out, lanes);
}
void step(const Cell& cell, const float* bias, const float* gates, const float* x,
          const float* state, float* next, std::size_t lanes) {
  HWY_DYNAMIC_DISPATCH(step)(cell, bias, gates, x, state, next, lanes);
}
void transpose(const float* const* rows, std::size_t width, float* out, std::size_t lanes) {
  HWY_DYNAMIC_DISPATCH(transpose)(rows, width, out, lanes);
}
void probabilities(const float* logits, float temperature, float* out, std::size_t lanes) {
  HWY_DYNAMIC_DISPATCH(probabilities)(logits, temperature, out, lanes);
}
void draw(float* logits, std::size_t count, float temperature, const float* u, std::uint32_t* out,
          std::size_t lanes) {
  HWY_DYNAMIC_DISPATCH(draw)(logits, count, temperature, u, out, lanes);
}
void pool(const PairTerms* pairs, std::size_t count, const float* base, std::size_t width,
          float* out) {
  HWY_DYNAMIC_DISPATCH(pool)(pairs, count, base, width, out);
}
float project(const PairTerms& pair, const float* base, std::size_t width, const float* head) {
  return HWY_DYNAMIC_DISPATCH(project)(pair, base, width, head);
}
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

std::vector<const char*> targets() {
  std::vector<const char*> names;
  for (const auto target : hwy::SupportedAndGeneratedTargets())
    names.push_back(hwy::TargetName(target));
  return names;
}

void force_target(const char* name) {
  hwy::SetSupportedTargetsForTest(0);
  for (const auto target : hwy::SupportedAndGeneratedTargets())
    if (name && std::strcmp(hwy::TargetName(target), name) == 0)
      return hwy::SetSupportedTargetsForTest(target);
}

}  // namespace graphvq::kernels
#endif
