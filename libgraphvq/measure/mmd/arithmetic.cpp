#include "libgraphvq/measure/mmd/arithmetic.hpp"

#include "libgraphvq/base/simd.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "libgraphvq/measure/mmd/arithmetic.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace graphvq::arithmetic::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<double, 8>;
using V = hn::Vec<D>;
constexpr D d;
constexpr std::size_t N = hn::MaxLanes(d);
constexpr std::size_t parts = 8 / N;  // registers of eight columns

template <class Of>
HWY_INLINE void add_of(const double* row, std::size_t own, const double* columns,
                       std::size_t length, double* result, const Of& of) {
  // Two sums, of even and of odd entries, so that one need not wait for the other.
  V sums[2][parts];
  for (auto& half : sums)
    for (auto& sum : half) sum = hn::Zero(d);
  const auto add = [&](V a, std::size_t k, const double* eight) HWY_ATTR {
    for (std::size_t p = 0; p < parts; ++p) {
      const V b = eight != nullptr ? hn::LoadU(d, eight + p * N) : hn::Zero(d);
      sums[k % 2][p] = hn::Add(sums[k % 2][p], of(a, b));
    }
  };
  const std::size_t common = own < length ? own : length;
  std::size_t k = 0;
  for (; k + 2 <= common; k += 2) {
    add(hn::Set(d, row[k]), 0, columns + k * 8);
    add(hn::Set(d, row[k + 1]), 1, columns + (k + 1) * 8);
  }
  for (; k < common; ++k) add(hn::Set(d, row[k]), k, columns + k * 8);
  for (; k < own; ++k) add(hn::Set(d, row[k]), k, nullptr);
  for (; k < length; ++k) add(hn::Zero(d), k, columns + k * 8);
  for (std::size_t p = 0; p < parts; ++p)
    hn::StoreU(hn::Add(sums[0][p], sums[1][p]), d, result + p * N);
}

void add_terms(Term term, const double* row, std::size_t own, const double* columns,
               const std::size_t* offsets, std::size_t tiles, double* result) {
  const auto each = [&](const auto& of) HWY_ATTR {
    for (std::size_t t = 0; t < tiles; ++t)
      add_of(row, own, columns + offsets[t], (offsets[t + 1] - offsets[t]) / 8, result + 8 * t, of);
  };
  switch (term) {
    case Term::square:
      return each([](V a, V b) HWY_ATTR {
        const V difference = hn::Sub(a, b);
        return hn::Mul(difference, difference);
      });
    case Term::product:
      return each([](V a, V b) HWY_ATTR { return hn::Mul(a, b); });
    case Term::magnitude:
      return each([](V a, V b) HWY_ATTR { return hn::Abs(hn::Sub(a, b)); });
  }
}

// exp(-x) = 2^-n exp(r), |r| <= ln(2) / 2, exp(r) by Taylor's series to the 13th power.
HWY_INLINE V negative_exp_of(V x) {
  const V n = hn::Round(hn::Mul(x, hn::Set(d, 1.4426950408889634)));  // x / ln(2)
  // ln(2) in two parts; n times the first, of 32 bits, is exact.
  const V r = hn::Sub(hn::Sub(hn::Mul(n, hn::Set(d, 6.93147180369123816490e-01)), x),
                      hn::Mul(n, hn::Set(d, -1.90821492927058770002e-10)));
  // In pairs of powers (Estrin), whose sums wait less for one another.
  const auto pair = [&](double low, double high)
                        HWY_ATTR { return hn::Add(hn::Set(d, low), hn::Mul(hn::Set(d, high), r)); };
  const V r2 = hn::Mul(r, r), r4 = hn::Mul(r2, r2), r8 = hn::Mul(r4, r4);
  const auto join = [](V low, V high, V power)
                        HWY_ATTR { return hn::Add(low, hn::Mul(high, power)); };
  const V to3 = join(pair(1, 1), pair(1. / 2, 1. / 6), r2);
  const V to7 = join(pair(1. / 24, 1. / 120), pair(1. / 720, 1. / 5040), r2);
  const V to11 = join(pair(1. / 40320, 1. / 362880), pair(1. / 3628800, 1. / 39916800), r2);
  const V to13 = pair(1. / 479001600, 1. / 6227020800);
  const V sum = join(join(to3, to7, r4), join(to11, to13, r4), r8);
  // 2^-n: n is at most 1020 where the result counts.
  const hn::RebindToSigned<D> integers;
  const auto exponent = hn::ShiftLeft<52>(
      hn::Sub(hn::Set(integers, 1023), hn::ConvertTo(integers, hn::Min(n, hn::Set(d, 1022.)))));
  const V result = hn::Mul(sum, hn::BitCast(d, exponent));
  return hn::IfThenElseZero(hn::Lt(x, hn::Set(d, 707.)), result);
}

