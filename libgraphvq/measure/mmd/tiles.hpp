#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "libgraphvq/base/parallel.hpp"
#include "libgraphvq/measure/mmd/kernel.hpp"

namespace graphvq {

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

inline constexpr std::size_t sweep_rows = 64;   // rows of a block: the unit that a thread takes
inline constexpr std::size_t sweep_tiles = 64;  // tiles that stay in a cache for all these rows

inline std::size_t sweep_blocks(const Tiles& rows) {
  return (rows.distinct() + sweep_rows - 1) / sweep_rows;
}

/// A row and a run of tiles.
struct SweepStep {
  unsigned worker = 0;    // below the number of threads
  std::size_t block = 0;  // of rows
  std::size_t row = 0;
  double count = 0;  // of the row's signature
  std::size_t tile = 0, tiles = 0;
  bool square = false;  // of a set with itself: the tiles are those of the block's own rows
};

/// Calls visit(step, s) for each row of `rows` and each run of tiles of `columns`; s are the
/// separations of the row and the tiles' signatures, [tiles, 8]. Of a set with itself, where
/// `columns` is `rows`, a block takes the tiles from its own rows on, these in a run apart. Blocks
/// run at once on several threads; the order within a block does not depend on them.
template <class Visit>
void sweep(const Tiles& rows, const Tiles& columns, unsigned threads, Visit visit) {
  const bool within = &rows == &columns;
  parallel(sweep_blocks(rows), threads, [&](unsigned worker, std::size_t block) {
    SweepStep step{.worker = worker, .block = block};
    TileRow row;
    std::array<double, sweep_tiles * Tiles::lanes> s;
    const std::size_t begin = block * sweep_rows;
    const std::size_t end = std::min(begin + sweep_rows, rows.distinct());
    step.square = within;
    step.tile = within ? begin / Tiles::lanes : 0;
    for (; step.tile < columns.tiles(); step.tile += step.tiles, step.square = false) {
      step.tiles = std::min(step.square ? sweep_rows / Tiles::lanes : sweep_tiles,
                            columns.tiles() - step.tile);
      for (step.row = begin; step.row < end; ++step.row) {
        rows.row(step.row, row);
        step.count = rows.counts(step.row / Tiles::lanes)[step.row % Tiles::lanes];
        separations(row, columns, step.tile, step.tiles, s.data());
        visit(step, s.data());
      }
    }
  });
}

}  // namespace graphvq
