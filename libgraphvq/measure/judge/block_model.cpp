#include "libgraphvq/measure/judge/block_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

namespace graphvq {

namespace {

constexpr double least_gain = 1e-9;  // below it is rounding

// ln k!, by Stirling's series where k is large; std::lgamma is not safe among threads.
double log_factorial(double k) {
  static const auto table = [] {
    std::array<double, 512> values{};
    for (std::size_t i = 1; i < values.size(); ++i)
      values[i] = values[i - 1] + std::log(static_cast<double>(i));
    return values;
  }();
  if (k < static_cast<double>(table.size())) return table[static_cast<std::size_t>(k)];
  return (k + .5) * std::log(k) - k + .5 * std::log(2 * std::numbers::pi) + 1 / (12 * k) -
         1 / (360 * k * k * k);
}

// A partition and its edge counts; the evidence of moves and merges.
class Blocks {
 public:
  Blocks(const Graph& graph, std::vector<Node> of)
      : adjacency_(graph), of_(std::move(of)), count_(graph.n), sizes_(graph.n) {
    edges_.resize(count_ * count_);
    for (const Node block : of_) ++sizes_[block];
    for (const auto& [u, v] : graph.edges) add_edges(of_[u], of_[v], 1);
  }

  const std::vector<Node>& of() const { return of_; }

  double evidence() const {
    double sum = partition();
    for (std::size_t r = 0; r < count_; ++r)
      for (std::size_t s = r; s < count_; ++s) sum += pair(r, s);
    return sum;
  }

  // One pass over the nodes; whether any moved.
  bool move_nodes() {
    compact();
    bool moved = false;
    for (Node v = 0; v < of_.size(); ++v) {
      const Node from = of_[v];
      double best = least_gain;
      Node target = from;
      std::vector<Node> near;
      for (const Node u : adjacency_.neighbours(v)) near.push_back(of_[u]);
      std::ranges::sort(near);
      near.erase(std::unique(near.begin(), near.end()), near.end());
      for (const Node to : near) {
        if (to == from) continue;
        const double before = around(from, to);
        move(v, to);
        const double gain = around(from, to) - before;
        move(v, from);
        if (gain > best) best = gain, target = to;
      }
      if (target != from) move(v, target), moved = true;
    }
    return moved;
  }

  // The best merge of two blocks; whether any helps.
  bool merge_blocks() {
    compact();
    double best = least_gain;
    std::size_t a = 0, b = 0;
    const double current = partition();
    for (std::size_t r = 0; r < count_; ++r)
      for (std::size_t s = r + 1; s < count_; ++s) {
        double gain = -current - pair(r, r) - pair(s, s) - pair(r, s);
        const double size = sizes_[r] + sizes_[s];
        gain += term(edges(r, r) + edges(s, s) + edges(r, s), size * (size - 1) / 2);
        for (std::size_t t = 0; t < count_; ++t)
          if (t != r && t != s)
            gain += term(edges(r, t) + edges(s, t), size * sizes_[t]) - pair(r, t) - pair(s, t);
        gain += merged_partition(r, s);
        if (gain > best) best = gain, a = r, b = s;
      }
    if (best == least_gain) return false;
    for (Node v = 0; v < of_.size(); ++v)
      if (of_[v] == b) move(v, static_cast<Node>(a));
    return true;
  }

 private:
  double edges(std::size_t r, std::size_t s) const { return edges_[r * count_ + s]; }

  void add_edges(std::size_t r, std::size_t s, double by) {
    edges_[r * count_ + s] += by;
    if (r != s) edges_[s * count_ + r] += by;
  }

  // Evidence of e edges of N places with a uniform density: the Beta function B(e + 1, N - e + 1).
  static double term(double e, double places) {
    return places == 0 ? 0
                       : log_factorial(e) + log_factorial(places - e) - log_factorial(places + 1);
  }

  double pair(std::size_t r, std::size_t s) const {
    return term(edges(r, s), r == s ? sizes_[r] * (sizes_[r] - 1) / 2 : sizes_[r] * sizes_[s]);
  }

  double partition_of(double blocks, double log_sizes) const {
    const auto n = static_cast<double>(of_.size());
    return -(log_factorial(n - 1) - log_factorial(blocks - 1) - log_factorial(n - blocks)) -
           (log_factorial(n) - log_sizes) - std::log(n);
  }

  double partition() const {
    double blocks = 0, log_sizes = 0;
    for (const double size : sizes_) blocks += size > 0, log_sizes += log_factorial(size);
    return partition_of(blocks, log_sizes);
  }

  double merged_partition(std::size_t r, std::size_t s) const {
    double blocks = -1, log_sizes = log_factorial(sizes_[r] + sizes_[s]) -
                                    log_factorial(sizes_[r]) - log_factorial(sizes_[s]);
    for (const double size : sizes_) blocks += size > 0, log_sizes += log_factorial(size);
    return partition_of(blocks, log_sizes);
  }

