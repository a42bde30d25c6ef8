#include "libgraphvq/measure/signature/signature_set.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "libgraphvq/base/sum.hpp"

namespace graphvq {

void SignatureSet::add(std::vector<double> signature, std::uint64_t count) {
  while (!signature.empty() && signature.back() == 0) signature.pop_back();
  counts_[std::move(signature)] += count;
  size_ += count;
}

SignatureSet pool(const SignatureSet& a, const SignatureSet& b) {
  SignatureSet result = a;
  for (const auto& [signature, count] : b.counts()) result.add(signature, count);
  return result;
}

std::vector<double> Standardisation::operator()(std::vector<double> signature) const {
  if (mean.empty()) return signature;
  signature.resize(mean.size());
  for (std::size_t k = 0; k < mean.size(); ++k)
    signature[k] = (signature[k] - mean[k]) / deviation[k];
  return signature;
}

Standardisation standardise(SignatureSet& set) {
  const auto n = static_cast<double>(set.size());
  std::size_t width = 0;
  for (const auto& [signature, count] : set.counts()) width = std::max(width, signature.size());
  // Mean over the set of term(column, entry).
  const auto means = [&](auto term) {
    std::vector<Sum> sums(width);
    for (const auto& [signature, count] : set.counts())
      for (std::size_t k = 0; k < width; ++k)
        sums[k].add(static_cast<double>(count) * term(k, k < signature.size() ? signature[k] : 0.));
    std::vector<double> result;
    for (const Sum& sum : sums) result.push_back(sum.value() / n);
    return result;
  };
  Standardisation by;
  by.mean = means([](std::size_t, double x) { return x; });
  by.deviation = means([&](std::size_t k, double x) { return std::pow(x - by.mean[k], 2); });
  for (std::size_t k = 0; k < width; ++k) {
    constexpr double epsilon = std::numeric_limits<double>::epsilon();
    const double variance = by.deviation[k];
    const bool constant =
        variance <= n * epsilon * variance + std::pow(n * by.mean[k] * epsilon, 2);
    by.deviation[k] = constant ? 1 : std::sqrt(variance);
  }
  SignatureSet result(set.keyed());
  for (const auto& [signature, count] : set.counts()) result.add(by(signature), count);
  set = std::move(result);
  return by;
}

}  // namespace graphvq
