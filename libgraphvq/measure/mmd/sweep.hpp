#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "libgraphvq/base/parallel.hpp"
#include "libgraphvq/base/sum.hpp"
#include "libgraphvq/measure/signature/signature_set.hpp"

namespace graphvq {

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
