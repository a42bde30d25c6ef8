#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "libgraphvq/measure/kernel_kind.hpp"

namespace graphvq {

/// Signatures of graphs in their order; compared as if padded with zeros.
using SignatureRows = std::vector<std::vector<double>>;

/// A multiset of signatures, each distinct one kept once with its count: 8 bytes an entry and about
/// 110 a distinct signature. What follows from it does not depend on the order of insertion.
class SignatureSet {
 public:
  /// Trailing zeros are dropped: they change no distance.
  void add(std::vector<double> signature, std::uint64_t count = 1);

  std::uint64_t size() const { return size_; }

  struct Shorter {
    bool operator()(const std::vector<double>& a, const std::vector<double>& b) const {
      return a.size() != b.size() ? a.size() < b.size() : a < b;
    }
  };
  /// Count of each distinct signature, the shorter first.
  const std::map<std::vector<double>, std::uint64_t, Shorter>& counts() const { return counts_; }

 private:
  std::map<std::vector<double>, std::uint64_t, Shorter> counts_;
  std::uint64_t size_ = 0;
};

/// The union, with counts added.
SignatureSet pool(const SignatureSet& a, const SignatureSet& b);

/// Signatures laid out for a kernel: tiles of eight, entry by entry, columns that are zero
/// everywhere left out. For KernelKind::emd the entries are the mass from each bin on, without that
/// from the first, so that the earth mover's distance is the sum of absolute differences.
class Tiles {
 public:
  static constexpr std::size_t lanes = 8;

  /// Columns come from both sets, so that tiles of `set` and of `other` fit each other.
  Tiles(const SignatureSet& set, const SignatureSet& other, KernelKind kind);

  KernelKind kind() const { return kind_; }

  std::size_t distinct() const { return distinct_; }
  std::size_t tiles() const { return offsets_.size() - 1; }
  /// Entries of the longest signature of the tile.
  std::size_t length(std::size_t tile) const {
    return (offsets_[tile + 1] - offsets_[tile]) / lanes;
  }
  const double* tile(std::size_t t) const { return values_.data() + offsets_[t]; }
  /// Counts of the eight signatures of a tile, 0 past the last.
  const double* counts(std::size_t tile) const { return counts_.data() + tile * lanes; }

  /// Writes the entries of one signature, as long as its tile.
  void row(std::size_t index, std::vector<double>& entries) const;

 private:
  KernelKind kind_;
  std::size_t distinct_ = 0;
  std::vector<std::size_t> offsets_{0};  // [tiles + 1]
  std::vector<double> values_;           // of tile t: [length(t), lanes]
  std::vector<double> counts_;           // [tiles, lanes]
};

/// What the kernel of the tiles takes of a row and each of the eight signatures of a tile: the
/// squared Euclidean distance (gaussian), the inner product (linear), or the sum of absolute
/// differences.
void separations(std::span<const double> row, const Tiles& tiles, std::size_t tile, double* result);

}  // namespace graphvq
