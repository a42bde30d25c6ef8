#include "libgraphvq/measure/judge/validity.hpp"

#include <algorithm>
#include <boost/graph/bipartite.hpp>
#include <boost/graph/boyer_myrvold_planar_test.hpp>
#include <charconv>
#include <queue>
#include <utility>
#include <vector>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/base/named.hpp"
#include "libgraphvq/graph/boost.hpp"
#include "libgraphvq/graph/counts.hpp"
#include "libgraphvq/measure/judge/block_model.hpp"

namespace graphvq {

namespace {

bool connected(const Graph& graph) { return components(graph).sizes.size() == 1; }

bool tree(const Graph& graph) { return graph.edges.size() + 1 == graph.n && connected(graph); }

bool lobster(const Graph& graph) {
  if (!tree(graph)) return false;
  const Adjacency adjacency(graph);
  std::vector<bool> gone(graph.n);
  auto left = degrees(graph);
  for (int round = 0; round < 2; ++round) {
    std::vector<Node> leaves;
    for (Node u = 0; u < graph.n; ++u)
      if (!gone[u] && left[u] <= 1) leaves.push_back(u);
    for (const Node u : leaves) {
      gone[u] = true;
      for (const Node v : adjacency.neighbours(u)) --left[v];
    }
  }
  // What is left of a tree is a tree.
  for (Node u = 0; u < graph.n; ++u)
    if (!gone[u] && left[u] > 2) return false;
  return true;
}

std::vector<Node> distances(const Adjacency& adjacency, Node from) {
  std::vector<Node> result(adjacency.size(), adjacency.size());
  std::queue<Node> open({from});
  result[from] = 0;
  for (; !open.empty(); open.pop())
    for (const Node v : adjacency.neighbours(open.front()))
      if (result[v] == adjacency.size()) {
        result[v] = result[open.front()] + 1;
        open.push(v);
      }
  return result;
}

bool grid(const Graph& graph) {
  // r c = n and r (c - 1) + c (r - 1) = m.
  const std::uint64_t n = graph.n, m = graph.edges.size();
  std::uint64_t rows = 2;
  while (rows * rows <= n && (n % rows != 0 || 2 * n - m != rows + n / rows)) ++rows;
  if (rows * rows > n || !connected(graph)) return false;
  const std::uint64_t columns = n / rows;

  const Adjacency adjacency(graph);
  std::vector<Node> corners;
  for (Node u = 0; u < graph.n; ++u)
    if (adjacency.degree(u) == 2) corners.push_back(u);
  if (corners.size() != 4) return false;
  // From two corners of one short side distances are row + column and rows - 1 - row + column.
  const auto first = distances(adjacency, corners[0]);
  for (std::size_t k = 1; k < 4; ++k) {
    if (first[corners[k]] != rows - 1) continue;
    const auto second = distances(adjacency, corners[k]);
    std::vector<std::pair<std::int64_t, std::int64_t>> places;
    for (Node u = 0; u < graph.n; ++u) {
      const auto side = static_cast<std::int64_t>(rows) - 1;
      const std::int64_t twice = std::int64_t{first[u]} + second[u] - side;
      places.emplace_back(first[u] - twice / 2, twice / 2);
      if (twice % 2 != 0 || places[u].first < 0 || places[u].first > side || twice < 0 ||
          twice / 2 >= static_cast<std::int64_t>(columns))
        places[u] = {-1, -1};
    }
    const bool unit = std::ranges::all_of(graph.edges, [&](const Edge& edge) {
      return std::abs(places[edge.u].first - places[edge.v].first) +
                 std::abs(places[edge.u].second - places[edge.v].second) ==
             1;
    });
    std::ranges::sort(places);
    if (unit && places.front().first >= 0 && std::ranges::adjacent_find(places) == places.end())
      return true;
  }
  return false;
}

bool degrees_within(const Graph& graph, Node bound) {
  return std::ranges::all_of(degrees(graph), [bound](Node d) { return d <= bound; });
}

constexpr Rule rules[] = {
    {"connected", [](const Graph& graph, Node) { return connected(graph); }},
    {"planar",
     [](const Graph& graph, Node) { return boost::boyer_myrvold_planarity_test(to_boost(graph)); }},
    {"tree", [](const Graph& graph, Node) { return tree(graph); }},
    {"grid", [](const Graph& graph, Node) { return grid(graph); }},
    {"lobster", [](const Graph& graph, Node) { return lobster(graph); }},
    {"sbm", [](const Graph& graph, Node) { return is_benchmark_sbm(graph); }},
    {"bipartite", [](const Graph& graph, Node) { return boost::is_bipartite(to_boost(graph)); }},
    {"max-degree", degrees_within}};

bool bounded(const Rule& rule) { return rule.obeyed == degrees_within; }

}  // namespace

Rule validity_rule(std::string_view text) {
  const auto equals = text.find('=');
  Rule rule =
      find_named(rules, text.substr(0, equals), "rule", [](const Rule& each) { return each.name; });
  if (bounded(rule) != (equals != text.npos))
    throw UsageError("rule " + std::string(text) + ": max-degree=K has a number, no other has");
  if (equals != text.npos) {
    const auto* end = text.data() + text.size();
    const auto [last, error] = std::from_chars(text.data() + equals + 1, end, rule.bound);
    if (error != std::errc{} || last != end)
      throw UsageError("rule " + std::string(text) + ": no whole number");
  }
  return rule;
}

std::string to_string(const Rule& rule) {
  return std::string(rule.name) + (bounded(rule) ? "=" + std::to_string(rule.bound) : "");
}

bool obeys(const Graph& graph, const Rule& rule) { return rule.obeyed(graph, rule.bound); }

}  // namespace graphvq
