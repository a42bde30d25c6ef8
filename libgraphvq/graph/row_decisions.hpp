#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "libgraphvq/graph/graph.hpp"
#include "libgraphvq/graph/partial_graph.hpp"

namespace graphvq {

/// Neighbours of each node among the earlier ones, ascending.
class EarlierNeighbours {
 public:
  /// `edges`: sorted, of `n` nodes.
  EarlierNeighbours(Node n, std::span<const Edge> edges);
  explicit EarlierNeighbours(const Graph& ordered) : EarlierNeighbours(ordered.n, ordered.edges) {}
  Node nodes() const { return static_cast<Node>(offsets_.size() - 1); }
  std::span<const Node> of(Node j) const {
    return {nodes_.data() + offsets_[j], nodes_.data() + offsets_[j + 1]};
  }
  /// The earliest neighbour among the earlier nodes, j itself where there is none.
  Node parent(Node j) const { return of(j).empty() ? j : of(j).front(); }
  /// lo of row j: every edge to an earlier node ends in lo .. j - 1.
  Node frontier(Node j) const { return j == 0 ? 0 : parent(j - 1); }

 private:
  std::vector<std::size_t> offsets_;
  std::vector<Node> nodes_;
};

/// One bit of a graph in breadth-first order, in the order in which they are drawn.
struct RowDecision {
  Node row = 0;
  Node node = 0;  // the candidate; row - 1 for the root bit
  bool root = false;
  bool bit = false;
  FeatureRows features = {};
};

/// Throws Error where the order is not breadth-first, or where the graph falls apart and there are
/// no `roots`.
void require_rows(const EarlierNeighbours& earlier, bool roots);

/// All decisions of a finished graph under `codes` codes. Without `roots` there are no root bits
/// and every row but the first has an edge. Throws Error as require_rows() does.
std::vector<RowDecision> row_decisions(const Graph& ordered,
                                       std::span<const std::uint32_t> node_codes,
                                       std::uint32_t codes, bool roots);

/// How many there are, without their features.
std::uint64_t count_decisions(const Graph& ordered, bool roots);

}  // namespace graphvq
