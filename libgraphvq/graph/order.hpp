#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "libgraphvq/base/random.hpp"
#include "libgraphvq/graph/graph.hpp"

namespace graphvq {

/// How the nodes of a graph are put in a row. The numbers are written to files.
enum class OrderKind : std::uint8_t {
  native = 0,
  bfs = 1,
  dfs = 2,
  degree = 3,
  random = 4,
  bfs_recent = 5
};

std::string_view to_string(OrderKind kind);
/// Throws Error for an unknown name.
OrderKind order_kind(std::string_view name);

/// A node order: perm[i] is the node of the original graph at position i.
struct Ordering {
  OrderKind kind = OrderKind::native;
  std::uint32_t number = 0;  // which of the graph's orders, from 0
  std::vector<Node> perm;

  bool operator==(const Ordering&) const = default;
};

/// Draws an order: bfs and dfs from a uniform root with uniform order of the unvisited neighbours,
/// restarted at a uniform unvisited node; bfs_recent is a bfs that takes of these neighbours the
/// one whose latest visited neighbour came latest, with uniform ties; degree is descending with
/// uniform ties.
std::vector<Node> draw_order(const Graph& graph, OrderKind kind, Stream& stream);

/// The graph whose node i is node perm[i] of `graph`; labels and attributes follow
/// their nodes and edges.
Graph relabel(const Graph& graph, const std::vector<Node>& perm);

/// The graph in its original numbering: the inverse of `relabel`.
Graph restore(const Graph& ordered, const std::vector<Node>& perm);

/// The window of node i of an ordered graph (Eq. 1): mask[w - 1] says whether {i, i - w} is an
/// edge. `windows` has n * window entries, row i for node i.
std::vector<std::uint8_t> windows(const Graph& ordered, std::uint32_t window);

}  // namespace graphvq
