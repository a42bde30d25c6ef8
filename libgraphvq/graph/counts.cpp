#include "libgraphvq/graph/counts.hpp"

#include <algorithm>
#include <bit>
#include <boost/graph/connected_components.hpp>
#include <numeric>
#include <span>

#include "libgraphvq/graph/boost.hpp"
#include "libgraphvq/graph/order.hpp"

namespace graphvq {

namespace {

std::uint64_t pairs(std::uint64_t count) { return count < 2 ? 0 : count * (count - 1) / 2; }

std::span<const Node> above(const Adjacency& adjacency, Node u) {
  const auto all = adjacency.neighbours(u);
  return {std::ranges::upper_bound(all, u), all.end()};
}

// The edges among some nodes: bit j of row i, for i < j.
class BitRows {
 public:
  explicit BitRows(std::size_t nodes) : words_((nodes + 63) / 64), bits_(nodes * words_) {}

  void set(std::size_t i, std::size_t j) {
    bits_[i * words_ + j / 64] |= std::uint64_t{1} << j % 64;
  }
  std::uint64_t common(std::size_t i, std::size_t j) const {
    std::uint64_t count = 0;
    for (std::size_t w = 0; w < words_; ++w)
      count += std::popcount(bits_[i * words_ + w] & bits_[j * words_ + w]);
    return count;
  }
  std::uint64_t size(std::size_t i) const { return common(i, i); }
  template <class Visit>
  void for_each(std::size_t i, Visit visit) const {
    for (std::size_t w = 0; w < words_; ++w)
      for (std::uint64_t rest = bits_[i * words_ + w]; rest != 0; rest &= rest - 1)
        visit(w * 64 + std::countr_zero(rest));
  }

 private:
  std::size_t words_;
  std::vector<std::uint64_t> bits_;
};

// Visits each node u with its higher neighbours and the edges among these: every triangle once.
template <class Visit>
void for_each_fan(const Adjacency& adjacency, Visit visit) {
  std::vector<Node> place(adjacency.size());  // among the higher neighbours, from 1; 0 for others
  for (Node u = 0; u < adjacency.size(); ++u) {
    const auto fan = above(adjacency, u);
    BitRows rows(fan.size());
    for (Node i = 0; i < fan.size(); ++i) place[fan[i]] = i + 1;
    for (Node i = 0; i < fan.size(); ++i)
      for (Node w : above(adjacency, fan[i]))
        if (place[w] != 0) rows.set(i, place[w] - 1);
    for (Node v : fan) place[v] = 0;
    visit(u, fan, rows);
  }
}

// By ascending degree no node of m edges has more than sqrt(2 m) higher neighbours.
std::vector<Node> by_degree(const Graph& graph) {
  std::vector<Node> order(graph.n);
  std::iota(order.begin(), order.end(), Node{0});
  std::ranges::stable_sort(order, {}, [degree = degrees(graph)](Node u) { return degree[u]; });
  return order;
}

// A 4-cycle is two paths of two edges between the same ends: counted at its highest node and the
// node opposite to that.
std::uint64_t four_cycles(const Adjacency& adjacency) {
  std::uint64_t total = 0;
  std::vector<std::uint32_t> paths(adjacency.size());
  for (Node top = 0; top < adjacency.size(); ++top) {
    const auto below = [top](std::span<const Node> all) {
      return std::span<const Node>(all.begin(), std::ranges::lower_bound(all, top));
    };
    for (Node middle : below(adjacency.neighbours(top)))
      for (Node end : below(adjacency.neighbours(middle))) total += paths[end]++;
    for (Node middle : below(adjacency.neighbours(top)))
      for (Node end : below(adjacency.neighbours(middle))) paths[end] = 0;
  }
  return total;
}

}  // namespace

Components components(const Graph& graph) {
  Components result{std::vector<Node>(graph.n), {}};
  const Node count = boost::connected_components(to_boost(graph), result.of.data());
  result.sizes.resize(count);
  for (Node c : result.of) ++result.sizes[c];
  return result;
}

std::vector<Node> degrees(const Graph& graph) {
  std::vector<Node> result(graph.n);
  for (const auto& [u, v] : graph.edges) {
    ++result[u];
    ++result[v];
  }
  return result;
}

std::vector<LocalClustering> local_clustering(const Graph& graph) {
  const std::vector<Node> order = by_degree(graph);
  const Adjacency adjacency(relabel(graph, order));
  std::vector<LocalClustering> result(graph.n);
  for (Node u = 0; u < graph.n; ++u) result[order[u]].possible = pairs(adjacency.degree(u));
  for_each_fan(adjacency, [&](Node u, std::span<const Node> fan, const BitRows& rows) {
    for (std::size_t i = 0; i < fan.size(); ++i) {
      result[order[u]].links += rows.size(i);
      result[order[fan[i]]].links += rows.size(i);
      rows.for_each(i, [&](std::size_t j) { ++result[order[fan[j]]].links; });
    }
  });
  return result;
}

SubgraphCounts subgraph_counts(const Graph& graph) {
  const Adjacency adjacency(relabel(graph, by_degree(graph)));
  SubgraphCounts counts;
  for_each_fan(adjacency, [&](Node, std::span<const Node> fan, const BitRows& rows) {
    for (std::size_t i = 0; i < fan.size(); ++i) {
      counts.triangles += rows.size(i);
      rows.for_each(i, [&](std::size_t j) { counts.four_cliques += rows.common(i, j); });
    }
  });
  for (Node u = 0; u < graph.n; ++u) {
    const std::uint64_t others = adjacency.degree(u) - 1;
    counts.two_stars += pairs(adjacency.degree(u));
    for (Node v : above(adjacency, u)) counts.three_paths += others * (adjacency.degree(v) - 1);
  }
  counts.three_paths -= 3 * counts.triangles;  // those whose ends are one node
  counts.four_cycles = four_cycles(adjacency);
  return counts;
}

}  // namespace graphvq
