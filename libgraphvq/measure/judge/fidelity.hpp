#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace graphvq {

/// How good the predicted probabilities of yes-or-no outcomes are. NaN where there is no outcome
/// (of the class), and for the ranks where one class is absent.
struct BinaryScore {
  double count = 0;     // outcomes, by weight
  double accuracy = 0;  // of deciding by p > .5
  double nll = 0;       // nats an outcome
  double brier = 0;     // mean squared error
  double ece = 0;       // expected calibration error over the bins, weighted by count
};

/// Outcomes whose predictions lie in one of the equal-width bins.
struct ReliabilityBin {
  double count = 0;
  double predicted = 0;  // mean probability; NaN where the bin is empty
  double observed = 0;   // share of positives
};

inline constexpr std::size_t ece_bins = 15;

struct BinaryScores {
  BinaryScore all;
  BinaryScore positive;  // the same over the positive outcomes alone
  BinaryScore negative;
  double auroc = 0;  // chance that a positive has the higher probability, ties count half
  double auprc = 0;  // average precision: sum of precision times gain in recall, tied ones at once
  std::array<ReliabilityBin, ece_bins> bins{};
};

/// Gathers predictions as a stream. Predictions that are equal share an entry (24 bytes), so that
/// memory grows with the distinct ones; with whole weights no result depends on the order.
class BinaryScorer {
 public:
  /// A prediction sigmoid(logit) of an outcome, `weight` times.
  void add(double logit, bool outcome, double weight = 1);
  BinaryScores scores() const;

 private:
  struct Entry {
    double logit;
    double positive;  // weight of each outcome
    double negative;
  };
  static void merge(std::vector<Entry>& entries);

  std::vector<Entry> entries_;
  std::size_t limit_ = 1 << 16;  // merged when it has grown to this
};

/// How evenly codes are used, from the uses of each of K codes.
struct CodeUsage {
  std::uint64_t active = 0;  // codes used at all
  double entropy = 0;        // nats, at most ln K
  double perplexity = 0;     // exp(entropy)
  double gini = 0;           // over all K codes: 0 for uniform use, 1 - 1/K for one code alone
};

/// Table tab:codebook. All 0 where nothing was used.
CodeUsage code_usage(std::span<const std::uint64_t> uses);

}  // namespace graphvq
