#include <algorithm>
#include <catch2/catch.hpp>
#include <deque>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/graph/order.hpp"
#include "libgraphvq/graph/row_decisions.hpp"
#include "tests/support.hpp"

using namespace graphvq;
using namespace graphvq::test;

namespace {

using Codes = std::vector<std::uint32_t>;

/// The definitions of Feature, word by word, from adjacency matrices: slow and independent.
class Plain {
 public:
  Plain(const Graph& graph, const Codes& codes, Node j, const std::vector<Node>& chosen)
      : n_(graph.n), j_(j), codes_(codes), chosen_(chosen), before_(n_, std::vector<int>(n_)) {
    for (const auto& [u, v] : graph.edges)
      if (v < j) before_[u][v] = before_[v][u] = 1;
    lo_ = j - 1;
    for (Node u = 0; u + 1 < j; ++u)
      if (before_[u][j - 1]) {
        lo_ = u;
        break;
      }
  }

  Node lo() const { return lo_; }

  std::vector<std::uint32_t> values(Node i, bool root, bool previous) const {
    std::uint32_t common = 0, common0 = 0, common1 = 0, open0 = 0, open1 = 0, kin = 0, alike = 0,
                  same = 0, last = 0, gap = 0, beside = 0;
    for (const Node u : chosen_)
      if (before_[u][i]) {
        ++common;
        common0 += triangles(u, i) == 0;
        common1 += triangles(u, i) == 1;
      }
    for (Node u = 0; u < j_; ++u) {
      if (before_[u][i]) {
        open0 += triangles(u, i) == 0;
        open1 += triangles(u, i) == 1;
        kin += codes_[u] == codes_[j_];
      }
      same += codes_[u] == codes_[j_];
      alike += u >= (root ? lo_ : i) && codes_[u] == codes_[j_];
    }
    if (!chosen_.empty()) {
      const Node u = chosen_.back();
      last = before_[u][i] ? 2 + std::min(triangles(u, i), 2U) : 1;
      gap = i - u;
    }
    if (i + 1 < j_ && before_[j_ - 1][i]) beside = 1 + std::min(triangles(j_ - 1, i), 2U);
    const auto k = static_cast<std::uint32_t>(chosen_.size());
    std::vector<std::uint32_t> all = {degree(i),
                                      k,
                                      distance(i),
                                      previous,
                                      root ? 0 : j_ - i,
                                      root ? j_ - lo_ : i - lo_,
                                      common,
                                      components(),
                                      independent_cycles() + (k > 1 ? k - 1 : 0),
                                      n_ - j_,
                                      alike,
                                      open0,
                                      open1,
                                      common0,
                                      common1,
                                      last,
                                      gap,
                                      beside,
                                      codes_[i] == codes_[j_],
                                      same,
                                      kin};
    for (std::size_t f = 0; f < feature_count; ++f)
      all[f] = std::min<std::uint32_t>(all[f], feature_sizes[f] - 1);
    return all;
  }

 private:
  std::uint32_t degree(Node i) const {
    return static_cast<std::uint32_t>(std::count(before_[i].begin(), before_[i].end(), 1));
  }
  std::uint32_t triangles(Node u, Node v) const {
    std::uint32_t count = 0;
    for (Node w = 0; w < j_; ++w) count += before_[u][w] && before_[v][w];
    return count;
  }
  std::vector<std::uint32_t> reach(const std::vector<Node>& from) const {
    std::vector<std::uint32_t> far(n_, 1000);
    std::deque<Node> queue(from.begin(), from.end());
    for (const Node u : from) far[u] = 1;
    while (!queue.empty()) {
      const Node u = queue.front();
      queue.pop_front();
      for (Node v = 0; v < j_; ++v)
        if (before_[u][v] && far[v] == 1000) {
          far[v] = far[u] + 1;
          queue.push_back(v);
        }
    }
    return far;
  }
  std::uint32_t distance(Node i) const {
    if (chosen_.empty()) return 9;
    return std::min(9U, reach(chosen_)[i]);
  }
  std::uint32_t components() const {
    std::uint32_t count = 0;
    std::vector<bool> seen(j_);
    for (Node u = 0; u < j_; ++u) {
      if (seen[u]) continue;
      ++count;
      const auto far = reach({u});
      for (Node v = 0; v < j_; ++v)
        if (far[v] < 1000) seen[v] = true;
    }
    return count;
  }
  std::uint32_t independent_cycles() const {
    std::uint32_t edges = 0;
    for (Node u = 0; u < j_; ++u) edges += degree(u);
    return edges / 2 + components() - j_;
  }

