#include <bit>
#include <limits>
#include <optional>

#include "libgraphvq/base/sum.hpp"
#include "libgraphvq/measure/mmd/kernel.hpp"
#include "libgraphvq/measure/mmd/tiles.hpp"

namespace graphvq {

namespace {

// The unordered pairs of a set, or the pairs of it and another, as separations.
class Pairs {
 public:
  Pairs(KernelKind kind, const SignatureSet& set, const SignatureSet* other, unsigned threads)
      : count_(other            ? set.size() * other->size()
               : set.size() < 2 ? 0
                                : set.size() * (set.size() - 1) / 2),
        rows_(set, other ? *other : set, kind),
        threads_(threads) {
    if (other) columns_.emplace(*other, set, kind);
  }

  std::uint64_t count() const { return count_; }
  unsigned threads() const { return threads_; }
  std::size_t blocks() const { return sweep_blocks(rows_); }

  /// Separations below count as 0.
  double zero() const { return smallest_distance * (squared() ? smallest_distance : 1); }
  double distance(double separation) const {
    if (squared()) return std::sqrt(separation);
    return rows_.kind() == KernelKind::tv ? separation / 2 : separation;
  }
  double squared_distance(double separation) const {
    return squared() ? separation : distance(separation) * distance(separation);
  }

  /// Calls visit(step, separation, weight); weight is how many pairs of members the two signatures
  /// stand for.
  template <class Visit>
  void visit(Visit take) const {
    const Tiles& columns = columns_ ? *columns_ : rows_;
    sweep(rows_, columns, threads_, [&](const SweepStep& step, const double* separations) {
      const double* counts = columns.counts(step.tile);
      const std::size_t begin = step.tile * Tiles::lanes;
      const std::size_t count = std::min(step.tiles * Tiles::lanes, columns.distinct() - begin);
      std::size_t i = 0;
      if (step.square) {
        i = step.row - begin;
        take(step, separations[i], step.count * (step.count - 1) / 2);
        ++i;
      }
      for (; i < count; ++i) take(step, separations[i], step.count * counts[i]);
    });
  }

 private:
  bool squared() const { return rows_.kind() == KernelKind::gaussian; }

  std::uint64_t count_;
  Tiles rows_;
  std::optional<Tiles> columns_;  // where they are not the rows
  unsigned threads_;
};

// Order statistics of the separations of all pairs. Doubles from 0 up are in the order of their
// bits: a sweep over pairs settles 16 bits, and a list of those that are left the others.
class Selection {
 public:
  explicit Selection(const Pairs& pairs) : pairs_(pairs) {}

  /// Median distance of the pairs from rank `first` on.
  double median(std::uint64_t first) {
    const std::uint64_t low = first + (pairs_.count() - first - 1) / 2;
    const std::uint64_t high = first + (pairs_.count() - first) / 2;
    std::uint64_t rank = low, key = 0, same = 0;
    list_.reset();
    for (int shift = 48; shift >= 0; shift -= 16) {
      const auto counts = histogram(key, shift);
      std::uint64_t digit = 0;
      for (; rank >= counts[digit]; ++digit) rank -= counts[digit];
      same = counts[digit];
      key = key << 16 | digit;
      if (!list_ && same <= most_listed) list(key, shift);
    }
    const auto value = std::bit_cast<double>(key);
    const double next = rank + (high - low) < same ? value : above(value);
    return (pairs_.distance(value) + pairs_.distance(next)) / 2;
  }

  /// Pairs at distance 0.
  std::uint64_t zeros() const {
    std::vector<double> counts(pairs_.threads());
    pairs_.visit([&](const SweepStep& step, double separation, double weight) {
      if (separation < pairs_.zero()) counts[step.worker] += weight;
    });
    double total = 0;
    for (const double count : counts) total += count;
    return static_cast<std::uint64_t>(total);
  }

 private:
  static constexpr std::uint64_t most_listed = std::uint64_t{1} << 20;

  struct Listed {
    double separation, weight;
  };

  static std::uint64_t bits(double separation, int shift) {
    return std::bit_cast<std::uint64_t>(separation) >> shift;
  }

  // Calls take(worker, separation, weight) for all pairs, or for those of the list.
  template <class Take>
  void visit(Take take) const {
    if (list_) {
      for (const auto& [separation, weight] : *list_) take(0, separation, weight);
    } else {
      pairs_.visit([&](const SweepStep& step, double separation, double weight) {
        take(step.worker, separation, weight);
      });
    }
  }

