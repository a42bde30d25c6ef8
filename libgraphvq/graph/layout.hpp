#pragma once

#include <vector>

#include "libgraphvq/graph/graph.hpp"

namespace graphvq {

struct Point {
  double x = 0;
  double y = 0;
};

/// Components of more nodes are laid out in fewer steps, by the square of their size.
inline constexpr Node largest_for_full_layout = 1000;

/// Positions in the unit square for drawing, the same each time: Kamada-Kawai from a circle for
/// each component (Fruchterman-Reingold above 150 nodes), components packed in rows, large ones
/// first.
std::vector<Point> layout(const Graph& graph);

}  // namespace graphvq
