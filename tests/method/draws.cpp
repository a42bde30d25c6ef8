#include <catch2/catch.hpp>

#include "libgraphvq/method/chunk/draw.hpp"
#include "libgraphvq/method/prior/draw.hpp"
#include "libgraphvq/method/tokenizer/draw.hpp"
#include "tests/method/reference.hpp"

using namespace graphvq;
using namespace graphvq::test;

namespace {

const ChunkConfig small{.codes = 5, .code_width = 4, .features = 2, .hidden = 12};

std::vector<Codes> many_codes(std::uint32_t count, std::uint32_t largest, std::uint32_t k) {
  std::vector<Codes> codes;
  for (std::uint32_t g = 0; g < count; ++g)
    codes.push_back(random_codes((g * 11) % (largest + 1), k, g));
  return codes;
}

/// 1 % of fair draws exceed this for 7 and 8 degrees of freedom.
double limit(std::size_t cells) { return cells == 8 ? 18.475 : 20.090; }

double chi_square(const std::vector<double>& expected, const std::vector<double>& seen) {
  double sum = 0;
  for (std::size_t k = 0; k < seen.size(); ++k)
    sum += (seen[k] - expected[k]) * (seen[k] - expected[k]) / expected[k];
  return sum;
}

/// The weights with one tensor filled with a number.
Tensors with(Tensors weights, const std::string& name, float value) {
  for (auto& tensor : weights)
    if (tensor.name == name)
      tensor = make_tensor<float>(
          name, tensor.shape, std::vector<float>(static_cast<std::size_t>(tensor.count()), value));
  return weights;
}

}  // namespace

TEST_CASE("graphs of three nodes are drawn as often as their likelihood says") {
  constexpr std::size_t draws = 20000;
  for (auto readout : {Readout::chunk, Readout::ar, Readout::pair})
    for (std::uint32_t chunk : {1U, 2U, 8U}) {
      auto config = small;
      config.readout = readout;
      config.chunk = chunk;
      const auto weights = random_edges(config, 8, .5);
      const auto table = random_table(config, 9);
      const ChunkSampler kernel(config, weights, table);
      const Codes codes = {3, 0, 2};
      const Edge pairs[] = {{0, 1}, {0, 2}, {1, 2}};
      std::vector<double> expected;
      double total = 0;
      for (unsigned mask = 0; mask < 8; ++mask) {
        std::vector<Edge> edges;
        for (unsigned b = 0; b < 3; ++b)
          if (mask >> b & 1) edges.push_back(pairs[b]);
        const auto logits = kernel.logits(codes, edges);
        double p = 1;
        for (unsigned b = 0; b < 3; ++b) p *= sigmoid(mask >> b & 1 ? logits[b] : -logits[b]);
        total += p;
        expected.push_back(p * draws);
      }
      INFO(name(config));
      CHECK(total == Approx(1).margin(1e-6));
      std::vector<double> seen(8);
      for (const auto& edges : kernel.sample(std::vector<Codes>(draws, codes), {.seed = 6})) {
        unsigned mask = 0;
        for (const auto& edge : edges)
          mask |= 1U << (std::ranges::find(pairs, edge) - std::begin(pairs));
        ++seen[mask];
      }
      CHECK(chi_square(expected, seen) < limit(8));
    }
}

TEST_CASE("sequences of two codes are drawn as often as their likelihood says") {
  constexpr std::size_t draws = 20000;
  constexpr double temperature = .8;
  const PriorConfig config{3, 10, 2};
  const auto weights = random_prior(config, 2, .6);
  std::vector<double> expected;
  for (std::uint32_t a = 0; a < 3; ++a)
    for (std::uint32_t b = 0; b < 3; ++b) {
      const auto logits = prior_logits(config, weights, {a, b});
      double p = draws;
      const std::uint32_t codes[] = {a, b};
      for (std::size_t i = 0; i < 2; ++i) {
        double sum = 0;  // SOS and EOS are masked out
        for (std::size_t k = 0; k < 3; ++k) sum += std::exp(logits[i][k] / temperature);
        p *= std::exp(logits[i][codes[i]] / temperature) / sum;
      }
      expected.push_back(p);
    }
  std::vector<double> seen(9);
  const Draw draw{.seed = 3, .node_temperature = temperature};
  for (const auto& codes :
       PriorSampler(config, weights).sample(std::vector<std::uint32_t>(draws, 2), draw))
    ++seen[codes[0] * 3 + codes[1]];
  CHECK(chi_square(expected, seen) < limit(9));
}

