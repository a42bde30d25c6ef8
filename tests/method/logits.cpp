#include <catch2/catch.hpp>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/method/chunk/draw.hpp"
#include "libgraphvq/method/prior/draw.hpp"
#include "libgraphvq/nn/native/kernels.hpp"
#include "tests/method/reference.hpp"
#include "tests/support.hpp"

using namespace graphvq;
using namespace graphvq::test;

namespace {

double worst(const std::vector<float>& got, const Row& expected) {
  REQUIRE(got.size() == expected.size());
  double error = 0;
  for (std::size_t i = 0; i < got.size(); ++i)
    error = std::max(error, std::abs(got[i] - expected[i]));
  return error;
}

struct ForcedSet {
  std::vector<Codes> codes;
  std::vector<Graph> graphs;
  std::vector<Forced> forced;

  ForcedSet(std::uint32_t count, std::uint32_t largest, std::uint32_t code_count) {
    for (std::uint32_t g = 0; g < count; ++g) {
      const Node n = (g * 7 + 5) % (largest + 1);
      codes.push_back(random_codes(n, code_count, g));
      graphs.push_back(random_graph(n, .3, g));
    }
    for (std::uint32_t g = 0; g < count; ++g) forced.push_back({codes[g], graphs[g].edges});
  }
};

}  // namespace

TEST_CASE("the prior's logits follow Eq. 5") {
  const PriorConfig configs[] = {{32, 32, 2}, {1, 3, 1}, {10, 21, 3}, {600, 48, 2}};
  for (const auto& config : configs) {
    const auto weights = random_prior(config, 4);
    const PriorSampler kernel(config, weights);
    for (std::uint32_t n : {0, 1, 9}) {
      const auto codes = random_codes(n, config.codes, n);
      Row expected;
      for (const auto& row : prior_logits(config, weights, codes)) expected = join(expected, row);
      CHECK(worst(kernel.logits(codes), expected) < 1e-5);
    }
  }
}

TEST_CASE("pair logits follow Eq. 8 to 10 for every option") {
  for (const auto& config : edges_configs()) {
    const auto weights = random_edges(config, 3);
    const auto table = random_table(config, 5);
    const ChunkSampler kernel(config, weights, table);
    for (Node n : {2U, 3U, 7U, 13U}) {
      const auto codes = random_codes(n, config.codes, n);
      const auto graph = random_graph(n, .3, n);
      INFO(name(config) << " n=" << n);
      CHECK(worst(kernel.logits(codes, graph.edges),
                  edge_logits(config, weights, table, codes, graph.edges)) < 1e-5);
    }
  }
}

TEST_CASE("probabilities of all graphs on four nodes sum to 1 under every head") {
  for (const auto readout : {Readout::chunk, Readout::ar, Readout::pair})
    for (const std::uint32_t chunk : {1U, 2U, 4U, 8U})
      for (const auto condition : {Condition::pair, Condition::mean, Condition::none}) {
        const ChunkConfig config{.codes = 5,
                                 .code_width = 4,
                                 .features = 2,
                                 .hidden = 12,
                                 .chunk = chunk,
                                 .condition = condition,
                                 .readout = readout};
        INFO(name(config));
        const ChunkSampler kernel(config, random_edges(config, 8, 1), random_table(config, 9));
        const Codes codes = {3, 0, 2, 3};
        double total = 0;
        for (unsigned mask = 0; mask < 64; ++mask) {
          std::vector<Edge> edges;
          unsigned bit = 0;
          for (Node i = 0; i < 4; ++i)
            for (Node j = i + 1; j < 4; ++j)
              if (mask >> bit++ & 1) edges.push_back({i, j});
          const auto logits = kernel.logits(codes, edges);
          double p = 1;
          for (unsigned b = 0; b < 6; ++b) p *= sigmoid(mask >> b & 1 ? logits[b] : -logits[b]);
          total += p;
        }
        CHECK(total == Approx(1).margin(1e-5));
      }
}

TEST_CASE("with one pair a chunk the heads coincide where their further weights say nothing") {
  ChunkConfig config{
      .codes = 5, .code_width = 4, .features = 2, .hidden = 12, .layers = 2, .chunk = 1};
  const auto weights = random_edges(config, 8);
  const auto table = random_table(config, 9);
  const auto codes = random_codes(9, 5, 1);
  const auto graph = random_graph(9, .3, 2);
  const auto expected = ChunkSampler(config, weights, table).logits(codes, graph.edges);
  const auto with = [&](Tensors more) {
    for (const auto& tensor : weights)
      if (std::ranges::count(more, tensor.name, &Tensor::name) == 0) more.push_back(tensor);
    const auto got = ChunkSampler(config, more, table).logits(codes, graph.edges);
    return worst(got, Row(expected.begin(), expected.end()));
  };
  // The pair's own projection has no weight.
  config.readout = Readout::pair;
  std::vector<float> wide(24);
  const auto narrow = find(weights, "readout.weight", DType::f32, {1, 12}).as<float>();
  std::ranges::copy(narrow, wide.begin());
  CHECK(with({make_tensor<float>("readout.weight", {1, 24}, wide)}) < 1e-5);
  std::ranges::copy(narrow, wide.begin() + 12);
  CHECK(with({make_tensor<float>("readout.weight", {1, 24}, wide)}) > 1e-3);
  // The cell over bits keeps the state: its update gate is open.
  config.readout = Readout::ar;
  RandomTensors cell{Stream(3, Purpose::init), .3};
  cell.add_gru("cell.", "", 13, 12);
  CHECK(with(cell.tensors) > 1e-3);
  std::vector<float> open(36);
  std::fill_n(open.begin() + 12, 12, 60.0F);
  cell.tensors[2] = make_tensor<float>("cell.bias_ih", {36}, open);
  CHECK(with(cell.tensors) < 1e-5);
}

