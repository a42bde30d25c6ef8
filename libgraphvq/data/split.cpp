#include "libgraphvq/data/split.hpp"

#include <cmath>
#include <numeric>

#include "libgraphvq/graph/error.hpp"
#include "libgraphvq/graph/random.hpp"

namespace graphvq {

std::vector<std::uint32_t> split(std::size_t count, std::span<const double> shares,
                                 std::uint64_t seed) {
  double sum = 0;
  for (const double share : shares) {
    if (!(share > 0)) throw UsageError("every part needs a share above 0");
    sum += share;
  }
  if (std::abs(sum - 1) > 1e-6) throw UsageError("the shares of the parts do not sum to 1");

  std::vector<std::size_t> permutation(count);
  std::iota(permutation.begin(), permutation.end(), std::size_t{0});
  Stream stream(seed, Purpose::split);
  shuffle(permutation, stream);

  std::vector<std::uint32_t> parts(count);
  double cumulated = 0;
  std::size_t begin = 0;
  for (std::uint32_t part = 0; part < shares.size(); ++part) {
    cumulated += shares[part];
    const auto end =
        part + 1 == shares.size()
            ? count
            : static_cast<std::size_t>(std::llround(cumulated / sum * static_cast<double>(count)));
    for (; begin < end; ++begin) parts[permutation[begin]] = part;
  }
  return parts;
}

}  // namespace graphvq
