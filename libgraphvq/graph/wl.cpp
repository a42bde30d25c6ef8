#include "libgraphvq/graph/wl.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "libgraphvq/graph/random.hpp"

namespace graphvq {

namespace {

// CBC-MAC over the Philox permutation. Messages of one domain start with their length.
class Hash {
 public:
  explicit Hash(std::uint32_t domain) : key_{domain, 0} {}
  void absorb(const Signature& block) {
    for (std::size_t i = 0; i < block.size(); ++i) state_[i] ^= block[i];
    state_ = philox(state_, key_);
  }
  const Signature& value() const { return state_; }

 private:
  std::array<std::uint32_t, 2> key_;
  Signature state_{};
};

Signature hash_sorted(std::vector<Signature>& colours, std::uint32_t domain,
                      const Signature& first) {
  std::ranges::sort(colours);
  Hash hash(domain);
  hash.absorb({static_cast<std::uint32_t>(colours.size()), 0, 0, 0});
  hash.absorb(first);
  for (const Signature& colour : colours) hash.absorb(colour);
  return hash.value();
}

// Calls visit(colours) before the first round and after each; returns the last ones.
template <class Visit>
std::vector<Signature> refine(const Graph& graph, bool node_labels, unsigned rounds, Visit visit) {
  const Adjacency adjacency(graph);
  const bool labelled = node_labels && !graph.node_labels.empty();
  std::vector<Signature> colours(graph.n), refined(graph.n), around;
  if (labelled)
    for (Node u = 0; u < graph.n; ++u) colours[u] = {graph.node_labels[u], 1, 0, 0};
  visit(colours);
  for (unsigned round = 0; round < rounds; ++round) {
    for (Node u = 0; u < graph.n; ++u) {
      around.clear();
      for (Node v : adjacency.neighbours(u)) around.push_back(colours[v]);
      refined[u] = hash_sorted(around, 1, colours[u]);
    }
    std::swap(colours, refined);
    visit(colours);
  }
  return colours;
}

}  // namespace

Signature wl_signature(const Graph& graph, bool node_labels, unsigned rounds) {
  auto last = refine(graph, node_labels, rounds, [](const auto&) {});
  return hash_sorted(last, 2, {});
}

std::vector<std::vector<Signature>> wl_colours(const Graph& graph, bool node_labels,
                                               unsigned rounds) {
  std::vector<std::vector<Signature>> result;
  refine(graph, node_labels, rounds,
         [&](const std::vector<Signature>& colours) { result.push_back(colours); });
  return result;
}

}  // namespace graphvq
