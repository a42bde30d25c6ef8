#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "libgraphvq/graph/graph.hpp"

namespace graphvq {

struct Site {
  std::int32_t x = 0;
  std::int32_t y = 0;
};

/// The edges of the Delaunay triangulation of distinct points, sorted: 3 n - 3 - h of them, h on
/// the hull, where no four points lie on an empty circle and not all on a line. Exact.
std::vector<Edge> delaunay(std::span<const Site> points);

}  // namespace graphvq
