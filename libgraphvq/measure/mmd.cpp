#include "libgraphvq/measure/mmd.hpp"

#include <algorithm>
#include <utility>

namespace graphvq {

Reference::Reference(GraphSet graphs, const MmdSettings& settings)
    : graphs_(std::move(graphs)), settings_(settings) {
  check_size(graphs_.size(), settings_.estimator);
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
  check_size(generated.size(), settings_.estimator);
  std::vector<Discrepancy> result;
  for (std::size_t k = 0; k < graphs_.descriptors().size(); ++k) {
    const auto& x = graphs_.signatures(k);
    const auto& y = generated.signatures(k);
    const auto& [kernel, xx] = settings(k).per_generated() ? fit(k, y) : fitted_[k];
    const TwoSample sets{x,
                         y,
                         kernel,
                         settings_.estimator,
                         xx,
                         kernel_sums(y, y, kernel, settings_.threads),
                         kernel_sums(x, y, kernel, settings_.threads),
                         settings_.threads};
    const auto values = mmd2(sets);
    const auto g = std::ranges::max_element(values) - values.begin();
    Discrepancy found{graphs_.descriptors()[k], values[static_cast<std::size_t>(g)],
                      kernel.bandwidths[static_cast<std::size_t>(g)]};
    if (settings_.permutations > 0)
      found.test = permutation_test(sets, settings_.permutations, settings_.seed);
    if (settings_.resamples > 0)
      found.interval = bootstrap_interval(sets, settings_.resamples, settings_.seed);
    for (const auto size : settings_.subsamples)
      found.subsamples.push_back(subsample(sets, size, settings_.seed));
    result.push_back(std::move(found));
  }
  return result;
}

std::vector<Discrepancy> Reference::compare_halves() const {
  std::vector<Discrepancy> result;
  for (std::size_t k = 0; k < graphs_.descriptors().size(); ++k) {
    const auto& x = graphs_.signatures(k);
    const auto& [kernel, xx] = settings(k).per_generated() ? fit(k, x) : fitted_[k];
    const auto found = halves(x, kernel, settings_.estimator, settings_.seed, settings_.threads);
    result.push_back({graphs_.descriptors()[k], found.mean, found.bandwidth, {}, found.range});
  }
  return result;
}

}  // namespace graphvq
