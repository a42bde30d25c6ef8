#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "libgraphvq/graph/graph.hpp"

namespace graphvq {

/// What of a graph is compared (NOTES.md, "Signatures").
enum class Descriptor : std::uint8_t { degree, clustering, orbit, spectral, components };

inline constexpr std::array all_descriptors = {Descriptor::degree, Descriptor::clustering,
                                               Descriptor::orbit, Descriptor::spectral,
                                               Descriptor::components};

std::string_view to_string(Descriptor descriptor);
/// Throws UsageError for an unknown name, with those there are.
Descriptor descriptor(std::string_view name);

/// The signature of a graph; vectors of unequal length are compared as if padded with zeros.
/// degree: share of nodes of each degree. clustering: share of nodes in each of 100 equal bins of
/// the local coefficient on [0, 1], decided in integers (an edge belongs to the upper bin, 1 to the
/// last). orbit: triangles, 2-stars, 3-paths, 4-cycles, 4-cliques of the whole graph. spectral:
/// eigenvalues of the normalised Laplacian, ascending. components: share of components of each
/// size. Of a graph without nodes all entries are zero.
std::vector<double> signature(const Graph& graph, Descriptor descriptor);

}  // namespace graphvq
