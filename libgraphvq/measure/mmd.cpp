#include "libgraphvq/measure/mmd.hpp"

#include <algorithm>
#include <utility>

#include "libgraphvq/graph/error.hpp"
#include "libgraphvq/measure/kernel.hpp"

namespace graphvq {

namespace {

void check_size(const GraphSet& graphs, Estimator estimator) {
  if (graphs.size() == 0) throw Error("no graphs to compare");
  if (estimator == Estimator::unbiased && graphs.size() < 2)
    throw Error("the unbiased estimator needs two graphs");
}

// Mean of the kernel over pairs of one set, from its sum; k(x, x) = 1.
double mean_within(double sum, std::uint64_t size, Estimator estimator) {
  const auto n = static_cast<double>(size);
  return estimator == Estimator::biased ? sum / (n * n) : (sum - n) / (n * (n - 1));
}

}  // namespace

Reference::Reference(GraphSet graphs, const MmdSettings& settings)
    : graphs_(std::move(graphs)), settings_(settings) {
  check_size(graphs_, settings.estimator);
  if (settings.pooled) return;
  for (std::size_t k = 0; k < graphs_.descriptors().size(); ++k) {
    const auto& set = graphs_.signatures(k);
    bandwidths_.push_back(bandwidth(set));
    sums_.push_back(gaussian_sum(set, set, bandwidths_[k], settings.threads));
  }
}

double Reference::bandwidth(const SignatureSet& set) const {
  switch (settings_.rule) {
    case BandwidthRule::median:
      return median_distance(set, settings_.threads);
    case BandwidthRule::mean:
      return mean_distance(set, settings_.threads);
    case BandwidthRule::fixed:
      break;
  }
  return settings_.bandwidth;
}

std::vector<Discrepancy> Reference::compare(const GraphSet& generated) const {
  check_size(generated, settings_.estimator);
  const auto threads = settings_.threads;
  std::vector<Discrepancy> result;
  for (std::size_t k = 0; k < graphs_.descriptors().size(); ++k) {
    const auto& x = graphs_.signatures(k);
    const auto& y = generated.signatures(k);
    const double s = settings_.pooled ? bandwidth(pool(x, y)) : bandwidths_[k];
    const double xx = settings_.pooled ? gaussian_sum(x, x, s, threads) : sums_[k];
    const double yy = gaussian_sum(y, y, s, threads);
    const double xy = gaussian_sum(x, y, s, threads);
    const auto pairs = static_cast<double>(x.size()) * static_cast<double>(y.size());
    double value = mean_within(xx, x.size(), settings_.estimator) +
                   mean_within(yy, y.size(), settings_.estimator) - 2 * (xy / pairs);
    // Only rounding can make the biased one negative.
    if (settings_.estimator == Estimator::biased) value = std::max(value, 0.);
    result.push_back({graphs_.descriptors()[k], value, s});
  }
  return result;
}

}  // namespace graphvq