  // What a move between two blocks changes.
  double around(std::size_t r, std::size_t s) const {
    double sum = partition() + pair(r, r) + pair(s, s) + pair(r, s);
    for (std::size_t t = 0; t < count_; ++t)
      if (t != r && t != s && sizes_[t] > 0) sum += pair(r, t) + pair(s, t);
    return sum;
  }

  void move(Node v, Node to) {
    const Node from = of_[v];
    for (const Node u : adjacency_.neighbours(v)) {
      add_edges(from, of_[u], -1);
      add_edges(to, of_[u], 1);
    }
    --sizes_[from];
    ++sizes_[to];
    of_[v] = to;
  }

  // Numbers the blocks that have nodes by their lowest node.
  void compact() {
    std::vector<Node> number(count_, static_cast<Node>(count_));
    Node next = 0;
    for (const Node block : of_)
      if (number[block] == count_) number[block] = next++;
    std::vector<double> sizes(next), edge_counts(std::size_t{next} * next);
    for (std::size_t r = 0; r < count_; ++r) {
      if (number[r] == count_) continue;
      sizes[number[r]] = sizes_[r];
      for (std::size_t s = 0; s < count_; ++s)
        if (number[s] != count_)
          edge_counts[std::size_t{number[r]} * next + number[s]] = edges(r, s);
    }
    for (Node& block : of_) block = number[block];
    sizes_ = std::move(sizes);
    edges_ = std::move(edge_counts);
    count_ = next;
  }

  Adjacency adjacency_;
  std::vector<Node> of_;
  std::size_t count_;          // blocks, those without nodes too
  std::vector<double> sizes_;  // [count]
  std::vector<double> edges_;  // [count, count], within a block each edge once
};

}  // namespace

double block_evidence(const Graph& graph, const std::vector<Node>& blocks) {
  return graph.n == 0 ? 0 : Blocks(graph, blocks).evidence();
}

namespace {

// Moves and merges until nothing helps.
void settle(Blocks& blocks) {
  do {
    while (blocks.move_nodes()) {
    }
  } while (blocks.merge_blocks());
}

std::vector<Node> settle_from_alone(const Graph& graph) {
  std::vector<Node> alone(graph.n);
  std::iota(alone.begin(), alone.end(), Node{0});
  Blocks blocks(graph, std::move(alone));
  settle(blocks);
  return blocks.of();
}

// The partition with one block split into what its own nodes and edges say.
std::vector<Node> split(const Graph& graph, std::vector<Node> of, Node block) {
  std::vector<Node> place(graph.n), members;
  for (Node v = 0; v < graph.n; ++v)
    if (of[v] == block) {
      place[v] = static_cast<Node>(members.size());
      members.push_back(v);
    }
  Graph inside{static_cast<Node>(members.size()), {}, {}, {}, {}, {}};
  for (const auto& [u, v] : graph.edges)
    if (of[u] == block && of[v] == block) inside.edges.push_back({place[u], place[v]});
  const auto parts = settle_from_alone(inside);
  const Node next = *std::ranges::max_element(of) + 1;
  for (std::size_t i = 0; i < members.size(); ++i)
    if (parts[i] > 0) of[members[i]] = next + parts[i] - 1;
  return of;
}

}  // namespace

std::vector<Node> fit_blocks(const Graph& graph) {
  if (graph.n == 0) return {};
  std::vector<Node> best(graph.n);  // one block
  double evidence = block_evidence(graph, best);
  const auto keep = [&](const Blocks& blocks) {
    const double found = blocks.evidence();
    if (found <= evidence + least_gain) return false;
    evidence = found;
    best = blocks.of();
    return true;
  };
  keep(Blocks(graph, settle_from_alone(graph)));
  for (Node block = 0; block <= *std::ranges::max_element(best);) {
    Blocks blocks(graph, split(graph, best, block));
    settle(blocks);
    block = keep(blocks) ? 0 : block + 1;
  }
  return best;
}

bool is_benchmark_sbm(const Graph& graph) {
  constexpr double within = .3, between = .005, tiny = 1e-6;
  if (graph.n < 40 || graph.n > 200) return false;
  const auto of = fit_blocks(graph);
  const std::size_t count = *std::ranges::max_element(of) + std::size_t{1};
  if (count < 2 || count > 5) return false;
  std::vector<double> sizes(count), edges(count * count);
  for (const Node block : of) ++sizes[block];
  if (std::ranges::any_of(sizes, [](double size) { return size < 20 || size > 40; })) return false;
  for (const auto& [u, v] : graph.edges) {
    ++edges[of[u] * count + of[v]];
    ++edges[of[v] * count + of[u]];
  }
  double sum = 0;
  for (std::size_t r = 0; r < count; ++r)
    for (std::size_t s = 0; s < count; ++s) {
      const double places = sizes[r] * (r == s ? sizes[r] - 1 : sizes[s]);
      const double q = edges[r * count + s] / (places + tiny);
      const double p = r == s ? within : between;
      const double wald = (q - p) * (q - p) / (q * (1 - q) + tiny);
      sum += std::erfc(std::sqrt(wald / 2));
    }
  return sum / static_cast<double>(count * count) > .9;
}

}  // namespace graphvq
