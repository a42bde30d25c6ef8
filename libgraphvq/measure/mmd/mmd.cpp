#include "libgraphvq/measure/mmd/mmd.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "libgraphvq/base/error.hpp"

namespace graphvq {

namespace {

double bandwidth(const Kernel& kernel, std::size_t g) {
  return kernel.kind == KernelKind::linear ? std::numeric_limits<double>::quiet_NaN()
                                           : kernel.bandwidths[g];
}

Discrepancy greatest(Descriptor descriptor, const Kernel& kernel,
                     const std::vector<double>& values) {
  const auto g = static_cast<std::size_t>(std::ranges::max_element(values) - values.begin());
  return {descriptor, values[g], bandwidth(kernel, g)};
}

}  // namespace

Reference::Reference(GraphSet graphs, const MmdSettings& settings)
    : graphs_(std::move(graphs)), settings_(settings) {
  check_size(graphs_.described(), settings_.estimator);
  for (std::size_t k = 0; k < graphs_.descriptors().size(); ++k)
    fitted_.push_back(this->settings(k).per_generated() ? Fitted{} : fit(k, {}));
}

Reference::Fitted Reference::fit(std::size_t k, const SignatureSet& generated) const {
  const auto& set = graphs_.signatures(k);
  Kernel kernel = fit_kernel(settings(k), set, generated, settings_.threads);
  auto sums = set_sums(set, kernel, settings_.threads);
  return {std::move(kernel), std::move(sums)};
}

std::vector<Discrepancy> Reference::compare(const GraphSet& generated) const {
  check_size(generated.described(), settings_.estimator);
  std::vector<Discrepancy> result;
  for (std::size_t k = 0; k < graphs_.descriptors().size(); ++k) {
    const auto& x = graphs_.signatures(k);
    const auto& y = generated.signatures(k);
    const auto& [kernel, x_sums] = settings(k).per_generated() ? fit(k, y) : fitted_[k];
    const TwoSample sets{x,
                         y,
                         kernel,
                         settings_.estimator,
                         x_sums,
                         set_sums(y, kernel, settings_.threads),
                         settings_.threads};
    auto found = greatest(graphs_.descriptors()[k], kernel,
                          mmd2(sets.x_sums, sets.y_sums, kernel_sums(x, y, kernel, sets.threads),
                               kernel.kind, sets.estimator));
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
    const auto& [kernel, sums] = settings(k).per_generated() ? fit(k, x) : fitted_[k];
    const auto found = halves(x, kernel, settings_.estimator, settings_.seed, settings_.threads);
    result.push_back({graphs_.descriptors()[k],
                      found.mean,
                      bandwidth(kernel, found.bandwidth),
                      {},
                      {},
                      found.range});
  }
  return result;
}

BlockComparison::BlockComparison(const Reference& reference)
    : reference_(reference), sums_(reference.graphs_.descriptors().size()) {
  const auto& settings = reference.settings_;
  if (settings.permutations > 0 || settings.resamples > 0 || !settings.subsamples.empty())
    throw UsageError("tests, intervals and subsamples need all generated graphs at once");
  for (std::size_t k = 0; k < sums_.size(); ++k) {
    if (reference.settings(k).per_generated())
      throw UsageError("a bandwidth that generated graphs have part in needs them all at once");
    sums_[k].across.resize(reference.fitted_[k].kernel.bandwidths.size());
    sums_[k].within.resize(sums_[k].across.size());
  }
}

void BlockComparison::add(const GraphSet& block) {
  const auto threads = reference_.settings_.threads;
  for (std::size_t k = 0; k < sums_.size(); ++k) {
    const auto& kernel = reference_.fitted_[k].kernel;
    const auto& y = block.signatures(k);
    const auto within = set_sums(y, kernel, threads);
    const auto across = kernel_sums(y, reference_.graphs_.signatures(k), kernel, threads);
    sums_[k].diagonal.add(within.diagonal);
    for (std::size_t g = 0; g < across.size(); ++g) {
      sums_[k].across[g].add(across[g]);
      sums_[k].within[g].add(within.pairs[g] - within.diagonal);
    }
  }
  const auto n = static_cast<double>(block.described());
  size_ += block.described();
  pairs_ += n * (n - 1);
}

std::vector<Discrepancy> BlockComparison::result() const {
  const auto estimator = reference_.settings_.estimator;
  check_size(size_, estimator);
  if (pairs_ == 0 && size_ > 1) throw Error("blocks of one graph have no pairs");
  const auto n = static_cast<double>(size_);
  std::vector<Discrepancy> result;
  for (std::size_t k = 0; k < sums_.size(); ++k) {
    const auto& [kernel, x] = reference_.fitted_[k];
    SetSums y{size_, {}, sums_[k].diagonal.value()};
    std::vector<double> across;
    for (std::size_t g = 0; g < kernel.bandwidths.size(); ++g) {
      const double pair = pairs_ > 0 ? sums_[k].within[g].value() / pairs_ : 0;
      y.pairs.push_back(n * (n - 1) * pair + y.diagonal);
      across.push_back(sums_[k].across[g].value());
    }
    result.push_back(greatest(reference_.graphs_.descriptors()[k], kernel,
                              mmd2(x, y, across, kernel.kind, estimator)));
  }
  return result;
}

}  // namespace graphvq
