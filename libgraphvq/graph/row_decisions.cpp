#include "libgraphvq/graph/row_decisions.hpp"

#include <string>

#include "libgraphvq/base/error.hpp"

namespace graphvq {

EarlierNeighbours::EarlierNeighbours(Node n, std::span<const Edge> edges)
    : offsets_(n + 1), nodes_(edges.size()) {
  for (const Edge& edge : edges) ++offsets_[edge.v + 1];
  for (Node j = 0; j < n; ++j) offsets_[j + 1] += offsets_[j];
  std::vector<std::size_t> at(offsets_.begin(), offsets_.end() - 1);
  for (const Edge& edge : edges) nodes_[at[edge.v]++] = edge.u;
}

void require_rows(const EarlierNeighbours& earlier, bool roots) {
  for (Node j = 1; j < earlier.nodes(); ++j) {
    if (earlier.parent(j) < earlier.frontier(j))
      throw Error("the edge " + std::to_string(earlier.parent(j)) + "-" + std::to_string(j) +
                  " cannot stand in a breadth-first order");
    if (!roots && earlier.of(j).empty())
      throw Error("node " + std::to_string(j) + " starts a second component");
  }
}

std::vector<RowDecision> row_decisions(const Graph& ordered,
                                       std::span<const std::uint32_t> node_codes,
                                       std::uint32_t codes, bool roots) {
  if (node_codes.size() != ordered.n)
    throw Error("a record has " + std::to_string(ordered.n) + " nodes and " +
                std::to_string(node_codes.size()) + " codes");
  const EarlierNeighbours earlier(ordered);
  require_rows(earlier, roots);
  PartialGraph partial(ordered.n, codes);
  std::vector<RowDecision> result;
  for (Node j = 0; j < ordered.n; ++j) {
    partial.begin_row(node_codes[j]);
    auto chosen = earlier.of(j);
    if (j > 0 && roots) result.push_back({j, j - 1, true, chosen.empty(), partial.root_features()});
    const bool root = chosen.empty();
    for (Node i = partial.frontier(); i < j && !root; ++i) {
      const bool edge = !chosen.empty() && chosen.front() == i;
      const bool forced = i + 1 == j && partial.chosen().empty();
      if (!forced) result.push_back({j, i, false, edge, partial.features(i)});
      partial.settle(i, edge);
      if (edge) chosen = chosen.subspan(1);
    }
    partial.end_row();
  }
  return result;
}

std::uint64_t count_decisions(const Graph& ordered, bool roots) {
  const EarlierNeighbours earlier(ordered);
  std::uint64_t count = 0;
  for (Node j = 1; j < ordered.n; ++j) {
    if (roots) ++count;
    if (earlier.of(j).empty()) continue;
    count += j - earlier.frontier(j);
    if (earlier.parent(j) + 1 == j) --count;
  }
  return count;
}

}  // namespace graphvq
