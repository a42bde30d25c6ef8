#include "libgraphvq/graph/partial_graph.hpp"

#include <algorithm>
#include <string>

#include "libgraphvq/base/error.hpp"

namespace graphvq {

namespace {

constexpr std::uint8_t far = 9;

std::uint8_t step(std::uint8_t distance) {
  return std::min<std::uint8_t>(static_cast<std::uint8_t>(distance + 1), far);
}

}  // namespace

PartialGraph::PartialGraph(Node nodes, std::uint32_t codes)
    : nodes_(nodes),
      rows_(nodes),
      starts_(nodes),
      parents_(nodes),
      degrees_(nodes),
      back_degrees_(nodes),
      open0_(nodes),
      open1_(nodes),
      codes_(nodes),
      code_counts_(codes),
      neighbours_(nodes) {}

void PartialGraph::begin_row(std::uint32_t code) {
  if (row_ >= nodes_) throw Error("a row beyond the last node");
  if (code >= code_counts_.size())
    throw Error("code " + std::to_string(code) + " of " + std::to_string(code_counts_.size()));
  const Node j = row_, width = j - lo_;
  codes_[j] = code;
  chosen_.clear();
  next_ = lo_;
  previous_ = false;
  distance_.assign(width, far);
  common_.assign(width, 0);
  common0_.assign(width, 0);
  common1_.assign(width, 0);
  alike_.resize(width);
  kin_.resize(width);
  Node alike = 0;
  for (Node i = j; i-- > lo_;) {
    if (codes_[i] == code) ++alike;
    alike_[i - lo_] = alike;
    Node kin = 0;
    for (const Node u : neighbours_[i]) kin += codes_[u] == code ? 1 : 0;
    kin_[i - lo_] = kin;
  }
  starts_[j] = lo_;
  rows_[j].assign(width, Pair{far, 0});
}

FeatureRows PartialGraph::rows_of(const std::array<std::uint32_t, feature_count>& values) const {
  FeatureRows rows;
  for (std::size_t f = 0; f < feature_count; ++f)
    rows[f] = static_cast<std::uint16_t>(feature_offsets[f] +
                                         std::min<std::uint32_t>(values[f], feature_sizes[f] - 1));
  return rows;
}

FeatureRows PartialGraph::root_features() const {
  const Node j = row_, i = j - 1;
  const auto cycles = static_cast<std::uint32_t>(edges_ + components_ - j);
  return rows_of({degrees_[i],
                  0,
                  far,
                  0,
                  0,
                  j - lo_,
                  0,
                  components_,
                  cycles,
                  nodes_ - j,
                  alike_.front(),
                  open0_[i],
                  open1_[i],
                  0,
                  0,
                  0,
                  0,
                  0,
                  codes_[i] == codes_[j],
                  code_counts_[codes_[j]],
                  kin_[i - lo_]});
}

FeatureRows PartialGraph::features(Node i) const {
  const Node j = row_, at = i - lo_;
  const auto taken = static_cast<Node>(chosen_.size());
  const auto cycles =
      static_cast<std::uint32_t>(edges_ + components_ - j) + (taken > 1 ? taken - 1 : 0);
  std::uint32_t last = 0, gap = 0;
  if (taken > 0) {
    const Node u = chosen_.back();
    last = 1 + between(i, u).edge;
    gap = i - u;
  }
  const std::uint32_t beside = i + 1 == j ? 0 : between(j - 1, i).edge;
  return rows_of({degrees_[i],
                  taken,
                  distance_[at],
                  previous_,
                  j - i,
                  at,
                  common_[at],
                  components_,
                  cycles,
                  nodes_ - j,
                  alike_[at],
                  open0_[i],
                  open1_[i],
                  common0_[at],
                  common1_[at],
                  last,
                  gap,
                  beside,
                  codes_[i] == codes_[j],
                  code_counts_[codes_[j]],
                  kin_[at]});
}

void PartialGraph::settle(Node i, bool edge) {
  if (i < next_ || i >= row_)
    throw Error("the edge " + std::to_string(i) + "-" + std::to_string(row_) +
                " cannot stand in a breadth-first order");
  next_ = i + 1;
  previous_ = edge;
  if (!edge) return;
  for (Node v = lo_; v < row_; ++v) {
    const Node at = v - lo_;
    if (v == i) {
      distance_[at] = 1;
      continue;
    }
    const Pair way = between(v, i);
    distance_[at] = std::min(distance_[at], step(way.distance));
    if (way.edge == 0) continue;
    const auto more = [](std::uint8_t& count) { count += count < 255 ? 1 : 0; };
    more(common_[at]);
    if (way.edge == 1) more(common0_[at]);
    if (way.edge == 2) more(common1_[at]);
  }
  chosen_.push_back(i);
}

void PartialGraph::add_triangle(Node a, Node b) {
  Pair& edge = pair(std::max(a, b), std::min(a, b));
  const auto move = [&](std::vector<Node>& counts, int by) {
    counts[a] += static_cast<Node>(by);
    counts[b] += static_cast<Node>(by);
  };
  if (edge.edge == 1) {
    move(open0_, -1);
    move(open1_, 1);
  } else if (edge.edge == 2) {
    move(open1_, -1);
  }
  if (edge.edge < 3) ++edge.edge;
}

void PartialGraph::close_triangles() {
  const Node j = row_;
  for (const Node u : chosen_) {
    pair(j, u).edge = 1;
    ++open0_[j];
    ++open0_[u];
  }
  for (std::size_t a = 0; a < chosen_.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      if (between(chosen_[a], chosen_[b]).edge > 0) {
        add_triangle(chosen_[a], chosen_[b]);
        add_triangle(j, chosen_[a]);
        add_triangle(j, chosen_[b]);
      }
}

void PartialGraph::shorten() {
  const Node j = row_;
  for (Node i = lo_; i < j; ++i) pair(j, i).distance = distance_[i - lo_];
  if (chosen_.size() < 2) return;
  for (Node a = lo_ + 1; a < j; ++a) {
    const std::uint8_t way = distance_[a - lo_];
    if (way + 1 >= far) continue;
    for (Node b = lo_; b < a; ++b) {
      Pair& known = pair(a, b);
      const auto through = static_cast<std::uint8_t>(way + distance_[b - lo_]);
      if (through < known.distance) known.distance = through;
    }
  }
}

void PartialGraph::end_row() {
  const Node j = row_;
  shorten();
  close_triangles();
  for (const Node u : chosen_) {
    ++degrees_[u];
    neighbours_[u].push_back(j);
    neighbours_[j].push_back(u);
  }
  degrees_[j] = back_degrees_[j] = static_cast<Node>(chosen_.size());
  edges_ += chosen_.size();
  if (chosen_.empty()) ++components_;
  ++code_counts_[codes_[j]];
  parents_[j] = chosen_.empty() ? j : chosen_.front();
  for (; lo_ < parents_[j]; ++lo_) {
    rows_[lo_] = {};
    neighbours_[lo_] = {};
  }
  ++row_;
}

}  // namespace graphvq