TEST_CASE("exactly N codes are drawn, never SOS or EOS") {
  const PriorConfig config{3, 10, 1};
  auto weights = random_prior(config, 2);
  for (auto& tensor : weights)
    if (tensor.name == "output.bias")
      tensor = make_tensor<float>("output.bias", {5}, std::vector<float>{0, 0, 0, 50, 50});
  const std::vector<std::uint32_t> sizes = {4, 0, 1, 30};
  const auto sampled = PriorSampler(config, weights).sample(sizes, {});
  for (std::size_t g = 0; g < sizes.size(); ++g) {
    CHECK(sampled[g].size() == sizes[g]);
    for (const auto code : sampled[g]) CHECK(code < 3);
  }
}

TEST_CASE("codes are what the record's stream and the logits say") {
  const PriorConfig config{7, 12, 2};
  const auto weights = random_prior(config, 5, .6);
  const std::vector<std::uint32_t> sizes = {9, 3, 0, 12};
  const Draw draw{.seed = 77, .first = 1000, .node_temperature = 1.3};
  const auto sampled = PriorSampler(config, weights).sample(sizes, draw);
  for (std::size_t g = 0; g < sizes.size(); ++g) {
    Stream stream(77, Purpose::codes, 1000 + g);
    const auto logits = prior_logits(config, weights, sampled[g]);
    for (std::size_t i = 0; i < sizes[g]; ++i) {
      double sum = 0, below = 0;
      for (std::size_t k = 0; k < 7; ++k) sum += std::exp(logits[i][k] / 1.3);
      for (std::size_t k = 0; k < sampled[g][i]; ++k) below += std::exp(logits[i][k] / 1.3) / sum;
      const double own = std::exp(logits[i][sampled[g][i]] / 1.3) / sum;
      const double u = stream.uniform_float();
      CHECK(u > below - 1e-5);
      CHECK(u < below + own + 1e-5);
    }
  }
}

TEST_CASE("edges are what the record's stream and the logits say") {
  for (auto config : edges_configs()) {
    if (config.hidden == 32) continue;
    const auto weights = random_edges(config, 4);
    const auto table = random_table(config, 6);
    const auto codes = many_codes(6, 11, config.codes);
    const auto sampled = ChunkSampler(config, weights, table)
                             .sample(codes, {.seed = 5, .first = 40, .temperature = .9});
    INFO(name(config));
    for (std::size_t g = 0; g < codes.size(); ++g) {
      Stream stream(5, Purpose::edges, 40 + g);
      const auto logits = edge_logits(config, weights, table, codes[g], sampled[g]);
      std::size_t k = 0;
      for (Node i = 0; i < codes[g].size(); ++i)
        for (Node j = i + 1; j < codes[g].size(); ++j) {
          const double gap = stream.uniform_float() - sigmoid(logits[k++] / .9);
          const bool edge = std::ranges::binary_search(sampled[g], Edge{i, j});
          REQUIRE((std::abs(gap) < 1e-5 || edge == (gap < 0)));
        }
    }
  }
}

TEST_CASE("draws depend on neither threads nor how records are split") {
  const ChunkSampler edges(small, random_edges(small, 1), random_table(small, 2));
  const PriorConfig prior_config{5, 12, 2};
  const PriorSampler prior(prior_config, random_prior(prior_config, 1));
  const auto codes = many_codes(200, 17, small.codes);
  std::vector<std::uint32_t> sizes;
  for (const auto& row : codes) sizes.push_back(static_cast<std::uint32_t>(row.size()));
  const auto whole = edges.sample(codes, {.seed = 9, .first = 3});
  const auto whole_codes = prior.sample(sizes, {.seed = 9, .first = 3});
  for (unsigned threads : {2U, 3U}) {
    CHECK(edges.sample(codes, {.seed = 9, .first = 3, .threads = threads}) == whole);
    CHECK(prior.sample(sizes, {.seed = 9, .first = 3, .threads = threads}) == whole_codes);
  }
  for (std::size_t block : {1U, 7U, 90U})
    for (std::size_t first = 0; first < codes.size(); first += block) {
      const auto count = std::min(block, codes.size() - first);
      const Draw draw{.seed = 9, .first = 3 + first};
      const auto part = edges.sample(std::span(codes).subspan(first, count), draw);
      const auto part_codes = prior.sample(std::span(sizes).subspan(first, count), draw);
      for (std::size_t g = 0; g < count; ++g) {
        REQUIRE(part[g] == whole[first + g]);
        REQUIRE(part_codes[g] == whole_codes[first + g]);
      }
    }
}

