#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace graphvq {

/// ln(sum of exp(x)), without overflow; -inf for no values.
inline double log_sum_exp(std::span<const double> values) {
  double largest = -std::numeric_limits<double>::infinity();
  for (const double value : values) largest = std::max(largest, value);
  if (std::isinf(largest)) return largest;
  double sum = 0;
  for (const double value : values) sum += std::exp(value - largest);
  return largest + std::log(sum);
}

}  // namespace graphvq
