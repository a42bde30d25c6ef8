#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "libgraphvq/measure/mmd/kernel_kind.hpp"

namespace graphvq {

/// Signatures of graphs in their order; compared as if padded with zeros.
using SignatureRows = std::vector<std::vector<double>>;

/// A multiset of signatures, each distinct one kept once with its count: 8 bytes an entry and about
/// 110 a distinct signature. What follows from it does not depend on the order of insertion.
class SignatureSet {
 public:
  SignatureSet() = default;
  /// `keyed`: signatures are keys and values by turns, keys ascending, values not 0.
  explicit SignatureSet(bool keyed) : keyed_(keyed) {}

  /// Trailing zeros are dropped: they change no distance.
  void add(std::vector<double> signature, std::uint64_t count = 1);

  std::uint64_t size() const { return size_; }
  bool keyed() const { return keyed_; }

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
  bool keyed_ = false;
};

/// The union, with counts added.
SignatureSet pool(const SignatureSet& a, const SignatureSet& b);

/// One signature of a set of tiles.
struct TileRow {
  std::vector<double> entries;
  std::vector<std::uint32_t> columns;  // of the entries; empty where they are the first in order
};

/// Signatures laid out for a kernel: tiles of eight, entry by entry, columns that are zero
/// everywhere left out; a tile of keyed ones has the columns that one of the eight has. For
/// KernelKind::emd the entries are the mass from each bin on, without that from the first, so that
/// the earth mover's distance is the sum of absolute differences.
class Tiles {
 public:
  static constexpr std::size_t lanes = 8;

  /// Columns come from both sets, so that tiles of `set` and of `other` fit each other.
  Tiles(const SignatureSet& set, const SignatureSet& other, KernelKind kind);

  KernelKind kind() const { return kind_; }
  bool keyed() const { return keyed_; }

  std::size_t distinct() const { return distinct_; }
  std::size_t tiles() const { return offsets_.size() - 1; }
  /// Entries of a tile: of its longest signature, or of its columns.
  std::size_t length(std::size_t tile) const {
    return (offsets_[tile + 1] - offsets_[tile]) / lanes;
  }
  const double* tile(std::size_t t) const { return values_.data() + offsets_[t]; }
  /// Places of tiles in the values of all, from tile(0) on: [tiles + 1].
  const std::size_t* offsets() const { return offsets_.data(); }
  /// The columns of a tile of keyed signatures, of `width()` there are.
  const std::uint32_t* columns(std::size_t t) const {
    return columns_.data() + offsets_[t] / lanes;
  }
  std::size_t width() const { return width_; }
  /// Counts of the eight signatures of a tile, 0 past the last.
  const double* counts(std::size_t tile) const { return counts_.data() + tile * lanes; }

  /// Writes the entries of one signature, as many as its tile has or, of a keyed one, as it has.
  void row(std::size_t index, TileRow& row) const;

 private:
  void lay_out(const SignatureSet& set, const SignatureSet& other);
  void lay_out_keyed(const SignatureSet& set, const SignatureSet& other);

  KernelKind kind_;
  bool keyed_;
  std::size_t distinct_;
  std::vector<std::size_t> offsets_{0};  // [tiles + 1]
  std::vector<double> values_;           // of tile t: [length(t), lanes]
  std::size_t width_ = 0;                // columns of keyed signatures, in the order of keys
  std::vector<std::uint32_t> columns_;   // of tile t: [length(t)], ascending
  std::vector<double> counts_;           // [tiles, lanes]
};

/// What the kernel of the tiles takes of a row and each of the signatures of `count` tiles from
/// `first` on: the squared Euclidean distance (gaussian), the inner product (linear), or the sum of
/// absolute differences. `result` is [count, lanes].
void separations(const TileRow& row, const Tiles& tiles, std::size_t first, std::size_t count,
                 double* result);

}  // namespace graphvq
