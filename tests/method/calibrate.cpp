#include "libgraphvq/method/calibrate.hpp"

#include <catch2/catch.hpp>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/method/chunk/draw.hpp"
#include "tests/method/reference.hpp"
#include "tests/support.hpp"

using namespace graphvq;
using namespace graphvq::test;

namespace {

const ChunkConfig small_edges{.codes = 4, .code_width = 4, .features = 1, .hidden = 8};

/// A decoder whose every logit is `bias`.
ChunkSampler constant(float bias) {
  auto weights = random_edges(small_edges, 1);
  for (auto& tensor : weights) {
    const std::vector<float> zeros(static_cast<std::size_t>(tensor.count()));
    if (tensor.name == "readout.weight")
      tensor = make_tensor<float>(tensor.name, tensor.shape, zeros);
    if (tensor.name == "readout.bias")
      tensor = make_tensor<float>(tensor.name, tensor.shape, std::vector<float>(8, bias));
  }
  return ChunkSampler(small_edges, weights, random_table(small_edges, 2));
}

Calibration calibrated(const ChunkSampler& kernel, const std::vector<Record>& records) {
  std::vector<Forced> graphs;
  for (const auto& record : records) graphs.push_back({record.codes, record.graph.edges});
  std::vector<Decision> all;
  for (const auto& decisions : kernel.decisions(graphs, 1))
    all.insert(all.end(), decisions.begin(), decisions.end());
  return calibrate(all);
}

std::vector<Record> paths() {
  return std::vector<Record>(3, Record{path(5), std::nullopt, {0, 1, 2, 3, 0}});
}

}  // namespace

TEST_CASE("a constant logit is cooled until it gives the density") {
  // 4 of 10 pairs are edges: sigmoid(bias / tau) = .4 at tau = bias / ln(2/3) = .949526.
  const auto found = calibrated(constant(-.385F), paths());
  CHECK(found.temperature == Approx(.949526).margin(1e-6));
  CHECK(found.nll == Approx(.673012).margin(1e-6));  // entropy of .4
  CHECK(found.nll_before ==
        Approx(-.4 * std::log(sigmoid(-.385)) - .6 * std::log(sigmoid(.385))).margin(1e-6));
}

TEST_CASE("the temperature stays within its bounds") {
  CHECK(calibrated(constant(-.2F), paths()).temperature == .9);
  CHECK(calibrated(constant(-.6F), paths()).temperature == 1);
  CHECK(calibrated(constant(0), paths()).nll == Approx(std::log(2)));
}

TEST_CASE("the best of a grid is no better than what is found") {
  const auto weights = random_edges(small_edges, 1, .4);
  const auto table = random_table(small_edges, 2);
  std::vector<Record> records;
  for (std::uint64_t g = 0; g < 12; ++g)
    records.push_back({random_graph(7, .4, g), std::nullopt, random_codes(7, 4, g)});
  const auto nll = [&](double tau) {
    double sum = 0;
    for (const auto& record : records) {
      const auto logits =
          edge_logits(small_edges, weights, table, record.codes, record.graph.edges);
      std::size_t k = 0;
      for (Node i = 0; i < 7; ++i)
        for (Node j = i + 1; j < 7; ++j, ++k)
          sum -= std::log(sigmoid((std::ranges::count(record.graph.edges, Edge{i, j}) ? 1 : -1) *
                                  logits[k] / tau));
    }
    return sum / (12 * 21);
  };
  const auto found = calibrated(ChunkSampler(small_edges, weights, table), records);
  CHECK(found.nll_before == Approx(nll(1)).margin(1e-6));
  CHECK(found.nll == Approx(nll(found.temperature)).margin(1e-6));
  for (double tau = .9; tau <= 1; tau += .01) CHECK(found.nll < nll(tau) + 1e-6);
}

TEST_CASE("without a pair there is nothing to calibrate on") {
  const std::vector<Record> single = {{path(1), std::nullopt, {0}}};
  CHECK_THROWS_AS(calibrated(constant(0), single), Error);
  CHECK_THROWS_AS(calibrate({}), Error);
}
