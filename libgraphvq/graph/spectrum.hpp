#pragma once

#include <vector>

#include "libgraphvq/graph/graph.hpp"

namespace graphvq {

/// Eigenvalues of the normalised Laplacian I - D^-1/2 A D^-1/2, ascending, in [0, 2] up to
/// rounding; the row of an isolated node is zero, so it gives a 0. With self_loops A has ones on
/// its diagonal, and D counts them. O(n^3); throws Error where its memory, O(n^2), is not there.
std::vector<double> laplacian_spectrum(const Graph& graph, bool self_loops = false);

}  // namespace graphvq
