#include "libgraphvq/graph/graph.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "libgraphvq/base/error.hpp"

namespace graphvq {

namespace {

std::string name(const Edge& e) {
  return "edge {" + std::to_string(e.u) + ", " + std::to_string(e.v) + "}";
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x); };
  return std::ranges::equal(a, b, {}, bits, bits);
}

// Without a branch an edge, as every record is looked at when it is read and when it is written.
bool sound_edges(const Graph& graph) {
  bool sound = true;
  std::uint64_t previous = 0;  // below the first edge, which has no end before 1
  for (const auto [u, v] : graph.edges) {
    const std::uint64_t edge = std::uint64_t{u} << 32 | v;
    sound &= (u < v) & (v < graph.n) & (previous < edge);
    previous = edge;
  }
  return sound;
}

// The reason against the edges, where one of them is unsound.
void refuse_edges(const Graph& graph) {
  const Edge* previous = nullptr;
  for (const Edge& e : graph.edges) {
    if (e.v >= graph.n || e.u >= graph.n)
      throw Error(name(e) + " has an end outside the " + std::to_string(graph.n) + " nodes");
    if (e.u == e.v) throw Error(name(e) + " is a loop");
    if (e.u > e.v) throw Error(name(e) + " is not in ascending order");
    if (previous && *previous == e) throw Error(name(e) + " stands twice");
    if (previous && *previous > e) throw Error(name(e) + " is out of order");
    previous = &e;
  }
}

}  // namespace

bool Attributes::operator==(const Attributes& other) const {
  return same_bits(nodes, other.nodes) && same_bits(edges, other.edges) &&
         same_bits(graph, other.graph);
}

void validate(const Graph& graph) {
  if (!sound_edges(graph)) refuse_edges(graph);
  const auto one_each = [](const auto& labels, std::size_t count, const char* what) {
    if (!labels.empty() && labels.size() != count)
      throw Error(std::to_string(labels.size()) + " " + what + " labels for " +
                  std::to_string(count) + " " + what + "s");
  };
  one_each(graph.node_labels, graph.n, "node");
  one_each(graph.edge_labels, graph.edges.size(), "edge");
  const auto rows = [](const auto& values, std::size_t count, const char* what) {
    if (!values.empty() && (count == 0 || values.size() % count != 0))
      throw Error(std::to_string(values.size()) + " " + what + " attributes for " +
                  std::to_string(count) + " " + what + "s");
  };
  rows(graph.attributes.nodes, graph.n, "node");
  rows(graph.attributes.edges, graph.edges.size(), "edge");
}

Adjacency::Adjacency(const Graph& graph)
    : offsets_(std::size_t{graph.n} + 1), targets_(2 * graph.edges.size()) {
  for (const auto& [u, v] : graph.edges) {
    ++offsets_[u + 1];
    ++offsets_[v + 1];
  }
  std::partial_sum(offsets_.begin(), offsets_.end(), offsets_.begin());
  // Sorted edges name a node first as upper and then as lower end: lists come out ascending.
  std::vector<std::size_t> next(offsets_.begin(), offsets_.end() - 1);
  for (const auto& [u, v] : graph.edges) {
    targets_[next[u]++] = v;
    targets_[next[v]++] = u;
  }
}

bool Adjacency::adjacent(Node u, Node v) const {
  return std::ranges::binary_search(neighbours(u), v);
}

}  // namespace graphvq
