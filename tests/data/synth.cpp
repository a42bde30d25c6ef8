#include "libgraphvq/data/synth.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <set>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/graph/counts.hpp"
#include "libgraphvq/graph/order.hpp"
#include "libgraphvq/graph/wl.hpp"
#include "tests/data/drawn.hpp"
#include "tests/support.hpp"

using namespace graphvq;
using namespace graphvq::test;

namespace {

constexpr std::uint64_t count = 2000;

template <class Value>
double mean(const std::vector<Graph>& graphs, Value value) {
  double sum = 0;
  for (const Graph& graph : graphs) sum += static_cast<double>(value(graph));
  return sum / static_cast<double>(graphs.size());
}

double nodes(const Graph& graph) { return graph.n; }
bool connected(const Graph& graph) { return components(graph).sizes.size() == 1; }

// Rows of ceil(sqrt n) columns by coordinates: neighbours are at distance one.
Graph grid_of(Node n) {
  const auto columns = static_cast<Node>(std::ceil(std::sqrt(n)));
  Graph graph{n, {}, {}, {}, {}, {}};
  for (Node i = 0; i < n; ++i)
    for (Node j = i + 1; j < n; ++j) {
      const int rows_apart = static_cast<int>(j / columns) - static_cast<int>(i / columns);
      const int columns_apart =
          std::abs(static_cast<int>(j % columns) - static_cast<int>(i % columns));
      if (rows_apart + columns_apart == 1) graph.edges.push_back({i, j});
    }
  return graph;
}

}  // namespace

TEST_CASE("graph k depends on seed and k alone") {
  for (const auto* name : {"ring-role", "ring", "comm", "er"}) {
    const SynthOptions options = defaults(name);
    CHECK(synth(options, 5, 17) == synth(options, 5, 17));
    CHECK_FALSE(synth(options, 5, 17) == synth(options, 5, 18));
    CHECK_FALSE(synth(options, 5, 17) == synth(options, 6, 17));
  }
  CHECK_THROWS_AS(synth_kind("rings"), UsageError);
}

TEST_CASE("ring-role draws the four shapes in their shares") {
  std::map<std::uint32_t, double> share;
  for (const Graph& graph : drawn(defaults("ring-role"), count)) {
    REQUIRE((graph.n >= 10 && graph.n <= 30));
    const std::set<std::uint32_t> labels(graph.node_labels.begin(), graph.node_labels.end());
    REQUIRE(labels.size() == 1);
    REQUIRE(graph.node_labels.size() == graph.n);
    share[*labels.begin()] += 1. / count;
    if (*labels.begin() == 0) REQUIRE(graph.edges == cycle(graph.n).edges);
    if (*labels.begin() == 1) REQUIRE(graph.edges == complete(graph.n).edges);
    if (*labels.begin() == 2) {
      REQUIRE(graph.edges.size() + 1 == graph.n);
      REQUIRE(connected(graph));
    }
    if (*labels.begin() == 3) REQUIRE(graph.edges == grid_of(graph.n).edges);
  }
  // Four standard errors: 4 sqrt(p (1 - p) / 2000).
  CHECK(share.size() == 4);
  CHECK(share[0] == Approx(.4).margin(.044));
  CHECK(share[1] == Approx(.4).margin(.044));
  CHECK(share[2] == Approx(.1).margin(.027));
  CHECK(share[3] == Approx(.1).margin(.027));
}

TEST_CASE("a recursive tree joins each node to a uniform earlier one") {
  // The mean depth of node k (from 0) is the harmonic number H_k: for k = 9, 2.829.
  double depth = 0, trees = 0;
  for (const Graph& graph : drawn(defaults("ring-role"), 6000)) {
    if (graph.node_labels[0] != 2) continue;
    std::vector<double> depths(graph.n);
    for (Node v = 1; v < graph.n; ++v)
      for (const Edge& e : graph.edges)
        if (e.v == v) depths[v] = depths[e.u] + 1;
    depth += depths[9];
    ++trees;
  }
  // The variance is H_9 - sum of 1/k^2 = 1.289.
  CHECK(depth / trees == Approx(2.829).margin(4 * std::sqrt(1.289 / trees)));
}

