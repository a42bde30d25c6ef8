#include "libgraphvq/measure/mmd/two_sample.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/base/parallel.hpp"
#include "libgraphvq/base/random.hpp"
#include "libgraphvq/base/sum.hpp"
#include "libgraphvq/measure/mmd/quadratic.hpp"

namespace graphvq {

namespace {

enum Sub : std::uint32_t { permuting = 3, resampling = 4, halving = 5, dividing = 6 };

// Mean of the kernel over pairs of one set.
double mean_within(double sum, const SetSums& set, Estimator estimator) {
  const auto n = static_cast<double>(set.size);
  return estimator == Estimator::biased ? sum / (n * n) : (sum - set.diagonal) / (n * (n - 1));
}

// Graphs of two sets as indices into their distinct signatures.
struct Pooled {
  explicit Pooled(const TwoSample& sets) : Pooled(sets.kernel, sets.x, &sets.y) {}

  Pooled(const Kernel& kernel, const SignatureSet& x, const SignatureSet* y)
      : set(y != nullptr ? pool(x, *y) : x), first(x.size()) {
    for (const auto* part : {&x, y}) {
      std::uint32_t index = 0;
      if (part == nullptr) continue;
      for (const auto& [signature, count] : set.counts()) {
        const auto found = part->counts().find(signature);
        if (found != part->counts().end()) members.insert(members.end(), found->second, index);
        ++index;
      }
    }
    for (const auto& [signature, count] : set.counts()) {
      SignatureSet one(set.keyed());
      one.add(signature);
      diagonal.push_back(diagonal_sum(one, kernel));
      signatures.push_back(&signature);
    }
  }

