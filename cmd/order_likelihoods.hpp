#pragma once

#include <cmath>
#include <vector>

#include "libgraphvq/data/record.hpp"
#include "libgraphvq/measure/fidelity.hpp"

namespace graphvq {

/// NLL of graphs over their orders: the mean, and minus the log of the mean likelihood.
class OrderLikelihoods {
 public:
  /// Of `orders` each, which stand one behind another.
  explicit OrderLikelihoods(std::uint32_t orders) : orders_(orders) {}

  /// An order's nats; both results are divided by `units`, which the orders of a graph share.
  void add(const Record& record, double nll, double units) {
    apart_ = apart_ || record.ordering->number != logs_.size() % orders_;
    if (logs_.size() == orders_) finish();
    units_ = units;
    per_order_.push_back(nll / units);
    logs_.push_back(-nll);
  }
  const std::vector<double>& per_order() const { return per_order_; }
  /// Whether the orders of a graph were not together, so that multi() means nothing.
  bool apart() const { return apart_; }
  const std::vector<double>& multi() {
    finish();
    return multi_;
  }

 private:
  void finish() {
    if (logs_.empty()) return;
    multi_.push_back((std::log(static_cast<double>(logs_.size())) - log_sum_exp(logs_)) / units_);
    logs_.clear();
  }
  std::vector<double> per_order_, multi_, logs_;
  std::uint32_t orders_;
  double units_ = 1;
  bool apart_ = false;
};

}  // namespace graphvq
