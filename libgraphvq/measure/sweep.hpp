#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "libgraphvq/data/parallel.hpp"
#include "libgraphvq/measure/signature_set.hpp"
#include "libgraphvq/measure/sum.hpp"

namespace graphvq {

inline constexpr std::size_t sweep_rows = 64;  // rows of a block: the unit that a thread takes

inline std::size_t sweep_blocks(const Tiles& rows) {
  return (rows.distinct() + sweep_rows - 1) / sweep_rows;
}

struct SweepStep {
  unsigned worker = 0;    // below the number of threads
  std::size_t block = 0;  // of rows
  std::size_t row = 0;
  double count = 0;  // of the row's signature
  std::size_t tile = 0;
};

/// Calls visit(step, s) for each row of `rows` and each tile of `columns` from first(row) on; s are
/// the separations of the row and the tile's eight signatures. Blocks run at once on several
/// threads; within a block rows and tiles ascend, so sums by block do not depend on threads.
template <class First, class Visit>
void sweep(const Tiles& rows, const Tiles& columns, unsigned threads, First first, Visit visit) {
  parallel(sweep_blocks(rows), threads, [&](unsigned worker, std::size_t block) {
    SweepStep step{worker, block};
    TileRow row;
    std::array<double, Tiles::lanes> s{};
    const std::size_t end = std::min((block + 1) * sweep_rows, rows.distinct());
    for (step.row = block * sweep_rows; step.row < end; ++step.row) {
      rows.row(step.row, row);
      step.count = rows.counts(step.row / Tiles::lanes)[step.row % Tiles::lanes];
      for (step.tile = first(step.row); step.tile < columns.tiles(); ++step.tile) {
        separations(row, columns, step.tile, s.data());
        visit(step, s.data());
      }
    }
  });
}

}  // namespace graphvq