  SignatureSet set;
  std::uint64_t first;                 // graphs of the first set
  std::vector<std::uint32_t> members;  // of each graph, those of the first set before the others
  std::vector<double> diagonal;        // k(x, x)
  std::vector<const std::vector<double>*> signatures;
};

// Writes how often a draw has each distinct signature in its two sets.
using Counts = std::function<void(std::uint64_t draw, std::span<double> a, std::span<double> b)>;

// MMD^2 of each draw of sets of n and m graphs, [draws, bandwidths].
std::vector<double> drawn_mmd2(const Pooled& pooled, const Kernel& kernel, Estimator estimator,
                               std::uint64_t draws, std::uint64_t n, std::uint64_t m,
                               const Counts& counts, unsigned threads) {
  const std::size_t size = pooled.diagonal.size(), grid = kernel.bandwidths.size();
  const bool unbiased = estimator == Estimator::unbiased;
  const std::size_t vectors = unbiased ? 3 : 1;
  const auto x = static_cast<double>(n), y = static_cast<double>(m);
  std::vector<double> diagonals(unbiased ? 2 * draws : 0);  // means of k(x, x) of each draw
  const auto forms = quadratic_forms(
      pooled.set, kernel, draws, vectors,
      [&](std::uint64_t draw, std::span<double> w) {
        std::vector<double> a(size), b(size);
        counts(draw, a, b);
        for (std::size_t i = 0; i < size; ++i) {
          w[i] = a[i] / x - b[i] / y;
          if (!unbiased) continue;
          w[size + i] = a[i] / x;
          w[2 * size + i] = b[i] / y;
        }
        if (!unbiased) return;
        Sum of_a, of_b;
        for (std::size_t i = 0; i < size; ++i) {
          of_a.add(a[i] * pooled.diagonal[i]);
          of_b.add(b[i] * pooled.diagonal[i]);
        }
        diagonals[2 * draw] = of_a.value() / x;
        diagonals[2 * draw + 1] = of_b.value() / y;
      },
      threads);
  if (!unbiased) return forms;
  std::vector<double> result(draws * grid);
  for (std::uint64_t draw = 0; draw < draws; ++draw)
    for (std::size_t g = 0; g < grid; ++g) {
      const auto form = [&](std::size_t v) { return forms[(draw * vectors + v) * grid + g]; };
      // What the pairs of a graph with itself leave when they are taken out.
      result[draw * grid + g] = form(0) + (form(1) - diagonals[2 * draw]) / (x - 1) +
                                (form(2) - diagonals[2 * draw + 1]) / (y - 1);
    }
  return result;
}

double mean(const std::vector<double>& values) {
  Sum total;
  for (const double value : values) total.add(value);
  return total.value() / static_cast<double>(values.size());
}

// The greatest of each draw's.
std::vector<double> greatest(const std::vector<double>& values, std::size_t grid) {
  std::vector<double> result;
  for (std::size_t i = 0; i < values.size(); i += grid)
    result.push_back(*std::max_element(values.begin() + static_cast<std::ptrdiff_t>(i),
                                       values.begin() + static_cast<std::ptrdiff_t>(i + grid)));
  return result;
}

// Puts `count` members drawn without replacement first.
void draw_first(std::vector<std::uint32_t>& members, std::uint64_t count, Stream& stream) {
  for (std::uint64_t i = 0; i < count; ++i)
    std::swap(members[i],
              members[i + stream.below(static_cast<std::uint32_t>(members.size() - i))]);
}

void count_split(const std::vector<std::uint32_t>& members, std::uint64_t first,
                 std::span<double> a, std::span<double> b) {
  for (std::uint64_t i = 0; i < members.size(); ++i) ++(i < first ? a : b)[members[i]];
}

// Ways to choose k of n, or `most` where there are more.
std::uint64_t choices(std::uint64_t n, std::uint64_t k, std::uint64_t most) {
  double count = 1;  // exact below 2^53
  for (std::uint64_t i = 1; i <= std::min(k, n - k); ++i) {
    count = count * static_cast<double>(n - i + 1) / static_cast<double>(i);
    if (count > static_cast<double>(most)) return most;
  }
  return static_cast<std::uint64_t>(std::llround(count));
}

// The choice of `first` members of that rank in the lexicographic order of places, put first.
std::vector<std::uint32_t> choice(const std::vector<std::uint32_t>& members, std::uint64_t first,
                                  std::uint64_t rank) {
  std::vector<std::uint32_t> chosen, rest;
  for (std::uint64_t i = 0; i < members.size(); ++i) {
    const std::uint64_t left = members.size() - i - 1, needed = first - chosen.size();
    const std::uint64_t with = needed == 0         ? 0
                               : needed - 1 > left ? 0
                                                   : choices(left, needed - 1, UINT64_MAX);
    const bool take = rank < with;
    if (!take) rank -= with;
    (take ? chosen : rest).push_back(members[i]);
  }
  chosen.insert(chosen.end(), rest.begin(), rest.end());
  return chosen;
}

}  // namespace

void check_size(std::uint64_t size, Estimator estimator) {
  if (size == 0) throw Error("no graphs to compare");
  if (estimator == Estimator::unbiased && size < 2)
    throw Error("the unbiased estimator needs two graphs");
}

SetSums set_sums(const SignatureSet& set, const Kernel& kernel, unsigned threads) {
  return {set.size(), kernel_sums(set, set, kernel, threads), diagonal_sum(set, kernel)};
}

std::vector<double> mmd2(const SetSums& x, const SetSums& y, const std::vector<double>& across,
                         KernelKind kind, Estimator estimator) {
  const auto pairs = static_cast<double>(x.size) * static_cast<double>(y.size);
  std::vector<double> result;
  for (std::size_t g = 0; g < across.size(); ++g) {
    double value = mean_within(x.pairs[g], x, estimator) + mean_within(y.pairs[g], y, estimator) -
                   2 * (across[g] / pairs);
    // Only rounding can make it negative.
    if (estimator == Estimator::biased && positive_definite(kind)) value = std::max(value, 0.);
    result.push_back(value);
  }
  return result;
}

PermutationTest permutation_test(const TwoSample& sets, std::uint64_t permutations,
                                 std::uint64_t seed) {
  const Pooled pooled(sets);
  const std::uint64_t n = sets.x.size(), m = sets.y.size();
  const std::uint64_t ways = choices(n + m, n, permutations + 2);
  const bool all = ways <= permutations + 1;
  const std::uint64_t draws = all ? ways : permutations + 1;
  const auto values = drawn_mmd2(
      pooled, sets.kernel, sets.estimator, draws, n, m,
      [&](std::uint64_t draw, std::span<double> a, std::span<double> b) {
        auto members = pooled.members;  // the first draw are the sets as they are
        if (all) {
          members = choice(members, n, draw);
        } else if (draw > 0) {
          Stream stream(seed, Purpose::split, draw, permuting);
          draw_first(members, n, stream);
        }
        count_split(members, n, a, b);
      },
      sets.threads);
  const auto statistics = greatest(values, sets.kernel.bandwidths.size());
  const auto scale = [](const SetSums& sums) {
    const auto count = static_cast<double>(sums.size);
    return std::abs(std::ranges::max(sums.pairs)) / (count * count);
  };
  const double slack = tie * (scale(sets.x_sums) + scale(sets.y_sums));
  const auto reach = static_cast<double>(std::ranges::count_if(
      statistics, [&](double value) { return value >= statistics[0] - slack; }));
  return {reach / static_cast<double>(draws), draws - 1};
}

Interval bootstrap_interval(const TwoSample& sets, unsigned resamples, std::uint64_t seed) {
  const Pooled pooled(sets);
  const std::uint64_t n = sets.x.size(), m = sets.y.size();
  const std::size_t grid = sets.kernel.bandwidths.size();
  auto values = drawn_mmd2(
      pooled, sets.kernel, sets.estimator, resamples, n, m,
      [&](std::uint64_t draw, std::span<double> a, std::span<double> b) {
        Stream stream(seed, Purpose::split, draw, resampling);
        for (std::uint64_t i = 0; i < n; ++i)
          ++a[pooled.members[stream.below(static_cast<std::uint32_t>(n))]];
        for (std::uint64_t i = 0; i < m; ++i)
          ++b[pooled.members[n + stream.below(static_cast<std::uint32_t>(m))]];
      },
      sets.threads);
  // The expected MMD^2 of resamples is above that of the sets by the weight of graphs drawn twice.
  const auto excess = [&](const SetSums& sums, std::size_t g) {
    const auto size = static_cast<double>(sums.size);
    const double rest = sums.diagonal / size - sums.pairs[g] / (size * size);
    return rest / (sets.estimator == Estimator::biased ? size : size - 1);
  };
  const bool from_zero = sets.estimator == Estimator::biased && positive_definite(sets.kernel.kind);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] -= excess(sets.x_sums, i % grid) + excess(sets.y_sums, i % grid);
  auto sorted = greatest(values, grid);
  std::ranges::sort(sorted);
  Interval interval{quantile(sorted, .025), quantile(sorted, .975)};
  if (from_zero) interval = {std::max(interval.low, 0.), std::max(interval.high, 0.)};
  return interval;
}

