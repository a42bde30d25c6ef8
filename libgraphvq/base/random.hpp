#pragma once

#include <array>
#include <cstdint>
#include <limits>

namespace graphvq {

/// What a stream of random numbers is for; streams of different purposes are independent.
/// The numbers are part of what a seed means: never renumber, only append.
enum class Purpose : std::uint32_t {
  split = 1,
  synth = 2,
  order = 3,
  shuffle = 4,  // order of training records within an epoch
  init = 5,     // initial weights
  corrupt = 6,  // codes replaced while the edge decoder trains
  sizes = 7,    // node counts of sampled graphs
  codes = 8,    // Stage A
  edges = 9,    // Stage B
  window = 10,  // one-stage edges
  layout = 11,
  condition = 12,  // shuffled conditions
  codebook = 13,   // first codes and revived codes
  dropout = 14,
  baseline = 15,  // edges and labels of models without learning
};

/// Philox4x32-10 (Salmon et al., SC 2011): four words from a counter and a key.
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key);

/// Eight counters, [words, counters].
using EightCounters = std::array<std::array<std::uint32_t, 8>, 4>;

/// philox() of each under one key, in the time of about three.
EightCounters philox_eight(EightCounters counters, std::array<std::uint32_t, 2> key);

/// A counter-based stream keyed by (seed, purpose, record, sub): any stream can be entered
/// anywhere, so no result depends on threads, batches or parts. A UniformRandomBitGenerator of 32
/// bits.
class Stream {
 public:
  using result_type = std::uint32_t;

  Stream(std::uint64_t seed, Purpose purpose, std::uint64_t record = 0, std::uint32_t sub = 0);

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }
  result_type operator()();

  /// Uniform in 0..bound-1, unbiased; bound > 0.
  std::uint32_t below(std::uint32_t bound);
  /// Uniform in [0, 1), 53 bits.
  double uniform();
  /// Uniform in [0, 1), 24 bits: what the samplers compare probabilities with.
  float uniform_float();
  bool bernoulli(double p) { return uniform() < p; }
  /// Standard normal (Box-Muller).
  double normal();

 private:
  std::array<std::uint32_t, 2> key_;
  std::array<std::uint32_t, 4> counter_;
  std::array<std::uint32_t, 4> block_;
  unsigned used_ = 4;
};

/// Fisher-Yates with `stream`: the same permutation on every platform (std::shuffle's is not
/// specified).
template <class Range>
void shuffle(Range& range, Stream& stream) {
  for (std::size_t i = range.size(); i > 1; --i) {
    using std::swap;
    swap(range[i - 1], range[stream.below(static_cast<std::uint32_t>(i))]);
  }
}

}  // namespace graphvq