// Calls use(k) with the function, which takes vectors.
template <class Use>
HWY_INLINE void with_function(Function function, double scale, const Use& use) {
  const V by = hn::Set(d, scale);
  switch (function) {
    case Function::identity:
      return use([](V s) HWY_ATTR { return s; });
    case Function::step:
      return use([&](V s) HWY_ATTR { return hn::IfThenElseZero(hn::Lt(s, by), hn::Set(d, 1.)); });
    case Function::exponential:
      return use([&](V s) HWY_ATTR { return negative_exp_of(hn::Mul(by, s)); });
    case Function::gaussian:
      return use([&](V s) HWY_ATTR {
        const V unit = hn::Mul(by, s);
        return negative_exp_of(hn::Mul(hn::Mul(hn::Set(d, .5), unit), unit));
      });
  }
}

void values(Function function, double scale, const double* s, std::size_t count, double* k) {
  with_function(function, scale, [&](const auto& of) HWY_ATTR {
    for (std::size_t i = 0; i < count; i += N) hn::StoreU(of(hn::LoadU(d, s + i)), d, k + i);
  });
}

// total + value is the new total and what was rounded off, exactly (Knuth).
HWY_INLINE V add_exactly(V& total, V value) {
  const V sum = hn::Add(total, value);
  const V part = hn::Sub(sum, total);
  const V error = hn::Add(hn::Sub(total, hn::Sub(sum, part)), hn::Sub(value, part));
  total = sum;
  return error;
}

void add_values(Function function, double scale, const double* s, const double* weights,
                std::size_t count, double weight, EightSums& sums) {
  with_function(function, scale, [&](const auto& of) HWY_ATTR {
    for (std::size_t p = 0; p < parts; ++p) {
      V total = hn::Zero(d), rest = hn::Zero(d);
      for (std::size_t i = p * N; i < count; i += 8) {
        const V k = hn::Mul(hn::LoadU(d, weights + i), of(hn::LoadU(d, s + i)));
        rest = hn::Add(rest, add_exactly(total, k));
      }
      const V times = hn::Set(d, weight);
      V all = hn::LoadU(d, sums.total.data() + p * N);
      const V error = add_exactly(all, hn::Mul(times, total));
      rest = hn::Add(hn::Mul(times, rest), error);
      hn::StoreU(all, d, sums.total.data() + p * N);
      hn::StoreU(hn::Add(hn::LoadU(d, sums.rest.data() + p * N), rest), d,
                 sums.rest.data() + p * N);
    }
  });
}

}  // namespace
}  // namespace graphvq::arithmetic::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graphvq::arithmetic {

HWY_EXPORT(add_terms);
HWY_EXPORT(values);
HWY_EXPORT(add_values);

void add_terms(Term term, const double* row, std::size_t own, const double* columns,
               const std::size_t* offsets, std::size_t tiles, double* result) {
  HWY_DYNAMIC_DISPATCH(add_terms)(term, row, own, columns, offsets, tiles, result);
}

void values(Function function, double scale, const double* s, std::size_t count, double* k) {
  HWY_DYNAMIC_DISPATCH(values)(function, scale, s, count, k);
}

void add_values(Function function, double scale, const double* s, const double* weights,
                std::size_t count, double weight, EightSums& sums) {
  HWY_DYNAMIC_DISPATCH(add_values)(function, scale, s, weights, count, weight, sums);
}

}  // namespace graphvq::arithmetic
#endif
