#include <bit>
#include <limits>

#include "libgraphvq/measure/kernel.hpp"
#include "libgraphvq/measure/sweep.hpp"

namespace graphvq {

namespace {

constexpr double zero =
    smallest_distance * smallest_distance;  // squared distances below count as 0

std::uint64_t pairs(std::uint64_t size) { return size < 2 ? 0 : size * (size - 1) / 2; }

// Calls visit(step, d2, weight) for the unordered pairs of a set; weight is how many pairs of
// members the two signatures stand for.
template <class Visit>
void sweep_pairs(const Tiles& tiles, unsigned threads, Visit visit) {
  sweep(
      tiles, tiles, threads, [](std::size_t row) { return row / Tiles::lanes; },
      [&](const SweepStep& step, const double* d2) {
        const double* counts = tiles.counts(step.tile);
        for (std::size_t lane = 0; lane < Tiles::lanes; ++lane) {
          const std::size_t other = step.tile * Tiles::lanes + lane;
          if (other < step.row || other >= tiles.distinct()) continue;
          visit(step, d2[lane],
                other == step.row ? step.count * (step.count - 1) / 2 : step.count * counts[lane]);
        }
      });
}

// Order statistics of the squared distances of all pairs. Doubles from 0 up are in the order of
// their bits, so that a sweep settles 16 bits.
class Selection {
 public:
  Selection(const SignatureSet& set, unsigned threads) : tiles_(set, set), threads_(threads) {}

  /// Median of the pairs from rank `first` on, of `count` pairs in all.
  double median(std::uint64_t first, std::uint64_t count) const {
    const std::uint64_t low = first + (count - first - 1) / 2;
    const std::uint64_t high = first + (count - first) / 2;
    std::uint64_t rank = low, key = 0, same = 0;
    for (int shift = 48; shift >= 0; shift -= 16) {
      const auto counts = histogram(key, shift);
      std::uint64_t digit = 0;
      for (; rank >= counts[digit]; ++digit) rank -= counts[digit];
      same = counts[digit];
      key = key << 16 | digit;
    }
    const auto value = std::bit_cast<double>(key);
    const double next = rank + (high - low) < same ? value : above(value);
    return (std::sqrt(value) + std::sqrt(next)) / 2;
  }

  /// Pairs at distance 0.
  std::uint64_t zeros() const {
    std::vector<double> counts(threads_);
    sweep_pairs(tiles_, threads_, [&](const SweepStep& step, double d2, double weight) {
      if (d2 < zero) counts[step.worker] += weight;
    });
    double total = 0;
    for (const double count : counts) total += count;
    return static_cast<std::uint64_t>(total);
  }

 private:
  // Pairs by the 16 bits from `shift` on, of those whose bits above are `prefix`.
  std::vector<std::uint64_t> histogram(std::uint64_t prefix, int shift) const {
    std::vector<std::vector<std::uint64_t>> counts(threads_, std::vector<std::uint64_t>(1 << 16));
    sweep_pairs(tiles_, threads_, [&](const SweepStep& step, double d2, double weight) {
      const auto bits = std::bit_cast<std::uint64_t>(d2) >> shift;
      if (bits >> 16 == prefix)
        counts[step.worker][bits & 0xffff] += static_cast<std::uint64_t>(weight);
    });
    for (std::size_t worker = 1; worker < counts.size(); ++worker)
      for (std::size_t digit = 0; digit < counts[0].size(); ++digit)
        counts[0][digit] += counts[worker][digit];
    return std::move(counts[0]);
  }

  // The least squared distance greater than `value`.
  double above(double value) const {
    std::vector<double> least(threads_, std::numeric_limits<double>::infinity());
    sweep_pairs(tiles_, threads_, [&](const SweepStep& step, double d2, double weight) {
      if (d2 > value && weight > 0) least[step.worker] = std::min(least[step.worker], d2);
    });
    return *std::min_element(least.begin(), least.end());
  }

  Tiles tiles_;
  unsigned threads_;
};

}  // namespace

double median_distance(const SignatureSet& set, unsigned threads) {
  const std::uint64_t count = pairs(set.size());
  if (count == 0) return 0;
  const Selection selection(set, threads);
  const double median = selection.median(0, count);
  if (median >= smallest_distance) return median;
  const std::uint64_t zeros = selection.zeros();
  return zeros == count ? 0 : selection.median(zeros, count);
}

double mean_distance(const SignatureSet& set, unsigned threads) {
  if (pairs(set.size()) == 0) return 0;
  const Tiles tiles(set, set);
  std::vector<Sum> sums(sweep_blocks(tiles));
  sweep_pairs(tiles, threads, [&](const SweepStep& step, double d2, double weight) {
    if (d2 >= zero) sums[step.block].add(weight * std::sqrt(d2));
  });
  Sum total;
  for (const Sum& sum : sums) total.add(sum.value());
  return total.value() / static_cast<double>(pairs(set.size()));
}

}  // namespace graphvq
