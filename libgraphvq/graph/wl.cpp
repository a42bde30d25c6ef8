#include "libgraphvq/graph/wl.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "libgraphvq/base/random.hpp"

namespace graphvq {

namespace {

// Hashes are CBC-MACs over the Philox permutation, of messages that start with their length; the
// key says what is hashed.
using Key = std::array<std::uint32_t, 2>;
constexpr Key of_node = {1, 0}, of_graph = {2, 0};

Signature hash_sorted(std::vector<Signature> colours) {
  std::ranges::sort(colours);
  colours.insert(colours.begin(), {{static_cast<std::uint32_t>(colours.size()), 0, 0, 0}, {}});
  Signature state{};
  for (const Signature& block : colours) {
    for (std::size_t word = 0; word < 4; ++word) state[word] ^= block[word];
    state = philox(state, of_graph);
  }
  return state;
}

class Refinement {
 public:
  explicit Refinement(const Graph& graph)
      : adjacency_(graph), nodes_(graph.n), first_(graph.n), around_(2 * graph.edges.size()) {
    for (Node u = 0; u < graph.n; ++u)
      first_[u] = u == 0 ? 0 : first_[u - 1] + adjacency_.degree(u - 1);
    std::iota(nodes_.begin(), nodes_.end(), Node{0});
    std::ranges::sort(nodes_, {}, [&](Node u) { return adjacency_.degree(u); });
  }

  // A node's new colour is the hash of its own and its neighbours', ascending.
  std::vector<Signature> operator()(const std::vector<Signature>& colours) {
    gather(colours);
    std::vector<Signature> refined(colours.size());
    for (std::size_t begin = 0; begin < nodes_.size(); begin += 8)
      hash(std::span(nodes_).subspan(begin, std::min<std::size_t>(8, nodes_.size() - begin)),
           colours, refined);
    return refined;
  }

 private:
  // Each node goes to its neighbours, in the order of colours.
  void gather(const std::vector<Signature>& colours) {
    std::vector<Node> order = nodes_;
    std::ranges::sort(order, {}, [&](Node u) -> const Signature& { return colours[u]; });
    auto next = first_;
    for (const Node u : order)
      for (const Node v : adjacency_.neighbours(u)) around_[next[v]++] = u;
  }

  // Of eight nodes or less at once, the last of which has the longest message.
  void hash(std::span<const Node> nodes, const std::vector<Signature>& colours,
            std::vector<Signature>& refined) const {
    EightCounters state{};
    for (std::size_t block = 0; block < adjacency_.degree(nodes.back()) + std::size_t{2}; ++block) {
      for (std::size_t i = 0; i < nodes.size(); ++i) {
        const Node u = nodes[i], degree = adjacency_.degree(u);
        if (block == 0) state[0][i] = degree;
        if (block == 0 || block > degree + std::size_t{1}) continue;
        const auto& colour = colours[block == 1 ? u : around_[first_[u] + block - 2]];
        for (std::size_t word = 0; word < 4; ++word) state[word][i] ^= colour[word];
      }
      state = philox_eight(state, of_node);
      for (std::size_t i = 0; i < nodes.size(); ++i)
        if (block == adjacency_.degree(nodes[i]) + std::size_t{1})
          refined[nodes[i]] = {state[0][i], state[1][i], state[2][i], state[3][i]};
    }
  }

  Adjacency adjacency_;
  std::vector<Node> nodes_;         // by degree
  std::vector<std::size_t> first_;  // place of a node's first neighbour among all
  std::vector<Node> around_;        // neighbours of each node by colour
};

std::vector<Signature> first_colours(const Graph& graph, bool node_labels) {
  std::vector<Signature> colours(graph.n);
  if (node_labels && !graph.node_labels.empty())
    for (Node u = 0; u < graph.n; ++u) colours[u] = {graph.node_labels[u], 1, 0, 0};
  return colours;
}

}  // namespace

Signature wl_signature(const Graph& graph, bool node_labels, unsigned rounds) {
  auto colours = first_colours(graph, node_labels);
  Refinement refine(graph);
  for (unsigned round = 0; round < rounds; ++round) colours = refine(colours);
  return hash_sorted(std::move(colours));
}

std::vector<std::vector<Signature>> wl_colours(const Graph& graph, bool node_labels,
                                               unsigned rounds) {
  std::vector<std::vector<Signature>> result{first_colours(graph, node_labels)};
  Refinement refine(graph);
  for (unsigned round = 0; round < rounds; ++round) result.push_back(refine(result.back()));
  return result;
}

}  // namespace graphvq
