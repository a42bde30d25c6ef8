#include "libgraphvq/data/split.hpp"

#include <cmath>
#include <numeric>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/base/random.hpp"

namespace graphvq {

std::vector<std::uint32_t> split(std::size_t count, std::span<const double> shares,
                                 std::uint64_t seed) {
  std::vector<std::size_t> alone(count);
  std::iota(alone.begin(), alone.end(), std::size_t{0});
  return split(alone, shares, seed);
}

std::vector<std::uint32_t> split(std::span<const std::size_t> classes,
                                 std::span<const double> shares, std::uint64_t seed) {
  double sum = 0;
  for (const double share : shares) {
    if (!(share > 0)) throw UsageError("every part needs a share above 0");
    sum += share;
  }
  if (std::abs(sum - 1) > 1e-6) throw UsageError("the shares of the parts do not sum to 1");

  std::vector<std::size_t> ends;  // of the parts
  double cumulated = 0;
  for (const double share : shares) {
    cumulated += share;
    ends.push_back(static_cast<std::size_t>(
        std::llround(cumulated / sum * static_cast<double>(classes.size()))));
  }
  ends.back() = classes.size();

  std::vector<std::size_t> sizes;
  for (const auto c : classes) {
    if (c >= sizes.size()) sizes.resize(c + 1);
    ++sizes[c];
  }
  std::vector<std::size_t> permutation(sizes.size());
  std::iota(permutation.begin(), permutation.end(), std::size_t{0});
  Stream stream(seed, Purpose::split);
  shuffle(permutation, stream);

  std::vector<std::uint32_t> part_of(sizes.size());
  std::uint32_t part = 0;
  std::size_t begin = 0;
  for (const auto c : permutation) {
    while (begin + (sizes[c] - 1) / 2 >= ends[part]) ++part;
    part_of[c] = part;
    begin += sizes[c];
  }
  std::vector<std::uint32_t> parts;
  for (const auto c : classes) parts.push_back(part_of[c]);
  return parts;
}

}  // namespace graphvq
