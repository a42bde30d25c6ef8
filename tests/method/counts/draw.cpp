#include "libgraphvq/method/counts/draw.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/graph/counts.hpp"
#include "tests/support.hpp"

using namespace graphvq;
using namespace graphvq::test;

namespace {

Graph drawn(const Baseline& baseline, std::uint64_t record) {
  const auto graph =
      baseline.draw(SizeSource::empirical(baseline.sizes()).draw(1, record), 1, record);
  validate(graph);
  return graph;
}

// What a model file does.
Baseline reread(const BaselineConfig& config, const std::vector<Graph>& graphs) {
  const auto fitted = Baseline::fit(config, graphs);
  return Baseline::from_tensors(config, fitted.sizes(), fitted.tensors());
}

}  // namespace

TEST_CASE("resample draws training graphs as they are, each as often") {
  const std::vector<Graph> graphs = {path(3), cycle(5), star(4), {}};
  const auto baseline = reread({.method = BaselineMethod::resample}, graphs);
  std::map<std::size_t, double> count;
  for (std::uint64_t record = 0; record < 4000; ++record) {
    const auto found = std::ranges::find(graphs, drawn(baseline, record));
    REQUIRE(found != graphs.end());
    ++count[static_cast<std::size_t>(found - graphs.begin())];
  }
  for (const auto& [graph, times] : count) CHECK(times == Approx(1000).margin(110));
  CHECK(count.size() == 4);
}

TEST_CASE("edge swaps keep all degrees and reach every graph that has them") {
  // A cycle of 6: labelled graphs with six nodes of degree 2 are 60 hexagons and 10 pairs of
  // triangles.
  const auto baseline =
      reread({.method = BaselineMethod::configuration, .swaps = true}, {cycle(6)});
  std::map<std::vector<Edge>, double> count;
  for (std::uint64_t record = 0; record < 14000; ++record) {
    const auto graph = drawn(baseline, record);
    REQUIRE(degrees(graph) == std::vector<Node>(6, 2));
    ++count[graph.edges];
  }
  CHECK(count.size() == 70);
  double chi = 0;
  for (const auto& [edges, times] : count) chi += (times - 200) * (times - 200) / 200;
  CHECK(chi < 111);  // 69 degrees of freedom, p = .001
  const auto dense = random_graph(30, .3, 1);
  const auto swapped = reread({.method = BaselineMethod::configuration, .swaps = true}, {dense});
  CHECK(degrees(drawn(swapped, 0)) == degrees(dense));
  CHECK_FALSE(drawn(swapped, 0).edges == dense.edges);
}

TEST_CASE("stubs are matched uniformly and what is not simple is erased") {
  // Two nodes of degree 1 and one of degree 2 (a path): of the three matchings of four stubs two
  // give the path, one a loop and the edge {0, 2}.
  const auto baseline = reread({.method = BaselineMethod::configuration}, {path(3)});
  double whole = 0;
  for (std::uint64_t record = 0; record < 3000; ++record) {
    const auto edges = drawn(baseline, record).edges;
    const bool is_path = edges == path(3).edges;
    REQUIRE((is_path || edges == std::vector<Edge>{{0, 2}}));
    whole += is_path;
  }
  CHECK(whole / 3000 == Approx(2. / 3).margin(4 * std::sqrt(2. / 9 / 3000)));
}

TEST_CASE("er has the density of each size") {
  // Of three nodes two in six pairs are edges, of five nodes five in ten.
  const auto baseline =
      reread({.method = BaselineMethod::er}, {path(3), {3, {}, {}, {}, {}, {}}, cycle(5)});
  std::map<Node, double> edges, graphs;
  for (std::uint64_t record = 0; record < 6000; ++record) {
    const auto graph = drawn(baseline, record);
    edges[graph.n] += static_cast<double>(graph.edges.size());
    ++graphs[graph.n];
  }
  CHECK(graphs[3] / 6000 == Approx(2. / 3).margin(4 * std::sqrt(2. / 9 / 6000)));
  CHECK(edges[3] / graphs[3] / 3 == Approx(1. / 3).margin(4 * std::sqrt(2. / 9 / 12000)));
  CHECK(edges[5] / graphs[5] / 10 == Approx(.5).margin(4 * std::sqrt(.25 / 20000)));
  // A size that none had: the nearest, the smaller of two.
  double four = 0;
  for (std::uint64_t record = 0; record < 2000; ++record)
    four += static_cast<double>(baseline.draw(4, 1, record).edges.size());
  CHECK(four / 12000 == Approx(1. / 3).margin(4 * std::sqrt(2. / 9 / 12000)));
}

TEST_CASE("label-block has the density of each two labels") {
  // Stars with a centre of its own kind: centre and leaf are always joined, leaves never.
  auto graph = star(4);
  graph.node_labels = {1, 0, 0, 0, 0};
  const BaselineConfig config{.method = BaselineMethod::label_block, .labels = 2};
  const auto baseline = reread(config, {graph});
  double centres = 0;
  for (std::uint64_t record = 0; record < 2000; ++record) {
    const auto other = drawn(baseline, record);
    std::vector<Edge> expected;
    for (Node u = 0; u < 5; ++u)
      for (Node v = u + 1; v < 5; ++v)
        if (other.node_labels[u] != other.node_labels[v]) expected.push_back({u, v});
    CHECK(other.edges == expected);
    centres += static_cast<double>(std::ranges::count(other.node_labels, 1U));
  }
  CHECK(centres / 10000 == Approx(.2).margin(4 * std::sqrt(.16 / 10000)));
  // With the labels of the graph itself it is the graph.
  auto whole = config;
  whole.graph_labels = true;
  CHECK(drawn(reread(whole, {graph}), 3) == graph);
  CHECK_THROWS_WITH(reread(whole, {graph}).draw(4, 0, 0),
                    "no training graph has 4 nodes, whose labels to take");
}

TEST_CASE("a baseline's graph depends on seed and number alone") {
  const std::vector<Graph> graphs = {random_graph(12, .3, 1, 3), random_graph(9, .4, 2, 3)};
  for (const auto method : {BaselineMethod::resample, BaselineMethod::configuration,
                            BaselineMethod::er, BaselineMethod::label_block}) {
    const BaselineConfig config{.method = method, .labels = 3};
    const auto fitted = Baseline::fit(config, graphs);
    const auto n = SizeSource::empirical(fitted.sizes()).draw(1, 7);
    CHECK(fitted.draw(n, 1, 7) == reread(config, graphs).draw(n, 1, 7));
    CHECK(fitted.draw(n, 1, 7).node_labels.size() == fitted.draw(n, 1, 7).n);
  }
  CHECK_THROWS_AS(Baseline::fit({}, {}), Error);
}

TEST_CASE("tensors that do not fit are refused") {
  const BaselineConfig config{.method = BaselineMethod::resample};
  const auto fitted = Baseline::fit(config, {cycle(4), path(3)});
  for (const auto* name : {"graphs.nodes", "graphs.edge_counts", "graphs.edges"}) {
    auto tensors = fitted.tensors();
    std::erase_if(tensors, [&](const Tensor& t) { return t.name == name; });
    CHECK_THROWS_AS(Baseline::from_tensors(config, fitted.sizes(), tensors), Error);
  }
  auto tensors = fitted.tensors();
  const std::int64_t nodes[] = {2, 3};
  tensors[0] = make_tensor<std::int64_t>("graphs.nodes", {2}, nodes);
  CHECK_THROWS_AS(Baseline::from_tensors(config, fitted.sizes(), tensors), Error);
}
