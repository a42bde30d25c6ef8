#include <array>

#include "tests/bench/bench.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tests/bench/peak.cpp"
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace graphvq::bench::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// Twelve independent chains; returns the multiply-adds done.
double chains(std::size_t steps, float* out) {
  const hn::ScalableTag<float> d;
  constexpr std::size_t count = 12;
  hn::Vec<decltype(d)> sums[count];
  for (std::size_t k = 0; k < count; ++k) sums[k] = hn::Set(d, static_cast<float>(k));
  const auto factor = hn::Set(d, out[0]);
  const auto term = hn::Set(d, out[1]);
  for (std::size_t i = 0; i < steps; ++i)
    for (std::size_t k = 0; k < count; ++k) sums[k] = hn::MulAdd(sums[k], factor, term);
  for (std::size_t k = 1; k < count; ++k) sums[0] = hn::Add(sums[0], sums[k]);
  out[2] = hn::GetLane(sums[0]);
  return static_cast<double>(steps * count * hn::Lanes(d));
}

}  // namespace
}  // namespace graphvq::bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graphvq::bench {

HWY_EXPORT(chains);

double peak_multiply_adds() {
  std::array<float, 3> numbers = {.999F, .5F, 0};
  double done = 0;
  const double taken = seconds(
      20, [&] { done = HWY_DYNAMIC_DISPATCH(chains)(std::size_t{1} << 20, numbers.data()); });
  return done / taken;
}

}  // namespace graphvq::bench
#endif