TEST_CASE("ring has ring-role's graphs under uniform labels") {
  const auto role = drawn(defaults("ring-role"), 300), ring = drawn(defaults("ring"), 300);
  std::vector<double> share(4);
  double total = 0;
  for (std::size_t k = 0; k < role.size(); ++k) {
    REQUIRE(ring[k].edges == role[k].edges);
    total += ring[k].n;
    for (std::uint32_t label : ring[k].node_labels) ++share.at(label);
  }
  for (double s : share) CHECK(s / total == Approx(.25).margin(4 * std::sqrt(.1875 / total)));
}

TEST_CASE("comm has the paper's sizes, densities and connectivity") {
  const std::vector<Graph> graphs = drawn(defaults("comm"), count);
  // N uniform in 15..40: mean 27.5, variance 56.25.
  CHECK(mean(graphs, nodes) == Approx(27.5).margin(4 * std::sqrt(56.25 / count)));
  // E C(N, 2) (.35 / 3 + .02 2 / 3) = 392.5 * .13 = 51.0; standard deviation of |E| about 27.
  const double edges = mean(graphs, [](const Graph& g) { return g.edges.size(); });
  CHECK(edges == Approx(51.025).margin(4 * 27 / std::sqrt(count)));
  // NOTES.md, of a fresh set of 400: about .43.
  CHECK(mean(graphs, connected) == Approx(.43).margin(.05));

  double inside = 0, inside_edges = 0, across = 0, across_edges = 0;
  for (const Graph& graph : graphs) {
    REQUIRE((graph.n >= 15 && graph.n <= 40));
    REQUIRE(graph.node_labels.size() == graph.n);
    REQUIRE(std::ranges::is_sorted(graph.node_labels));
    for (Node i = 0; i < graph.n; ++i)
      for (Node j = i + 1; j < graph.n; ++j)
        ++(graph.node_labels[i] == graph.node_labels[j] ? inside : across);
    for (const Edge& e : graph.edges)
      ++(graph.node_labels[e.u] == graph.node_labels[e.v] ? inside_edges : across_edges);
  }
  CHECK(inside_edges / inside == Approx(.35).margin(4 * std::sqrt(.35 * .65 / inside)));
  CHECK(across_edges / across == Approx(.02).margin(4 * std::sqrt(.02 * .98 / across)));
}

TEST_CASE("er has its density and no labels") {
  SynthOptions options = defaults("er");
  options.min_nodes = options.max_nodes = 12;
  options.p = .3;
  double edges = 0;
  for (const Graph& graph : drawn(options, count)) {
    REQUIRE(graph.n == 12);
    REQUIRE(graph.node_labels.empty());
    edges += static_cast<double>(graph.edges.size());
  }
  const double pairs = 66. * count;
  CHECK(edges / pairs == Approx(.3).margin(4 * std::sqrt(.21 / pairs)));
  options.p = 1;
  CHECK(synth(options, 0, 0).edges == complete(12).edges);
}

TEST_CASE("alphabets have 4, 4, 3 and no values") {
  CHECK(synth_labels(defaults("ring-role")) == 4);
  CHECK(synth_labels(defaults("ring")) == 4);
  CHECK(synth_labels(defaults("comm")) == 3);
  CHECK(synth_labels(defaults("er")) == 0);
}

TEST_CASE("sizes down to no node at all are drawn") {
  for (const auto* name : {"ring-role", "ring", "comm", "er"}) {
    SynthOptions options = defaults(name);
    options.min_nodes = 0;
    options.max_nodes = 3;
    std::set<Node> sizes;
    for (const Graph& graph : drawn(options, 200)) sizes.insert(graph.n);
    CHECK(sizes.size() == 4);
  }
}