TEST_CASE("graphs of no and of one node have no edges") {
  const ChunkSampler kernel(small, random_edges(small, 1), random_table(small, 2));
  const std::vector<Codes> codes = {{}, {1}, {}};
  CHECK(kernel.sample(codes, {}) == std::vector<std::vector<Edge>>(3));
  CHECK(kernel.sample({}, {}).empty());
  CHECK(kernel.logits(Codes{}, std::vector<Edge>{}).empty());
  CHECK(kernel.logits(Codes{1}, std::vector<Edge>{}).empty());
}

TEST_CASE("a threshold takes the likelier value of each pair") {
  const ChunkSampler kernel(small, random_edges(small, 1), random_table(small, 2));
  const auto codes = many_codes(20, 15, small.codes);
  const auto sampled = kernel.sample(codes, {.threshold = true});
  for (std::size_t g = 0; g < codes.size(); ++g) {
    std::size_t k = 0;
    const auto logits = kernel.logits(codes[g], sampled[g]);
    for (Node i = 0; i < codes[g].size(); ++i)
      for (Node j = i + 1; j < codes[g].size(); ++j)
        REQUIRE(std::ranges::binary_search(sampled[g], Edge{i, j}) == (logits[k++] > 0));
  }
  // Sharpened by half, no probability is left between 0 and 1.
  CHECK(kernel.sample(codes, {.sharpen = .5}) == sampled);
}

TEST_CASE("sharpening settles the nearly certain pairs") {
  auto weights = with(random_edges(small, 1), "readout.weight", 0);
  const std::vector<Codes> codes(50, Codes{0, 1, 2, 3, 4, 0});
  const auto mean_edges = [&](float bias, double sharpen) {
    const ChunkSampler kernel(small, with(weights, "readout.bias", bias), random_table(small, 2));
    double sum = 0;
    for (const auto& edges : kernel.sample(codes, {.sharpen = sharpen}))
      sum += static_cast<double>(edges.size());
    return sum / 50;
  };
  const float tenth = std::log(.1F / .9F);
  CHECK(mean_edges(tenth, .2) == 0);
  CHECK(mean_edges(-tenth, .2) == 15);
  CHECK(mean_edges(tenth, .05) == Approx(1.5).margin(.6));  // 3.6 standard errors
  CHECK(mean_edges(-tenth, 0) == Approx(13.5).margin(.6));
}

TEST_CASE("one-stage edges follow the windows of the codes") {
  CodeTable table{
      2, 1, {}, {}, {1, 0, 0, 1}};  // code 0: the node before; code 1: the one before it
  const Codes codes = {1, 0, 1, 0, 1};
  const std::vector<Edge> expected = {{0, 1}, {0, 2}, {2, 3}, {2, 4}};
  CHECK(one_stage(table, codes, 0, {}) == expected);
  table.window = {.75F, .25F, .5F, .51F};
  CHECK(one_stage(table, codes, 0, {.threshold = true}) == expected);
  const auto drawn = one_stage(table, codes, 8, {.seed = 4});
  Stream stream(4, Purpose::window, 8);
  for (Node i = 0; i < 5; ++i)
    for (Node w = 1; w <= 2; ++w) {
      const bool edge = stream.uniform_float() < table.window[codes[i] * 2 + w - 1];
      if (w <= i) CHECK(std::ranges::binary_search(drawn, Edge{i - w, i}) == edge);
    }
  CHECK(one_stage(table, {}, 0, {}).empty());
}
