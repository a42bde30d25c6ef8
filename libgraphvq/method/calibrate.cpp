#include "libgraphvq/method/calibrate.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "libgraphvq/base/error.hpp"

namespace graphvq {

namespace {

double mean_nll(std::span<const Decision> decisions, double scale) {
  double sum = 0;
  for (const auto& [logit, edge] : decisions) {
    const double x = scale * (edge ? logit : -logit);
    sum += std::log1p(std::exp(-std::abs(x))) + std::max(-x, 0.0);
  }
  return sum / static_cast<double>(decisions.size());
}

/// Of the summed NLL by the scale 1 / tau, in which it is convex.
double slope(std::span<const Decision> decisions, double scale) {
  double sum = 0;
  for (const auto& [logit, edge] : decisions)
    sum += (1 / (1 + std::exp(-scale * logit)) - (edge ? 1 : 0)) * logit;
  return sum;
}

}  // namespace

Calibration calibrate(std::span<const Decision> decisions) {
  if (decisions.empty()) throw Error("no pair of nodes to calibrate on");
  double low = 1;
  double high = 1 / 0.9;
  if (slope(decisions, low) >= 0) high = low;
  if (slope(decisions, high) <= 0) low = high;
  for (int halvings = 0; halvings < 40 && low < high; ++halvings) {
    const double middle = (low + high) / 2;
    (slope(decisions, middle) < 0 ? low : high) = middle;
  }
  const double temperature = low == high && low > 1 ? 0.9 : 1 / ((low + high) / 2);
  return {temperature, mean_nll(decisions, 1), mean_nll(decisions, 1 / temperature)};
}

}  // namespace graphvq
