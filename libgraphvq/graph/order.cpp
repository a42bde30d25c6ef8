#include "libgraphvq/graph/order.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <utility>

#include "libgraphvq/base/error.hpp"

namespace graphvq {

namespace {

constexpr std::array<std::string_view, 6> names = {"native", "bfs",    "dfs",
                                                   "degree", "random", "bfs-recent"};

// Walks each component in turn. Boost.Graph's searches take neighbours in list order and roots in
// node order; here both are drawn. The first unvisited node of a shuffled row is uniform among the
// unvisited, whatever was visited before.
std::vector<Node> search(const Adjacency& adjacency, const std::vector<Node>& roots, OrderKind kind,
                         Stream& stream) {
  std::vector<Node> order, next, pending;
  std::vector<std::size_t> latest(roots.size());  // bfs_recent: 1 + place of the last neighbour
  order.reserve(roots.size());
  std::vector<bool> seen(roots.size());
  const auto unvisited_neighbours = [&](Node u) -> std::vector<Node>& {
    next.clear();
    for (Node v : adjacency.neighbours(u))
      if (!seen[v]) next.push_back(v);
    shuffle(next, stream);
    return next;
  };
  for (Node root : roots) {
    if (seen[root]) continue;
    if (kind == OrderKind::dfs) {
      pending.push_back(root);
      while (!pending.empty()) {
        const Node u = pending.back();
        pending.pop_back();
        if (seen[u]) continue;
        seen[u] = true;
        order.push_back(u);
        for (Node v : unvisited_neighbours(u)) pending.push_back(v);
      }
    } else {
      seen[root] = true;
      order.push_back(root);
      for (std::size_t head = order.size() - 1, met = head; head < order.size(); ++head) {
        unvisited_neighbours(order[head]);
        for (std::size_t done = 0; done < next.size(); ++done) {
          if (kind == OrderKind::bfs_recent) {
            for (; met < order.size(); ++met)
              for (Node v : adjacency.neighbours(order[met])) latest[v] = met + 1;
            // The first of the latest, among the rest in random order.
            const auto rest = std::span(next).subspan(done);
            const auto best = std::ranges::max_element(rest, {}, [&](Node v) { return latest[v]; });
            std::rotate(rest.begin(), best, best + 1);
          }
          seen[next[done]] = true;
          order.push_back(next[done]);
        }
      }
    }
  }
  return order;
}

std::vector<Node> inverse(const std::vector<Node>& perm) {
  const auto size = static_cast<Node>(perm.size());
  std::vector<Node> result(size, size);
  for (Node i = 0; i < size; ++i) {
    if (perm[i] >= size || result[perm[i]] != size) throw Error("the order is no permutation");
    result[perm[i]] = i;
  }
  return result;
}

// The rows of `values` in another order.
std::vector<double> rows(const std::vector<double>& values,
                         const std::vector<std::uint32_t>& from) {
  std::vector<double> result;
  if (values.empty()) return result;
  result.reserve(values.size());
  const auto width = static_cast<std::ptrdiff_t>(values.size() / from.size());
  for (const auto row : from) {
    const auto first = values.begin() + row * width;
    result.insert(result.end(), first, first + width);
  }
  return result;
}

}  // namespace

std::string_view to_string(OrderKind kind) { return names.at(static_cast<std::size_t>(kind)); }

OrderKind order_kind(std::string_view name) {
  const auto* const found = std::ranges::find(names, name);
  if (found == names.end()) throw Error("unknown order '" + std::string(name) + "'");
  return static_cast<OrderKind>(found - names.begin());
}

std::vector<Node> draw_order(const Graph& graph, OrderKind kind, Stream& stream) {
  std::vector<Node> order(graph.n);
  std::iota(order.begin(), order.end(), Node{0});
  if (kind == OrderKind::native) return order;
  shuffle(order, stream);
  if (kind == OrderKind::random) return order;
  const Adjacency adjacency(graph);
  if (kind == OrderKind::degree) {
    std::ranges::stable_sort(order, std::ranges::greater{},
                             [&](Node u) { return adjacency.degree(u); });
    return order;
  }
  return search(adjacency, order, kind, stream);
}

Graph relabel(const Graph& graph, const std::vector<Node>& perm) {
  if (perm.size() != graph.n)
    throw Error("an order of " + std::to_string(perm.size()) + " nodes for a graph of " +
                std::to_string(graph.n));
  const std::vector<Node> position = inverse(perm);
  Graph result{graph.n, {}, {}, {}, graph.graph_class, graph.id};

  std::vector<std::pair<Edge, std::uint32_t>> edges;  // and which it was
  edges.reserve(graph.edges.size());
  for (std::uint32_t e = 0; e < graph.edges.size(); ++e) {
    const auto [u, v] = std::minmax(position[graph.edges[e].u], position[graph.edges[e].v]);
    edges.emplace_back(Edge{u, v}, e);
  }
  std::ranges::sort(edges);
  result.edges.reserve(edges.size());
  for (const auto& [edge, e] : edges) {
    result.edges.push_back(edge);
    if (!graph.edge_labels.empty()) result.edge_labels.push_back(graph.edge_labels[e]);
  }
  if (!graph.node_labels.empty())
    for (Node u : perm) result.node_labels.push_back(graph.node_labels[u]);
  if (graph.attributes.empty()) return result;
  result.attributes.nodes = rows(graph.attributes.nodes, perm);
  result.attributes.graph = graph.attributes.graph;
  std::vector<std::uint32_t> places;
  for (const auto& [edge, e] : edges) places.push_back(e);
  result.attributes.edges = rows(graph.attributes.edges, places);
  return result;
}

Graph restore(const Graph& ordered, const std::vector<Node>& perm) {
  return relabel(ordered, inverse(perm));
}

std::vector<std::uint8_t> windows(const Graph& ordered, std::uint32_t window) {
  std::vector<std::uint8_t> masks(std::size_t{ordered.n} * window);
  for (const auto& [u, v] : ordered.edges)
    if (v - u <= window) masks[std::size_t{v} * window + (v - u - 1)] = 1;
  return masks;
}

}  // namespace graphvq
