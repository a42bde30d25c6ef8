#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace graphvq {

using Node = std::uint32_t;

/// An undirected edge, u < v.
struct Edge {
  Node u = 0;
  Node v = 0;
  auto operator<=>(const Edge&) const = default;
};

/// Values of named columns, row by row: a finite number, the index of a category, or NaN where
/// there is none. Which columns there are stands in the file's header.
struct Attributes {
  std::vector<double> nodes;  // empty, or [n, columns]
  std::vector<double> edges;  // empty, or [m, columns], in the order of the edges
  std::vector<double> graph;  // empty, or [columns]

  bool empty() const { return nodes.empty() && edges.empty() && graph.empty(); }
  /// Bit by bit, so that NaN equals itself.
  bool operator==(const Attributes& other) const;
};

/// A simple undirected graph with optional labels: a value.
/// Labels and class are categories: indices into the alphabets of the file's header.
struct Graph {
  Node n = 0;
  std::vector<Edge> edges;                 // sorted, unique, u < v < n
  std::vector<std::uint32_t> node_labels;  // empty, or one a node
  std::vector<std::uint32_t> edge_labels;  // empty, or one an edge, in the order of `edges`
  std::optional<std::uint32_t> graph_class;
  std::string id;
  Attributes attributes = {};

  bool operator==(const Graph&) const = default;
};

/// Throws Error with the reason where the invariants of `Graph` do not hold.
void validate(const Graph& graph);

/// Neighbour lists in one array, each list ascending.
class Adjacency {
 public:
  explicit Adjacency(const Graph& graph);

  std::span<const Node> neighbours(Node u) const {
    return {targets_.data() + offsets_[u], targets_.data() + offsets_[u + 1]};
  }
  Node degree(Node u) const { return static_cast<Node>(offsets_[u + 1] - offsets_[u]); }
  Node size() const { return static_cast<Node>(offsets_.size() - 1); }
  /// Whether {u, v} is an edge, in O(log degree).
  bool adjacent(Node u, Node v) const;

 private:
  std::vector<std::size_t> offsets_;  // [n + 1]
  std::vector<Node> targets_;         // [2 m]
};

}  // namespace graphvq
