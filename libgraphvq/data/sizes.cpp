#include "libgraphvq/data/sizes.hpp"

#include <algorithm>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/base/random.hpp"

namespace graphvq {

SizeSource SizeSource::empirical(const SizeCounts& counts) {
  SizeSource source;
  std::uint64_t total = 0;
  for (const auto& [n, count] : counts) {
    if (count == 0) continue;
    source.sizes_.push_back(n);
    source.cumulated_.push_back(total += count);
  }
  if (total == 0) throw Error("no sizes to draw from");
  return source;
}

SizeSource SizeSource::uniform(std::uint32_t low, std::uint32_t high) {
  SizeSource source;
  source.low_ = low;
  source.high_ = high;
  return source;
}

std::uint32_t SizeSource::draw(std::uint64_t seed, std::uint64_t record) const {
  Stream stream(seed, Purpose::sizes, record);
  if (sizes_.empty()) return low_ + stream.below(high_ - low_ + 1);
  const auto place =
      static_cast<std::uint64_t>(stream.uniform() * static_cast<double>(cumulated_.back()));
  const auto found = std::upper_bound(cumulated_.begin(), cumulated_.end() - 1, place);
  return sizes_[static_cast<std::size_t>(found - cumulated_.begin())];
}

}  // namespace graphvq
