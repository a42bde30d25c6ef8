#include "libgraphvq/method/structural/draw.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/graph/row_decisions.hpp"
#include "tests/method/structural/tensors.hpp"
#include "tests/support.hpp"

using namespace graphvq;
using namespace graphvq::test;

namespace {

/// ln p(codes, edges), or of the edges given the codes where the model is not joint.
double log_probability(const StructuralSampler& kernel, const StructuralConfig& config,
                       const Graph& graph, const Codes& codes) {
  const Forced forced{codes, graph.edges};
  const auto logits = kernel.logits(std::span(&forced, 1), 1).front();
  const auto found = row_decisions(graph, codes, config.codes, config.roots);
  REQUIRE(found.size() == logits.decisions.size());
  double sum = 0;
  for (std::size_t d = 0; d < found.size(); ++d) {
    const auto [logit, bit] = logits.decisions[d];
    CHECK(bit == found[d].bit);
    sum -= std::log1p(std::exp(bit ? -logit : logit));
  }
  if (!config.joint) return sum;
  REQUIRE(logits.codes.size() == codes.size() * config.codes);
  for (std::size_t j = 0; j < codes.size(); ++j) {
    double total = 0;
    for (std::uint32_t k = 0; k < config.codes; ++k)
      total += std::exp(double{logits.codes[j * config.codes + k]});
    sum += logits.codes[j * config.codes + codes[j]] - std::log(total);
  }
  return sum;
}

/// All graphs on four nodes whose rows a structural decoder can draw.
std::vector<Graph> all_rows(bool roots) {
  std::vector<Graph> graphs;
  for (std::uint32_t bits = 0; bits < 64; ++bits) {
    std::vector<std::pair<Node, Node>> edges;
    std::uint32_t bit = 0;
    for (Node i = 0; i < 4; ++i)
      for (Node j = i + 1; j < 4; ++j, ++bit)
        if (bits >> bit & 1) edges.emplace_back(i, j);
    const Graph graph = make_graph(4, edges);
    try {
      require_rows(EarlierNeighbours(graph), roots);
    } catch (const Error&) {
      continue;
    }
    graphs.push_back(graph);
  }
  return graphs;
}

std::vector<Codes> all_codes() {
  std::vector<Codes> all;
  for (std::uint32_t bits = 0; bits < 16; ++bits)
    all.push_back({bits & 1, bits >> 1 & 1, bits >> 2 & 1, bits >> 3 & 1});
  return all;
}

}  // namespace

TEST_CASE("probabilities of all code sequences and graphs of four nodes sum to 1") {
  for (const bool roots : {true, false}) {
    const auto graphs = all_rows(roots);
    // By hand: row 3 has 2^(3 - lo) edge sets with its root bit, one less without. lo is 0 for two
    // of the sets of row 2 and 1 for one of them after an edge 0-1, and so on.
    CHECK(graphs.size() == (roots ? 28 : 17));
    for (const bool joint : {true, false}) {
      StructuralConfig config{.codes = 2, .hidden = 12, .joint = joint, .roots = roots};
      const StructuralSampler kernel(config, structural_tensors(config, 7));
      double total = 0;
      for (const Codes& codes : all_codes()) {
        double sum = 0;
        for (const Graph& graph : graphs)
          sum += std::exp(log_probability(kernel, config, graph, codes));
        if (!joint) CHECK(sum == Approx(1).epsilon(1e-5));
        total += sum;
      }
      CHECK(total == Approx(joint ? 1 : 16).epsilon(1e-5));
    }
  }
}

TEST_CASE("structural samples follow their probabilities") {
  const StructuralConfig config{.codes = 2, .hidden = 8};
  const StructuralSampler kernel(config, structural_tensors(config, 9, .25));
  const std::vector<std::uint32_t> sizes(20000, 3);
  const auto drawn = kernel.sample(sizes, Draw{.seed = 4});
  std::map<std::pair<Codes, std::vector<Edge>>, double> counts;
  for (const auto& graph : drawn) ++counts[{graph.codes, graph.edges}];
  for (const auto& [key, count] : counts) {
    const Graph graph{3, key.second, {}, {}, {}, {}};
    const double p = std::exp(log_probability(kernel, config, graph, key.first));
    CHECK(std::abs(count / 20000 - p) < 5 * std::sqrt(p * (1 - p) / 20000) + 1e-4);
  }
}

TEST_CASE("a structural sample depends on its record alone") {
  for (const bool joint : {true, false}) {
    const StructuralConfig config{.codes = 5, .hidden = 20, .joint = joint};
    const StructuralSampler kernel(config, structural_tensors(config, 3));
    std::vector<std::uint32_t> sizes;
    std::vector<Codes> codes;
    Stream stream(1, Purpose::sizes);
    for (int g = 0; g < 150; ++g) {
      sizes.push_back(stream.below(24));
      codes.emplace_back();
      for (std::uint32_t i = 0; i < sizes.back(); ++i) codes.back().push_back(stream.below(5));
    }
    const auto draw = [&](std::size_t first, std::size_t count, unsigned threads) {
      const Draw how{.seed = 2,
                     .first = first,
                     .threads = threads,
                     .temperature = .9,
                     .node_temperature = 1.2};
      return joint ? kernel.sample(std::span(sizes).subspan(first, count), how)
                   : kernel.sample(std::span(codes).subspan(first, count), how);
    };
    const auto whole = draw(0, 150, 1);
    const auto same = [&](const auto& part, std::size_t first) {
      for (std::size_t g = 0; g < part.size(); ++g) {
        CHECK(part[g].codes == whole[first + g].codes);
        CHECK(part[g].edges == whole[first + g].edges);
      }
    };
    same(draw(0, 150, 3), 0);
    same(draw(0, 7, 1), 0);
    same(draw(70, 41, 2), 70);
    if (!joint) continue;
    // Codes that were drawn, given again, leave the bits as they are.
    std::vector<Codes> given;
    for (const auto& graph : whole) given.push_back(graph.codes);
    same(kernel.sample(given, Draw{.seed = 2, .temperature = .9}), 0);
  }
}

TEST_CASE("structural graphs are in breadth-first order, connected without root bits") {
  const StructuralConfig config{.codes = 3, .hidden = 16, .roots = false};
  const StructuralSampler kernel(config, structural_tensors(config, 5, 1));
  const std::vector<std::uint32_t> sizes = {0, 1, 2, 30, 30, 30};
  for (const auto& graph : kernel.sample(sizes, Draw{}))
    CHECK_NOTHROW(require_rows({static_cast<Node>(graph.codes.size()), graph.edges}, false));
}

TEST_CASE("a decoder without codes of its own does not draw any") {
  const StructuralConfig config{.codes = 2, .hidden = 8, .joint = false};
  const StructuralSampler kernel(config, structural_tensors(config, 1));
  const std::vector<std::uint32_t> sizes = {3};
  CHECK_THROWS_AS(kernel.sample(sizes, Draw{}), Error);
  const std::vector<Codes> codes = {{0, 2}};
  CHECK_THROWS_WITH(kernel.sample(codes, Draw{}), "code 2 under a structural decoder of 2 codes");
}
