#include "libgraphvq/measure/judge/fidelity.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace graphvq {

namespace {

// ln(1 + exp(x)) without overflow: the NLL of an outcome whose logit is -x.
double softplus(double x) { return std::max(x, 0.) + std::log1p(std::exp(-std::abs(x))); }

double sigmoid(double x) {
  const double e = std::exp(-std::abs(x));
  return (x >= 0 ? 1 : e) / (1 + e);
}

class Totals {
 public:
  void add(double logit, double positive, double negative) {
    const double weight = positive + negative;
    const double p = sigmoid(logit);
    count_ += weight;
    right_ += p > .5 ? positive : negative;
    if (positive > 0) nll_ += positive * softplus(-logit);
    if (negative > 0) nll_ += negative * softplus(logit);
    brier_ += positive * (1 - p) * (1 - p) + negative * p * p;
    // A probability on a bin's edge belongs to the upper bin.
    const auto bin = std::min(static_cast<std::size_t>(p * ece_bins), ece_bins - 1);
    excess_[bin] += weight * p - positive;
    bins_[bin].count += weight;
    bins_[bin].predicted += weight * p;
    bins_[bin].observed += positive;
  }
  std::array<ReliabilityBin, ece_bins> bins() const {
    auto result = bins_;
    for (auto& bin : result) {
      bin.predicted /= bin.count;
      bin.observed /= bin.count;
    }
    return result;
  }
  BinaryScore score() const {
    double gap = 0;
    for (const double excess : excess_) gap += std::abs(excess);
    return {count_, right_ / count_, nll_ / count_, brier_ / count_, gap / count_};
  }

 private:
  double count_ = 0, right_ = 0, nll_ = 0, brier_ = 0;
  std::array<ReliabilityBin, ece_bins> bins_{};  // sums
  std::array<double, ece_bins> excess_{};        // predicted less observed positives, of each bin
};

}  // namespace

void BinaryScorer::add(double logit, bool outcome, double weight) {
  entries_.push_back({logit, outcome ? weight : 0, outcome ? 0 : weight});
  if (entries_.size() < limit_) return;
  merge(entries_);
  limit_ = std::max(limit_, 2 * entries_.size());
}

void BinaryScorer::merge(std::vector<Entry>& entries) {
  std::ranges::stable_sort(entries, std::ranges::greater(), &Entry::logit);
  std::size_t last = 0;
  for (std::size_t i = 1; i < entries.size(); ++i) {
    if (entries[i].logit == entries[last].logit) {
      entries[last].positive += entries[i].positive;
      entries[last].negative += entries[i].negative;
    } else {
      entries[++last] = entries[i];
    }
  }
  if (!entries.empty()) entries.resize(last + 1);
}

BinaryScores BinaryScorer::scores() const {
  auto entries = entries_;
  merge(entries);
  Totals all, positive, negative;
  double above = 0, below = 0;  // positives and negatives at or over the logit
  double ordered = 0, precision = 0;
  for (const Entry& entry : entries) {
    all.add(entry.logit, entry.positive, entry.negative);
    positive.add(entry.logit, entry.positive, 0);
    negative.add(entry.logit, 0, entry.negative);
    ordered += entry.negative * (above + entry.positive / 2);
    above += entry.positive;
    below += entry.negative;
    if (entry.positive > 0) precision += entry.positive * above / (above + below);
  }
  BinaryScores scores{all.score(), positive.score(), negative.score(), 0, 0, all.bins()};
  scores.auroc = ordered / (above * below);
  scores.auprc = below > 0 ? precision / above : std::numeric_limits<double>::quiet_NaN();
  return scores;
}

CodeUsage code_usage(std::span<const std::uint64_t> uses) {
  std::vector<std::uint64_t> sorted(uses.begin(), uses.end());
  std::ranges::sort(sorted);
  double total = 0;
  for (const auto count : sorted) total += static_cast<double>(count);
  CodeUsage usage;
  if (total == 0) return usage;
  const auto codes = static_cast<double>(sorted.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const double share = static_cast<double>(sorted[i]) / total;
    usage.gini += (2 * static_cast<double>(i) + 1 - codes) * share / codes;
    if (sorted[i] == 0) continue;
    ++usage.active;
    usage.entropy -= share * std::log(share);
  }
  usage.perplexity = std::exp(usage.entropy);
  return usage;
}

}  // namespace graphvq
