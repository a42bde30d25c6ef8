#include "libgraphvq/data/synth_shapes.hpp"

#include <algorithm>
#include <boost/polygon/voronoi.hpp>
#include <string>

#include "libgraphvq/base/error.hpp"

template <>
struct boost::polygon::geometry_concept<graphvq::Site> {
  using type = boost::polygon::point_concept;
};

template <>
struct boost::polygon::point_traits<graphvq::Site> {
  using coordinate_type = int;
  static coordinate_type get(const graphvq::Site& point, const orientation_2d& axis) {
    return axis == HORIZONTAL ? point.x : point.y;
  }
};

namespace graphvq {

namespace {

std::uint32_t between(std::uint32_t low, std::uint32_t high, Stream& stream) {
  return low + stream.below(high - low + 1);
}

void draw_lobster(Graph& graph, const SynthOptions& options, Stream& stream) {
  graph.edges.clear();
  // Uniform in [0, 2 backbone], its ends half as likely as the rest.
  const auto length = static_cast<Node>(2 * stream.uniform() * options.backbone + .5);
  graph.n = length;
  for (Node v = 0; v < length; ++v) {
    if (v > 0) graph.edges.push_back({v - 1, v});
    if (!stream.bernoulli(options.p1)) continue;
    const Node leg = graph.n++;
    graph.edges.push_back({v, leg});
    if (stream.bernoulli(options.p2)) graph.edges.push_back({leg, graph.n++});
  }
}

}  // namespace

void add_grid_edges(Graph& graph, Node columns) {
  for (Node v = 0; v < graph.n; ++v) {
    if (v % columns != 0) graph.edges.push_back({v - 1, v});
    if (v >= columns) graph.edges.push_back({v - columns, v});
  }
}

void add_grid(Graph& graph, const SynthOptions& options, Stream& stream) {
  const Node rows = between(options.min_side, options.max_side, stream);
  const Node columns = between(options.min_side, options.max_side, stream);
  graph.n = rows * columns;
  add_grid_edges(graph, columns);
}

void add_tree(Graph& graph, const SynthOptions&, Stream& stream) {
  const Node n = graph.n;
  if (n < 2) return;
  std::vector<Node> sequence(n - 2);
  std::vector<Node> degree(n, 1);
  for (Node& v : sequence) ++degree[v = stream.below(n)];
  const auto join = [&](Node u, Node v) {
    graph.edges.push_back({std::min(u, v), std::max(u, v)});
  };
  // `leaf` is the lowest leaf: one that appears below the scan is taken at once.
  Node scan = 0;
  while (degree[scan] != 1) ++scan;
  Node leaf = scan;
  for (const Node v : sequence) {
    join(leaf, v);
    if (--degree[v] == 1 && v < scan) {
      leaf = v;
      continue;
    }
    do ++scan;
    while (degree[scan] != 1);
    leaf = scan;
  }
  join(leaf, n - 1);
}

std::vector<Edge> delaunay(std::span<const Site> points) {
  boost::polygon::voronoi_diagram<double> diagram;
  boost::polygon::construct_voronoi(points.begin(), points.end(), &diagram);
  std::vector<Edge> edges;
  for (const auto& side : diagram.edges()) {
    const auto u = static_cast<Node>(side.cell()->source_index());
    const auto v = static_cast<Node>(side.twin()->cell()->source_index());
    if (u < v) edges.push_back({u, v});  // each side stands there from both cells
  }
  std::ranges::sort(edges);
  return edges;
}

void add_planar(Graph& graph, const SynthOptions&, Stream& stream) {
  std::vector<Site> points(graph.n);
  for (auto& [x, y] : points) {
    x = static_cast<std::int32_t>(stream() >> 2);
    y = static_cast<std::int32_t>(stream() >> 2);
  }
  graph.edges = delaunay(points);
}

void add_blocks(Graph& graph, const SynthOptions& options, Stream& stream) {
  const auto communities = between(options.min_communities, options.max_communities, stream);
  std::vector<std::uint32_t> block;
  for (std::uint32_t c = 0; c < communities; ++c)
    block.insert(block.end(), between(options.min_block, options.max_block, stream), c);
  graph.n = static_cast<Node>(block.size());
  add_pairs(graph, stream,
            [&](Node u, Node v) { return block[u] == block[v] ? options.p_in : options.p_out; });
}

void add_lobster(Graph& graph, const SynthOptions& options, Stream& stream) {
  for (int tries = 0; tries < 10000; ++tries) {
    draw_lobster(graph, options, stream);
    if (graph.n >= options.min_nodes && graph.n <= options.max_nodes) return;
  }
  throw Error("no lobster of " + std::to_string(options.min_nodes) + " to " +
              std::to_string(options.max_nodes) + " nodes in 10,000 draws with a backbone of " +
              std::to_string(options.backbone));
}

}  // namespace graphvq
