#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "libgraphvq/graph/counts.hpp"

// What the counts of small subgraphs share.

namespace graphvq {

inline std::uint64_t pairs(std::uint64_t count) { return count < 2 ? 0 : count * (count - 1) / 2; }

inline std::span<const Node> above(const Adjacency& adjacency, Node u) {
  const auto all = adjacency.neighbours(u);
  return {std::ranges::upper_bound(all, u), all.end()};
}

/// The edges among some nodes: bit j of row i, for i < j.
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
    for_each_common(i, i, visit);
  }
  template <class Visit>
  void for_each_common(std::size_t i, std::size_t j, Visit visit) const {
    for (std::size_t w = 0; w < words_; ++w)
      for (std::uint64_t rest = bits_[i * words_ + w] & bits_[j * words_ + w]; rest != 0;
           rest &= rest - 1)
        visit(w * 64 + std::countr_zero(rest));
  }

 private:
  std::size_t words_;
  std::vector<std::uint64_t> bits_;
};

/// Visits each node u with its higher neighbours and the edges among these: every triangle once.
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

/// By ascending degree no node of m edges has more than sqrt(2 m) higher neighbours.
inline std::vector<Node> by_degree(const Graph& graph) {
  std::vector<Node> order(graph.n);
  std::iota(order.begin(), order.end(), Node{0});
  std::ranges::stable_sort(order, {}, [degree = degrees(graph)](Node u) { return degree[u]; });
  return order;
}

}  // namespace graphvq
