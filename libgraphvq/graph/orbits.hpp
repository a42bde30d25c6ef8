#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "libgraphvq/graph/graph.hpp"

namespace graphvq {

/// How often a node stands in each of the 15 orbits of induced connected subgraphs of two to four
/// nodes, in Przulj's order (2007), as ORCA counts them: 0 edge; path of three nodes, 1 end, 2
/// middle; 3 triangle; path of four, 4 end, 5 inside; claw, 6 leaf, 7 centre; 8 four-cycle;
/// triangle with a tail, 9 tail, 10 far from it, 11 at it; four-cycle with a chord, 12 off it, 13
/// on it; 14 four-clique.
using NodeOrbits = std::array<std::uint64_t, 15>;

/// Of each node, exact. O(m^1.5) and, for the four-cycles, the sum over edges of degrees.
std::vector<NodeOrbits> node_orbits(const Graph& graph);

}  // namespace graphvq