Halves halves(const SignatureSet& set, const Kernel& kernel, Estimator estimator,
              std::uint64_t seed, unsigned threads) {
  const std::uint64_t n = set.size() / 2, m = set.size() - n;
  if (n == 0) throw Error("a single graph has no halves");
  check_size(n, estimator);
  const Pooled pooled(kernel, set, nullptr);
  const std::size_t grid = kernel.bandwidths.size();
  const auto values = drawn_mmd2(
      pooled, kernel, estimator, halvings, n, m,
      [&](std::uint64_t draw, std::span<double> a, std::span<double> b) {
        auto members = pooled.members;
        Stream stream(seed, Purpose::split, draw, halving);
        draw_first(members, n, stream);
        count_split(members, n, a, b);
      },
      threads);
  std::vector<double> means(grid);
  for (std::size_t i = 0; i < values.size(); ++i) means[i % grid] += values[i];
  auto sorted = greatest(values, grid);
  std::ranges::sort(sorted);
  const auto best = std::ranges::max_element(means) - means.begin();
  return {mean(sorted),
          {quantile(sorted, .025), quantile(sorted, .975)},
          static_cast<std::size_t>(best)};
}

Subsample subsample(const TwoSample& sets, std::uint64_t graphs, std::uint64_t seed) {
  const std::uint64_t n = sets.x.size(), m = sets.y.size();
  if (graphs > std::min(n, m))
    throw Error("subsamples of " + std::to_string(graphs) + " graphs of sets of " +
                std::to_string(n) + " and " + std::to_string(m));
  check_size(graphs, sets.estimator);
  const Pooled pooled(sets);
  const auto middle = pooled.members.begin() + static_cast<std::ptrdiff_t>(n);
  std::vector<std::uint32_t> sides[] = {{pooled.members.begin(), middle},
                                        {middle, pooled.members.end()}};
  for (std::uint64_t side = 0; side < 2; ++side) {
    Stream stream(seed, Purpose::split, side, dividing);
    shuffle(sides[side], stream);
  }
  const std::uint64_t parts = std::min(n, m) / graphs;
  std::vector<double> values(parts);
  parallel(parts, sets.threads, [&](unsigned, std::size_t part) {
    SignatureSet x(pooled.set.keyed()), y(pooled.set.keyed());
    for (std::uint64_t i = part * graphs; i < (part + 1) * graphs; ++i) {
      x.add(*pooled.signatures[sides[0][i]]);
      y.add(*pooled.signatures[sides[1][i]]);
    }
    const auto& kernel = sets.kernel;
    values[part] =
        std::ranges::max(mmd2(set_sums(x, kernel, 1), set_sums(y, kernel, 1),
                              kernel_sums(x, y, kernel, 1), kernel.kind, sets.estimator));
  });
  Subsample result{graphs, parts, mean(values), std::numeric_limits<double>::quiet_NaN()};
  Sum squares;
  for (const double value : values) squares.add((value - result.mean) * (value - result.mean));
  if (parts > 1) result.deviation = std::sqrt(squares.value() / static_cast<double>(parts - 1));
  return result;
}

}  // namespace graphvq