  Node n_, j_, lo_;
  const Codes& codes_;
  const std::vector<Node>& chosen_;
  std::vector<std::vector<int>> before_;
};

std::vector<std::uint32_t> values_of(const FeatureRows& rows) {
  std::vector<std::uint32_t> values;
  for (std::size_t f = 0; f < feature_count; ++f) values.push_back(rows[f] - feature_offsets[f]);
  return values;
}

Graph in_bfs(const Graph& graph, std::uint64_t seed) {
  Stream stream(seed, Purpose::order);
  return relabel(graph, draw_order(graph, OrderKind::bfs, stream));
}

/// Compares every decision; returns how many there were.
std::size_t compare(const Graph& ordered, std::uint32_t alphabet, std::uint64_t seed) {
  Stream stream(seed, Purpose::codes);
  Codes codes;
  for (Node i = 0; i < ordered.n; ++i) codes.push_back(stream.below(alphabet));
  const auto found = row_decisions(ordered, codes, alphabet, true);
  const EarlierNeighbours earlier(ordered);
  auto at = found.begin();
  for (Node j = 1; j < ordered.n; ++j) {
    std::vector<Node> chosen;
    const Plain first(ordered, codes, j, chosen);
    const auto all = earlier.of(j);
    if (at == found.end() || !at->root || at->row != j || at->node != j - 1 ||
        at->bit != all.empty() || values_of(at->features) != first.values(j - 1, true, false))
      return 0;
    ++at;
    bool previous = false;
    for (Node i = first.lo(); i < j && !all.empty(); ++i) {
      const bool bit = std::binary_search(all.begin(), all.end(), i);
      if (i + 1 < j || !chosen.empty()) {
        const Plain plain(ordered, codes, j, chosen);
        if (at == found.end() || at->root || at->row != j || at->node != i || at->bit != bit ||
            values_of(at->features) != plain.values(i, false, previous))
          return 0;
        ++at;
      }
      previous = bit;
      if (bit) chosen.push_back(i);
    }
  }
  return at == found.end() && found.size() == count_decisions(ordered, true) ? found.size() : 0;
}

}  // namespace

TEST_CASE("features are those of a recomputation from the definitions") {
  std::size_t total = 0;
  const auto check = [&](const Graph& graph, std::uint64_t seed) {
    const std::size_t compared = compare(in_bfs(graph, seed), 1 + seed % 4, seed);
    INFO("n " << graph.n << ", m " << graph.edges.size() << ", seed " << seed);
    CHECK((compared > 0 || graph.n < 2));
    total += compared;
  };
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    Stream stream(seed, Purpose::sizes);
    const Node n = stream.below(13);
    check(random_graph(n, stream.uniform(), seed), seed);  // sparse ones fall apart
  }
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    check(path(80), seed);
    check(star(70), seed);
    check(complete(14), seed);
    check(cycle(30), seed);
    check(petersen(), seed);
    check(disjoint(cube(), disjoint(complete_bipartite(3, 5), path(1))), seed);
    check(Graph{7, {}, {}, {}, {}, {}}, seed);
    check(random_graph(40, .12, seed), seed);
  }
  CHECK(total > 40000);
}

TEST_CASE("decisions of small graphs, counted by hand") {
  // A triangle with a pendant node: rows 1 (root bit, forced edge), 2 (root, two candidates) and
  // 3, whose frontier starts at the parent of node 2.
  const Graph graph = make_graph(4, {{0, 1}, {0, 2}, {1, 2}, {1, 3}});
  CHECK(count_decisions(graph, true) == 1 + 3 + 4);
  CHECK(count_decisions(graph, false) == 0 + 2 + 3);
  const auto found = row_decisions(graph, Codes{0, 0, 0, 0}, 1, false);
  REQUIRE(found.size() == 5);
  const auto value = [&](std::size_t d, Feature f) {
    return found[d].features[static_cast<std::size_t>(f)] -
           feature_offsets[static_cast<std::size_t>(f)];
  };
  // Row 3: node 0 passed over, node 1 chosen, then node 2, its neighbour by an edge in a triangle.
  CHECK(found[4].node == 2);
  CHECK(value(4, Feature::distance) == 2);
  CHECK(value(4, Feature::common) == 1);
  CHECK(value(4, Feature::common1) == 1);
  CHECK(value(4, Feature::last) == 3);
  CHECK(value(4, Feature::open1) == 2);
  CHECK(value(4, Feature::cycles) == 1);
  CHECK_FALSE(found[4].bit);
}

TEST_CASE("orders that are not breadth-first are refused") {
  // 0-1-2 and then a neighbour of 0: breadth-first would have met it before 2.
  CHECK_THROWS_WITH(require_rows(EarlierNeighbours(make_graph(4, {{0, 1}, {1, 2}, {0, 3}})), true),
                    "the edge 0-3 cannot stand in a breadth-first order");
  CHECK_THROWS_WITH(require_rows(EarlierNeighbours(make_graph(3, {{0, 1}})), false),
                    "node 2 starts a second component");
  CHECK_NOTHROW(require_rows(EarlierNeighbours(make_graph(3, {{0, 1}})), true));
  CHECK_THROWS_AS(row_decisions(path(3), Codes{0, 0}, 1, true), Error);
  CHECK_THROWS_AS(row_decisions(path(3), Codes{0, 1, 2}, 2, true), Error);
}
