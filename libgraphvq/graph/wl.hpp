#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "libgraphvq/graph/graph.hpp"

namespace graphvq {

/// 128 bits, the same on every platform, comparable with ==, < and across graphs.
using Signature = std::array<std::uint32_t, 4>;

/// The sorted multiset of colours after `rounds` of Weisfeiler-Lehman refinement, which start from
/// the node labels or, without them, from one colour; isomorphic graphs have equal signatures.
/// Colours are 128-bit hashes, so that M distinct multisets collide with a chance of about
/// M^2 / 2^129: 10^-27 for a million graphs.
Signature wl_signature(const Graph& graph, bool node_labels = true, unsigned rounds = 3);

/// The colours of the nodes before the first round and after each, [rounds + 1][n].
std::vector<std::vector<Signature>> wl_colours(const Graph& graph, bool node_labels = true,
                                               unsigned rounds = 3);

}  // namespace graphvq
