#include "libgraphvq/data/synth.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "libgraphvq/graph/error.hpp"
#include "libgraphvq/graph/random.hpp"

namespace graphvq {

namespace {

enum Shape : std::uint32_t { cycle, clique, tree, grid };

Shape draw_shape(Stream& stream) {
  const auto tenth = stream.below(10);
  if (tenth < 4) return cycle;
  if (tenth < 8) return clique;
  return tenth == 8 ? tree : grid;
}

void add_shape(Graph& graph, Shape shape, Stream& stream) {
  const Node n = graph.n;
  auto& edges = graph.edges;
  switch (shape) {
    case cycle:
      for (Node v = 1; v < n; ++v) edges.push_back({v - 1, v});
      if (n > 2) edges.push_back({0, n - 1});
      break;
    case clique:
      for (Node v = 1; v < n; ++v)
        for (Node u = 0; u < v; ++u) edges.push_back({u, v});
      break;
    case tree:  // each node joins a uniform earlier one
      for (Node v = 1; v < n; ++v) edges.push_back({stream.below(v), v});
      break;
    case grid: {  // the last row is cut so that there are n nodes
      auto columns = static_cast<Node>(std::ceil(std::sqrt(static_cast<double>(n))));
      for (Node v = 0; v < n; ++v) {
        if (v % columns != 0) edges.push_back({v - 1, v});
        if (v >= columns) edges.push_back({v - columns, v});
      }
      break;
    }
  }
}

void add_communities(Graph& graph, const SynthOptions& options, Stream& stream) {
  for (Node v = 0; v < graph.n; ++v) graph.node_labels.push_back(stream.below(options.communities));
  std::sort(graph.node_labels.begin(), graph.node_labels.end());
  for (Node v = 1; v < graph.n; ++v)
    for (Node u = 0; u < v; ++u)
      if (stream.bernoulli(graph.node_labels[u] == graph.node_labels[v] ? options.p_in
                                                                        : options.p_out))
        graph.edges.push_back({u, v});
}

}  // namespace

SynthKind synth_kind(std::string_view name) {
  if (name == "ring-role") return SynthKind::ring_role;
  if (name == "ring") return SynthKind::ring;
  if (name == "comm") return SynthKind::comm;
  if (name == "er") return SynthKind::er;
  throw UsageError("unknown distribution " + std::string(name) +
                   ": there are ring-role, ring, comm and er");
}

SynthOptions synth_defaults(SynthKind kind) {
  SynthOptions options;
  options.kind = kind;
  if (kind == SynthKind::comm) {
    options.min_nodes = 15;
    options.max_nodes = 40;
  }
  return options;
}

std::uint32_t synth_labels(const SynthOptions& options) {
  switch (options.kind) {
    case SynthKind::ring_role:
    case SynthKind::ring:
      return 4;
    case SynthKind::comm:
      return options.communities;
    case SynthKind::er:
      return 0;
  }
  return 0;
}

Graph synth(const SynthOptions& options, std::uint64_t seed, std::uint64_t record) {
  if (options.min_nodes > options.max_nodes)
    throw UsageError("the least node count is above the greatest");
  Stream stream(seed, Purpose::synth, record);
  Graph graph;
  graph.id = std::to_string(record);
  graph.n = options.min_nodes + stream.below(options.max_nodes - options.min_nodes + 1);
  switch (options.kind) {
    case SynthKind::ring_role:
    case SynthKind::ring: {
      const auto shape = draw_shape(stream);
      add_shape(graph, shape, stream);
      for (Node v = 0; v < graph.n; ++v)
        graph.node_labels.push_back(options.kind == SynthKind::ring ? stream.below(4) : shape);
      break;
    }
    case SynthKind::comm:
      add_communities(graph, options, stream);
      break;
    case SynthKind::er:
      for (Node v = 1; v < graph.n; ++v)
        for (Node u = 0; u < v; ++u)
          if (stream.bernoulli(options.p)) graph.edges.push_back({u, v});
      break;
  }
  std::sort(graph.edges.begin(), graph.edges.end());
  return graph;
}

}  // namespace graphvq
