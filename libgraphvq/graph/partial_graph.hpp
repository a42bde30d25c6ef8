#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "libgraphvq/graph/graph.hpp"

namespace graphvq {

/// What a decision about the edge {j, i} or about the root bit of row j may see: exact counts of
/// the partial graph on the nodes before j and of the row so far.
enum class Feature : std::uint8_t {
  degree,      // of i among the nodes before j
  chosen,      // edges of j so far
  distance,    // from j to i through them, 9 where farther or unreachable
  previous,    // the last bit of the row
  span,        // j - i
  offset,      // i - lo
  common,      // chosen neighbours of j adjacent to i
  components,  // of the nodes before j
  cycles,      // independent cycles once the row would close one a further edge
  left,        // n - j
  alike,       // nodes in i..j-1 with the code of j
  open0,       // edges at i in no triangle
  open1,       // in one
  common0,     // chosen u adjacent to i where {u, i} is in no triangle
  common1,     // in one
  last,    // 0 nothing chosen; 1 i not adjacent to the last chosen; 2 + its triangles, at most 2
  gap,     // distance in the order from i to the last chosen
  beside,  // 0 i not adjacent to j - 1; 1 + triangles of that edge, at most 2
  equal,   // the codes of i and j are equal
  same,    // nodes before j with the code of j
  kin      // neighbours of i with the code of j
};

inline constexpr std::size_t feature_count = 21;

/// Values of each feature: 0 .. size - 1, larger ones clipped.
inline constexpr std::array<std::uint8_t, feature_count> feature_sizes = {
    32, 16, 10, 2, 66, 32, 8, 8, 32, 66, 32, 8, 8, 4, 4, 5, 32, 4, 2, 66, 16};

/// First row of each feature in one table of all values; the last entry is the number of rows.
inline constexpr std::array<std::uint16_t, feature_count + 1> feature_offsets = [] {
  std::array<std::uint16_t, feature_count + 1> offsets{};
  for (std::size_t f = 0; f < feature_count; ++f)
    offsets[f + 1] = static_cast<std::uint16_t>(offsets[f] + feature_sizes[f]);
  return offsets;
}();

/// Row of each feature's value in that table.
using FeatureRows = std::array<std::uint16_t, feature_count>;

/// A graph in breadth-first order that grows row by row: training replays a finished graph through
/// it, sampling asks for one decision at a time, so that both see the same by construction.
/// Row j is its code, then for j > 0 the root bit (j starts a component), then for a row that is no
/// root one bit for each i of the frontier lo..j-1, ascending, of which the last is forced where
/// none was chosen. lo is the parent (earliest neighbour) of j - 1, or j - 1 where that is a root.
/// Distances and triangles are kept between nodes of the frontier alone: time and memory are of the
/// order of the sum over rows of the squared frontier, and of the frontier.
class PartialGraph {
 public:
  /// `nodes` in all, codes below `codes`.
  PartialGraph(Node nodes, std::uint32_t codes);

  /// Starts row row() with its code.
  void begin_row(std::uint32_t code);
  /// Of the root bit; row() > 0, nothing chosen yet.
  FeatureRows root_features() const;
  /// Of the edge {row(), i}, i in the frontier, nothing later than i chosen or passed over.
  FeatureRows features(Node i) const;
  /// Settles candidate i. Throws Error where i is no candidate that may follow.
  void settle(Node i, bool edge);
  /// Ends the row: candidates that were not settled have no edge.
  void end_row();

  Node size() const { return nodes_; }
  Node row() const { return row_; }                         // the row that is open, or comes next
  Node frontier() const { return lo_; }                     // lo of that row
  std::span<const Node> chosen() const { return chosen_; }  // ascending
  /// Of a finished row: its earliest neighbour, itself where it is a root.
  Node parent(Node j) const { return parents_[j]; }
  /// Edges of finished row j to earlier nodes.
  Node back_degree(Node j) const { return back_degrees_[j]; }
  /// Nodes before row() with each code.
  std::span<const std::uint32_t> code_counts() const { return code_counts_; }

 private:
  /// Of a pair a > b of the frontier.
  struct Pair {
    std::uint8_t distance;  // 9 where farther or unreachable
    std::uint8_t edge;      // 0 none, else 1 + triangles of the edge, at most 3
  };
  Pair& pair(Node a, Node b) { return rows_[a][b - starts_[a]]; }
  Pair between(Node a, Node b) const {  // in any order, a != b
    return a > b ? rows_[a][b - starts_[a]] : rows_[b][a - starts_[b]];
  }
  FeatureRows rows_of(const std::array<std::uint32_t, feature_count>& values) const;
  void add_triangle(Node a, Node b);
  void shorten();
  void close_triangles();

  Node nodes_;
  Node row_ = 0;
  Node lo_ = 0;
  std::uint32_t components_ = 0;
  std::uint64_t edges_ = 0;
  std::vector<std::vector<Pair>> rows_;  // of node a, to starts_[a]..a-1; empty behind the frontier
  std::vector<Node> starts_, parents_;
  std::vector<Node> degrees_, back_degrees_;
  std::vector<Node> open0_, open1_;  // edges at a node in no triangle and in one
  std::vector<std::uint32_t> codes_;
  std::vector<std::uint32_t> code_counts_;
  std::vector<std::vector<Node>> neighbours_;

  // The open row; those by candidate start at lo.
  std::vector<Node> chosen_;
  Node next_ = 0;          // the first candidate that is not settled
  bool previous_ = false;  // its predecessor's bit
  std::vector<std::uint8_t> distance_, common_, common0_, common1_;
  std::vector<Node> alike_, kin_;
};

}  // namespace graphvq
