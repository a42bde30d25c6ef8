#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace graphvq {

/// Which part each of `count` graphs goes to: a seeded permutation is cut at the cumulated shares,
/// rounded, so that the parts have every graph once. Shares are positive and sum to 1 (within
/// 1e-6), else UsageError.
std::vector<std::uint32_t> split(std::size_t count, std::span<const double> shares,
                                 std::uint64_t seed);

/// The same of graphs in classes, whose numbers are all of 0 to their largest: the classes are
/// permuted, and each goes whole to where the middle one of its graphs falls.
std::vector<std::uint32_t> split(std::span<const std::size_t> classes,
                                 std::span<const double> shares, std::uint64_t seed);

}  // namespace graphvq
