#pragma once

#include <cmath>

namespace graphvq {

/// Neumaier's compensated sum.
class Sum {
 public:
  void add(double value) {
    const double total = total_ + value;
    rest_ +=
        std::abs(total_) >= std::abs(value) ? (total_ - total) + value : (value - total) + total_;
    total_ = total;
  }
  double value() const { return total_ + rest_; }

 private:
  double total_ = 0;
  double rest_ = 0;
};

}  // namespace graphvq
