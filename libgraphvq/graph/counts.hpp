#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "libgraphvq/graph/graph.hpp"

namespace graphvq {

/// Connected components, numbered by their lowest node.
struct Components {
  std::vector<Node> of;     // [n] component of each node
  std::vector<Node> sizes;  // nodes of each component
};

Components components(const Graph& graph);

/// Degree of each node.
std::vector<Node> degrees(const Graph& graph);

/// Local clustering of a node as an exact fraction: links among its neighbours (the triangles
/// through it), of the C(degree, 2) possible ones, which are 0 for degree < 2.
struct LocalClustering {
  std::uint64_t links = 0;
  std::uint64_t possible = 0;
  /// The one of so many equal bins on [0, 1], an edge belonging to the upper, 1 to the last; exact.
  Node bin(std::size_t bins) const {
    return static_cast<Node>(possible == 0 ? 0 : std::min(bins * links / possible, bins - 1));
  }
  bool operator==(const LocalClustering&) const = default;
};

std::vector<LocalClustering> local_clustering(const Graph& graph);

/// Non-induced subgraph counts of the whole graph (NOTES.md, "Signatures").
struct SubgraphCounts {
  std::uint64_t triangles = 0;
  std::uint64_t two_stars = 0;    // paths of two edges
  std::uint64_t three_paths = 0;  // paths of three edges on four distinct nodes
  std::uint64_t four_cycles = 0;
  std::uint64_t four_cliques = 0;
  bool operator==(const SubgraphCounts&) const = default;
};

SubgraphCounts subgraph_counts(const Graph& graph);

}  // namespace graphvq
