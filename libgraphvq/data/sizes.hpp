#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace graphvq {

/// Graphs of each node count: p(N), unnormalised.
using SizeCounts = std::map<std::uint32_t, std::uint64_t>;

/// Where node counts of drawn graphs come from.
class SizeSource {
 public:
  /// Throws Error for counts that sum to 0.
  static SizeSource empirical(const SizeCounts& counts);
  /// Uniform in low..high.
  static SizeSource uniform(std::uint32_t low, std::uint32_t high);

  /// The node count of a record: it depends on (seed, record) alone.
  std::uint32_t draw(std::uint64_t seed, std::uint64_t record) const;

 private:
  std::vector<std::uint32_t> sizes_;
  std::vector<std::uint64_t> cumulated_;  // graphs of size <= sizes_[k]
  std::uint32_t low_ = 0;
  std::uint32_t high_ = 0;
};

}  // namespace graphvq
