#include "libgraphvq/measure/mmd.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "libgraphvq/graph/error.hpp"

namespace graphvq {

namespace {

void check_size(const GraphSet& graphs, Estimator estimator) {
  if (graphs.size() == 0) throw Error("no graphs to compare");
  if (estimator == Estimator::unbiased && graphs.size() < 2)
    throw Error("the unbiased estimator needs two graphs");
}

// Mean of the kernel over pairs of one set, from its sum and that of k(x, x).
double mean_within(double sum, double diagonal, std::uint64_t size, Estimator estimator) {
  const auto n = static_cast<double>(size);
  return estimator == Estimator::biased ? sum / (n * n) : (sum - diagonal) / (n * (n - 1));
}

}  // namespace

Reference::Reference(GraphSet graphs, const MmdSettings& settings)
    : graphs_(std::move(graphs)), settings_(settings) {
  check_size(graphs_, settings_.estimator);
  for (std::size_t k = 0; k < graphs_.descriptors().size(); ++k)
    fitted_.push_back(this->settings(k).per_generated() ? Fitted{} : fit(k, {}));
}

Reference::Fitted Reference::fit(std::size_t k, const SignatureSet& generated) const {
  const auto& set = graphs_.signatures(k);
  Kernel kernel = fit_kernel(settings(k), set, generated, settings_.threads);
  auto sums = kernel_sums(set, set, kernel, settings_.threads);
  return {std::move(kernel), std::move(sums)};
}

std::vector<Discrepancy> Reference::compare(const GraphSet& generated) const {
  check_size(generated, settings_.estimator);
  const auto estimator = settings_.estimator;
  std::vector<Discrepancy> result;
  for (std::size_t k = 0; k < graphs_.descriptors().size(); ++k) {
    const auto& x = graphs_.signatures(k);
    const auto& y = generated.signatures(k);
    const auto& [kernel, xx] = settings(k).per_generated() ? fit(k, y) : fitted_[k];
    const auto yy = kernel_sums(y, y, kernel, settings_.threads);
    const auto xy = kernel_sums(x, y, kernel, settings_.threads);
    const double x_diagonal = diagonal_sum(x, kernel), y_diagonal = diagonal_sum(y, kernel);
    const auto pairs = static_cast<double>(x.size()) * static_cast<double>(y.size());
    std::optional<Discrepancy> greatest;
    for (std::size_t g = 0; g < kernel.bandwidths.size(); ++g) {
      double value = mean_within(xx[g], x_diagonal, x.size(), estimator) +
                     mean_within(yy[g], y_diagonal, y.size(), estimator) - 2 * (xy[g] / pairs);
      // Only rounding, and a kernel that is not positive definite, can make the biased one
      // negative.
      if (estimator == Estimator::biased && positive_definite(kernel.kind))
        value = std::max(value, 0.);
      if (!greatest || value > greatest->value)
        greatest = {graphs_.descriptors()[k], value, kernel.bandwidths[g]};
    }
    result.push_back(*greatest);
  }
  return result;
}

}  // namespace graphvq
