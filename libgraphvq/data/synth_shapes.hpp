#pragma once

#include <span>
#include <vector>

#include "libgraphvq/base/random.hpp"
#include "libgraphvq/data/synth.hpp"

// The field's benchmark families, each drawn into a graph without edges. Edges are not sorted.

namespace graphvq {

/// The grid of graph.n nodes in rows of `columns`, the last row perhaps shorter.
void add_grid_edges(Graph& graph, Node columns);

/// Each pair u < v an edge with probability(u, v).
template <class Probability>
void add_pairs(Graph& graph, Stream& stream, Probability probability) {
  for (Node v = 1; v < graph.n; ++v)
    for (Node u = 0; u < v; ++u)
      if (stream.bernoulli(probability(u, v))) graph.edges.push_back({u, v});
}

/// A two-dimensional grid, row by row; sides uniform in min_side..max_side.
void add_grid(Graph& graph, const SynthOptions& options, Stream& stream);
/// A uniform labelled tree on graph.n nodes, of a Pruefer sequence.
void add_tree(Graph& graph, const SynthOptions& options, Stream& stream);
/// The Delaunay triangulation of graph.n uniform points in a square.
void add_planar(Graph& graph, const SynthOptions& options, Stream& stream);
/// Communities of uniform number and sizes, nodes sorted by community.
void add_blocks(Graph& graph, const SynthOptions& options, Stream& stream);
/// networkx's random lobster up to 2.5: a path of uniform length, a leg at each of its nodes with
/// probability p1 and a foot at the leg with p2, drawn until the node count is in min_nodes..
/// max_nodes. Throws Error where 10,000 draws give none.
void add_lobster(Graph& graph, const SynthOptions& options, Stream& stream);

struct Site {
  std::int32_t x = 0;
  std::int32_t y = 0;
};

/// The edges of the Delaunay triangulation of distinct points, sorted: 3 n - 3 - h of them, h on
/// the hull, where no four points lie on an empty circle and not all on a line. Exact.
std::vector<Edge> delaunay(std::span<const Site> points);

}  // namespace graphvq
