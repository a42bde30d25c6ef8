#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "libgraphvq/base/log_sum_exp.hpp"
#include "libgraphvq/data/record.hpp"

namespace graphvq {

/// NLL of graphs over their orders: the mean, and minus the log of the mean likelihood.
class OrderLikelihoods {
 public:
  /// An order's nats; both results are divided by `units`, which the orders of a graph share. Those
  /// stand one behind another, from number 0 on.
  void add(const Record& record, double nll, double units) {
    const auto number = record.ordering->number;
    if (number == 0) finish();
    auto edges = first_numbers(record);
    apart_ = apart_ || number != logs_.size() || (number > 0 && edges != edges_);
    edges_ = std::move(edges);
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
  /// The edges between nodes as they were numbered before the order.
  static std::vector<Edge> first_numbers(const Record& record) {
    const auto& perm = record.ordering->perm;
    std::vector<Edge> edges;
    for (const auto& [u, v] : record.graph.edges)
      edges.push_back({std::min(perm[u], perm[v]), std::max(perm[u], perm[v])});
    std::ranges::sort(edges);
    return edges;
  }
  void finish() {
    if (logs_.empty()) return;
    multi_.push_back((std::log(static_cast<double>(logs_.size())) - log_sum_exp(logs_)) / units_);
    logs_.clear();
  }
  std::vector<double> per_order_, multi_, logs_;
  std::vector<Edge> edges_;  // of the graph whose orders these are
  double units_ = 1;
  bool apart_ = false;
};

}  // namespace graphvq
