#include "libgraphvq/data/synth.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/base/random.hpp"
#include "libgraphvq/data/synth_shapes.hpp"

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
    case grid:  // the last row is cut so that there are n nodes
      add_grid_edges(graph, static_cast<Node>(std::ceil(std::sqrt(static_cast<double>(n)))));
      break;
  }
}

// The label of every node says its shape, or nothing.
void add_labelled_shape(Graph& graph, const SynthOptions& options, Stream& stream) {
  const auto shape = draw_shape(stream);
  add_shape(graph, shape, stream);
  for (Node v = 0; v < graph.n; ++v)
    graph.node_labels.push_back(options.kind == SynthKind::ring ? stream.below(4) : shape);
}

void add_communities(Graph& graph, const SynthOptions& options, Stream& stream) {
  for (Node v = 0; v < graph.n; ++v) graph.node_labels.push_back(stream.below(options.communities));
  std::sort(graph.node_labels.begin(), graph.node_labels.end());
  add_pairs(graph, stream, [&](Node u, Node v) {
    return graph.node_labels[u] == graph.node_labels[v] ? options.p_in : options.p_out;
  });
}

void add_random(Graph& graph, const SynthOptions& options, Stream& stream) {
  add_pairs(graph, stream, [&](Node, Node) { return options.p; });
}

struct Family {
  const char* name;
  void (*add)(Graph& graph, const SynthOptions& options, Stream& stream);
};

// In the order of the enumeration.
constexpr Family families[] = {{"ring-role", add_labelled_shape},
                               {"ring", add_labelled_shape},
                               {"comm", add_communities},
                               {"er", add_random},
                               {"grid", add_grid},
                               {"tree", add_tree},
                               {"planar", add_planar},
                               {"sbm", add_blocks},
                               {"lobster", add_lobster}};

}  // namespace

const std::vector<std::string>& synth_names() {
  static const auto names = [] {
    std::vector<std::string> all;
    for (const auto& family : families) all.emplace_back(family.name);
    return all;
  }();
  return names;
}

SynthKind synth_kind(std::string_view name) {
  const auto& names = synth_names();
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) throw UsageError("unknown distribution " + std::string(name));
  return static_cast<SynthKind>(found - names.begin());
}

SynthOptions synth_defaults(SynthKind kind) {
  SynthOptions options;
  options.kind = kind;
  if (kind == SynthKind::comm) {
    options.min_nodes = 15;
    options.max_nodes = 40;
  }
  if (kind == SynthKind::tree || kind == SynthKind::planar)
    options.min_nodes = options.max_nodes = 64;
  if (kind == SynthKind::lobster) options.max_nodes = 100;
  if (kind == SynthKind::sbm) {
    options.p_in = .3;
    options.p_out = .005;
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
    default:
      return 0;
  }
}

Graph synth(const SynthOptions& options, std::uint64_t seed, std::uint64_t record) {
  if (options.min_nodes > options.max_nodes || options.min_side > options.max_side ||
      options.min_communities > options.max_communities || options.min_block > options.max_block)
    throw UsageError("a least size is above the greatest");
  Stream stream(seed, Purpose::synth, record);
  Graph graph;
  graph.id = std::to_string(record);
  graph.n = options.min_nodes + stream.below(options.max_nodes - options.min_nodes + 1);
  families[static_cast<std::size_t>(options.kind)].add(graph, options, stream);
  std::sort(graph.edges.begin(), graph.edges.end());
  return graph;
}

}  // namespace graphvq
