#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "libgraphvq/base/random.hpp"
#include "libgraphvq/graph/graph.hpp"

// Small graphs for tests.

namespace graphvq::test {

/// From edges in any order and direction.
inline Graph make_graph(Node n, const std::vector<std::pair<Node, Node>>& edges,
                        std::vector<std::uint32_t> labels = {}) {
  Graph graph{n, {}, std::move(labels), {}, {}, {}};
  for (auto [u, v] : edges) graph.edges.push_back({std::min(u, v), std::max(u, v)});
  std::ranges::sort(graph.edges);
  validate(graph);
  return graph;
}

inline Graph path(Node n) {
  Graph graph{n, {}, {}, {}, {}, {}};
  for (Node i = 1; i < n; ++i) graph.edges.push_back({i - 1, i});
  return graph;
}

inline Graph cycle(Node n) {
  Graph graph = path(n);
  graph.edges.push_back({0, n - 1});
  std::ranges::sort(graph.edges);
  return graph;
}

/// Node 0 and its `leaves`.
inline Graph star(Node leaves) {
  Graph graph{leaves + 1, {}, {}, {}, {}, {}};
  for (Node i = 1; i <= leaves; ++i) graph.edges.push_back({0, i});
  return graph;
}

inline Graph complete(Node n) {
  Graph graph{n, {}, {}, {}, {}, {}};
  for (Node i = 0; i < n; ++i)
    for (Node j = i + 1; j < n; ++j) graph.edges.push_back({i, j});
  return graph;
}

inline Graph complete_bipartite(Node a, Node b) {
  Graph graph{a + b, {}, {}, {}, {}, {}};
  for (Node i = 0; i < a; ++i)
    for (Node j = 0; j < b; ++j) graph.edges.push_back({i, a + j});
  return graph;
}

inline Graph petersen() {
  return make_graph(10, {{0, 1},
                         {1, 2},
                         {2, 3},
                         {3, 4},
                         {4, 0},
                         {0, 5},
                         {1, 6},
                         {2, 7},
                         {3, 8},
                         {4, 9},
                         {5, 7},
                         {7, 9},
                         {9, 6},
                         {6, 8},
                         {8, 5}});
}

/// The 3-cube: nodes are adjacent that differ in one bit.
inline Graph cube() {
  return make_graph(8, {{0, 1},
                        {0, 2},
                        {0, 4},
                        {1, 3},
                        {1, 5},
                        {2, 3},
                        {2, 6},
                        {3, 7},
                        {4, 5},
                        {4, 6},
                        {5, 7},
                        {6, 7}});
}

/// Every graph of n nodes, labelled.
inline std::vector<Graph> all_graphs(Node n) {
  const auto pairs = complete(n).edges;
  std::vector<Graph> graphs(std::size_t{1} << pairs.size(), Graph{n, {}, {}, {}, {}, {}});
  for (std::size_t mask = 0; mask < graphs.size(); ++mask)
    for (std::size_t p = 0; p < pairs.size(); ++p)
      if (mask >> p & 1) graphs[mask].edges.push_back(pairs[p]);
  return graphs;
}

/// Side by side; labels only where both have them.
inline Graph disjoint(const Graph& a, const Graph& b) {
  Graph graph = a;
  graph.n += b.n;
  for (auto [u, v] : b.edges) graph.edges.push_back({a.n + u, a.n + v});
  graph.node_labels.insert(graph.node_labels.end(), b.node_labels.begin(), b.node_labels.end());
  return graph;
}

/// Each pair with probability p; labels uniform below `alphabet`, none where it is 0.
inline Graph random_graph(Node n, double p, std::uint64_t seed, std::uint32_t alphabet = 0) {
  Stream stream(seed, Purpose::synth);
  Graph graph{n, {}, {}, {}, {}, {}};
  for (Node i = 0; i < n; ++i)
    for (Node j = i + 1; j < n; ++j)
      if (stream.bernoulli(p)) graph.edges.push_back({i, j});
  for (Node i = 0; alphabet > 0 && i < n; ++i) graph.node_labels.push_back(stream.below(alphabet));
  return graph;
}

}  // namespace graphvq::test