  // Lists the pairs whose bits from `shift` on are `key`.
  void list(std::uint64_t key, int shift) {
    std::vector<std::vector<Listed>> found(pairs_.threads());
    visit([&](unsigned worker, double separation, double weight) {
      if (bits(separation, shift) == key) found[worker].push_back({separation, weight});
    });
    list_.emplace();
    for (const auto& part : found) list_->insert(list_->end(), part.begin(), part.end());
  }

  // Pairs by the 16 bits from `shift` on, of those whose bits above are `prefix`.
  std::vector<std::uint64_t> histogram(std::uint64_t prefix, int shift) const {
    std::vector<std::vector<std::uint64_t>> counts(pairs_.threads(),
                                                   std::vector<std::uint64_t>(1 << 16));
    visit([&](unsigned worker, double separation, double weight) {
      const auto key = bits(separation, shift);
      if (key >> 16 == prefix) counts[worker][key & 0xffff] += static_cast<std::uint64_t>(weight);
    });
    for (std::size_t worker = 1; worker < counts.size(); ++worker)
      for (std::size_t digit = 0; digit < counts[0].size(); ++digit)
        counts[0][digit] += counts[worker][digit];
    return std::move(counts[0]);
  }

  // The least separation greater than `value`.
  double above(double value) {
    std::vector<double> least(pairs_.threads(), std::numeric_limits<double>::infinity());
    visit([&](unsigned worker, double separation, double weight) {
      if (separation > value && weight > 0) least[worker] = std::min(least[worker], separation);
    });
    const double found = *std::min_element(least.begin(), least.end());
    if (!list_ || !std::isinf(found)) return found;
    list_.reset();  // it ends with `value`
    return above(value);
  }

  const Pairs& pairs_;
  std::optional<std::vector<Listed>> list_;
};

template <class Term>
double mean(const Pairs& pairs, Term term) {
  if (pairs.count() == 0) return 0;
  std::vector<Sum> sums(pairs.blocks());
  pairs.visit([&](const SweepStep& step, double separation, double weight) {
    if (separation >= pairs.zero()) sums[step.block].add(weight * term(separation));
  });
  Sum total;
  for (const Sum& sum : sums) total.add(sum.value());
  return total.value() / static_cast<double>(pairs.count());
}

}  // namespace

double median_distance(KernelKind kind, const SignatureSet& set, const SignatureSet* other,
                       unsigned threads) {
  const Pairs pairs(kind, set, other, threads);
  if (pairs.count() == 0) return 0;
  Selection selection(pairs);
  const double median = selection.median(0);
  if (median >= smallest_distance) return median;
  const std::uint64_t zeros = selection.zeros();
  return zeros == pairs.count() ? 0 : selection.median(zeros);
}

double mean_distance(KernelKind kind, const SignatureSet& set, const SignatureSet* other,
                     unsigned threads) {
  const Pairs pairs(kind, set, other, threads);
  return mean(pairs, [&](double separation) { return pairs.distance(separation); });
}

double root_mean_square_distance(KernelKind kind, const SignatureSet& set,
                                 const SignatureSet* other, unsigned threads) {
  const Pairs pairs(kind, set, other, threads);
  return std::sqrt(
      mean(pairs, [&](double separation) { return pairs.squared_distance(separation); }));
}

Kernel fit_kernel(const KernelSettings& settings, const SignatureSet& reference,
                  const SignatureSet& generated, unsigned threads) {
  const auto kind = settings.kind;
  if (kind == KernelKind::linear) return {kind, {1}};
  if (settings.rule == BandwidthRule::fixed) return {kind, {settings.bandwidth}};
  const bool pooled = settings.from == BandwidthFrom::pooled;
  const SignatureSet both = pooled ? pool(reference, generated) : SignatureSet();
  const SignatureSet& set = pooled ? both : reference;
  const SignatureSet* other = settings.from == BandwidthFrom::cross ? &generated : nullptr;
  if (settings.rule == BandwidthRule::median)
    return {kind, {median_distance(kind, set, other, threads)}};
  if (settings.rule == BandwidthRule::mean)
    return {kind, {mean_distance(kind, set, other, threads)}};
  const double unit = root_mean_square_distance(kind, set, other, threads);
  if (unit == 0) return {kind, {0}};
  std::vector<double> bandwidths;
  for (const double factor : settings.factors) bandwidths.push_back(factor * unit);
  return {kind, std::move(bandwidths)};
}

}  // namespace graphvq