TEST_CASE("pair logits of a codebook too large for a table of pairs") {
  const ChunkConfig config{.codes = 600, .code_width = 8, .features = 3};
  const auto weights = random_edges(config, 3);
  const auto table = random_table(config, 5);
  const ChunkSampler kernel(config, weights, table);
  const auto codes = random_codes(12, config.codes, 1);
  const auto graph = random_graph(12, .3, 1);
  CHECK(worst(kernel.logits(codes, graph.edges),
              edge_logits(config, weights, table, codes, graph.edges)) < 1e-5);
}

TEST_CASE("saturated gates stay finite and right") {
  const ChunkConfig config{.codes = 4, .code_width = 4, .features = 1, .hidden = 8};
  const auto weights = random_edges(config, 3, 30);
  const auto table = random_table(config, 5);
  const auto codes = random_codes(6, config.codes, 1);
  const auto graph = random_graph(6, .3, 1);
  const auto expected = edge_logits(config, weights, table, codes, graph.edges);
  const auto got = ChunkSampler(config, weights, table).logits(codes, graph.edges);
  for (std::size_t i = 0; i < got.size(); ++i) CHECK(got[i] == Approx(expected[i]).epsilon(1e-4));
}

TEST_CASE("logits are the same alone, in a batch and on any threads") {
  for (auto readout : {Readout::chunk, Readout::ar, Readout::pair}) {
    const ChunkConfig config{.codes = 9, .code_width = 6, .features = 2, .readout = readout};
    const ChunkSampler kernel(config, random_edges(config, 1), random_table(config, 2));
    const ForcedSet set(150, 14, config.codes);
    const auto batch = kernel.logits(set.forced, 1);
    CHECK(kernel.logits(set.forced, 3) == batch);
    for (std::size_t g = 0; g < set.forced.size(); ++g)
      REQUIRE(kernel.logits(set.codes[g], set.graphs[g].edges) == batch[g]);
  }
  const PriorConfig config{9, 20, 2};
  const PriorSampler kernel(config, random_prior(config, 1));
  const ForcedSet set(150, 14, config.codes);
  const std::vector<std::span<const std::uint32_t>> codes(set.codes.begin(), set.codes.end());
  const auto batch = kernel.logits(codes, 2);
  for (std::size_t g = 0; g < codes.size(); ++g) REQUIRE(kernel.logits(codes[g]) == batch[g]);
}

TEST_CASE("instruction sets with fused multiply-add agree to the bit") {
  const ChunkConfig config{.codes = 9, .code_width = 6, .features = 2, .readout = Readout::pair};
  const ChunkSampler kernel(config, random_edges(config, 1), random_table(config, 2));
  const ForcedSet set(70, 14, config.codes);
  const auto best = kernel.logits(set.forced, 1);
  std::size_t seen = 0;
  for (const std::string target : kernels::targets()) {
    kernels::force_target(target.c_str());
    const auto other = kernel.logits(set.forced, 1);
    kernels::force_target(nullptr);
    INFO(target);
    ++seen;
    if (target == "AVX2" || target == "AVX3" || target == "NEON") CHECK(other == best);
    for (std::size_t g = 0; g < best.size(); ++g)
      for (std::size_t p = 0; p < best[g].size(); ++p)
        REQUIRE(std::abs(other[g][p] - best[g][p]) < 1e-5);
  }
  CHECK(seen > 0);
}

TEST_CASE("codes and weights that do not fit are refused") {
  const ChunkConfig config{.codes = 4, .code_width = 4, .features = 1, .hidden = 8};
  const auto weights = random_edges(config, 3);
  const ChunkSampler kernel(config, weights, random_table(config, 5));
  CHECK_THROWS_WITH(kernel.logits(Codes{0, 4}, std::vector<Edge>{}),
                    "code 4 under an edge decoder of 4 codes");
  auto other = config;
  other.codes = 5;
  CHECK_THROWS_AS(ChunkSampler(config, weights, random_table(other, 5)), Error);
  other = config;
  other.hidden = 9;
  CHECK_THROWS_AS(ChunkSampler(other, weights, random_table(config, 5)), Error);
  const PriorConfig prior{4, 8, 1};
  CHECK_THROWS_WITH(PriorSampler(prior, random_prior(prior, 1)).logits(Codes{7}),
                    "code 7 under a prior of 4 codes");
}
