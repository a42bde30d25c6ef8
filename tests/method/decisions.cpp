#include <catch2/catch.hpp>

#include "libgraphvq/method/chunk/draw.hpp"
#include "tests/method/reference.hpp"
#include "tests/support.hpp"

using namespace graphvq;
using namespace graphvq::test;

namespace {

double likelihood(const std::vector<Decision>& decisions, double temperature) {
  double p = 1;
  for (const auto& [logit, edge] : decisions) p *= sigmoid((edge ? 1 : -1) * logit / temperature);
  return p;
}

}  // namespace

TEST_CASE("the probabilities of all adjacencies sum to 1 under each edge decoder") {
  for (const auto& config : edges_configs()) {
    const ChunkSampler kernel(config, random_edges(config, 7, .8), random_table(config, 2));
    for (const Node n : {1U, 2U, 3U, 4U}) {
      const auto codes = random_codes(n, config.codes, n);
      const auto graphs = all_graphs(n);
      std::vector<Forced> forced;
      for (const auto& graph : graphs) forced.push_back({codes, graph.edges});
      const auto all = kernel.decisions(forced, 2);
      double warm = 0, cool = 0;
      for (const auto& decisions : all) {
        warm += likelihood(decisions, 1);
        cool += likelihood(decisions, .9);
      }
      INFO(name(config) << " n=" << n);
      CHECK(warm == Approx(1).margin(1e-6));
      CHECK(cool == Approx(1).margin(1e-6));
    }
  }
}

TEST_CASE("decisions are what the graph has, with the logits of its pairs") {
  for (auto readout : {Readout::chunk, Readout::ar, Readout::pair}) {
    const ChunkConfig config{
        .codes = 9, .code_width = 6, .features = 2, .chunk = 3, .readout = readout};
    const ChunkSampler kernel(config, random_edges(config, 1), random_table(config, 2));
    const auto graph = random_graph(9, .4, 3);
    const auto codes = random_codes(9, config.codes, 4);
    const Forced forced{codes, graph.edges};
    const auto decisions = kernel.decisions(std::span(&forced, 1), 1).front();
    const auto logits = kernel.logits(codes, graph.edges);
    REQUIRE(decisions.size() == 36);
    const auto pairs = complete(9).edges;
    for (std::size_t p = 0; p < pairs.size(); ++p) {
      CHECK(decisions[p].edge == (std::ranges::count(graph.edges, pairs[p]) == 1));
      CHECK(decisions[p].logit == logits[p]);
    }
  }
}
