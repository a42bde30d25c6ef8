#include <catch2/catch.hpp>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/method/tokenizer/draw.hpp"
#include "tests/method/reference.hpp"
#include "tests/support.hpp"

using namespace graphvq;
using namespace graphvq::test;

namespace {

Tensors random_tokenizer(const TokenizerConfig& c, std::uint64_t seed) {
  RandomTensors made{Stream(seed, Purpose::init), .4};
  made.add("encoder.0.weight", {c.hidden, c.width()});
  made.add("encoder.0.bias", {c.hidden});
  made.add("encoder.2.weight", {c.hidden, c.hidden});
  made.add("encoder.2.bias", {c.hidden});
  made.add("codebook", {c.codes, c.hidden});
  made.add("decoder.0.weight", {c.hidden, c.hidden});
  made.add("decoder.0.bias", {c.hidden});
  made.add("decoder.2.weight", {c.width(), c.hidden});
  made.add("decoder.2.bias", {c.width()});
  return made.tensors;
}

Row mlp(const Tensors& weights, const std::string& name, const Row& x) {
  Row hidden = linear(weights, name + ".0.weight", name + ".0.bias", x);
  for (auto& value : hidden) value = std::max(value, 0.0);
  return linear(weights, name + ".2.weight", name + ".2.bias", hidden);
}

Row codebook_row(const Tensors& weights, std::size_t k, std::size_t width) {
  const auto rows = std::ranges::find(weights, "codebook", &Tensor::name)->as<float>();
  const auto row = rows.subspan(k * width, width);
  return {row.begin(), row.end()};
}

}  // namespace

TEST_CASE("latents, codes and reconstructions follow Eq. 1 to 3") {
  const TokenizerConfig configs[] = {
      {.features = 4, .window = 3, .codes = 9, .hidden = 11},
      {.features = 1, .window = 8, .codes = 32, .hidden = 32},
      {.features = 4, .window = 0, .codes = 9, .hidden = 11, .context = Context::features},
      {.features = 4, .window = 3, .codes = 9, .hidden = 11, .context = Context::nodes}};
  for (const auto& config : configs) {
    const auto weights = random_tokenizer(config, 2);
    const Tokenizer kernel(config, weights);
    const auto graph = random_graph(20, .3, 1, config.features);
    const auto latents = kernel.latents(graph);
    const auto codes = kernel.encode(graph);
    REQUIRE(latents.size() == 20 * config.hidden);
    REQUIRE(codes.size() == 20);
    for (Node i = 0; i < 20; ++i) {
      Row x(config.width());
      x[graph.node_labels[i]] = 1;
      for (Node w = 1; w <= config.window && w <= i; ++w)
        if (config.context == Context::full &&
            std::ranges::binary_search(graph.edges, Edge{i - w, i}))
          x[config.features + w - 1] = 1;
      const auto z = mlp(weights, "encoder", x);
      Row distances;
      for (std::size_t k = 0; k < config.codes; ++k) {
        const auto row = codebook_row(weights, k, config.hidden);
        distances.push_back(0);
        for (std::size_t u = 0; u < z.size(); ++u)
          distances.back() += (z[u] - row[u]) * (z[u] - row[u]);
      }
      for (std::size_t u = 0; u < z.size(); ++u)
        CHECK(std::abs(latents[i * z.size() + u] - z[u]) < 1e-5);
      CHECK(distances[codes[i]] < *std::ranges::min_element(distances) + 1e-5);
    }
    const auto decoded = kernel.decode(every_code(config));
    REQUIRE(decoded.size() == std::size_t{config.codes} * config.width());
    for (std::size_t k = 0; k < config.codes; ++k) {
      const auto row = mlp(weights, "decoder", codebook_row(weights, k, config.hidden));
      for (std::size_t o = 0; o < row.size(); ++o)
        CHECK(std::abs(decoded[k * row.size() + o] - row[o]) < 1e-5);
    }
  }
}

TEST_CASE("a continuous tokenizer's tokens are its latents, decoded as codes are") {
  const TokenizerConfig vq{.features = 4, .window = 3, .codes = 9, .hidden = 11};
  auto config = vq;
  config.kind = TokenizerKind::continuous;
  config.codes = 0;
  auto weights = random_tokenizer(vq, 2);
  const Tokenizer codes(vq, weights);
  const auto codebook = find(weights, "codebook", DType::f32, {9, 11}).as<float>();
  Record of_codebook;
  of_codebook.latents.assign(codebook.begin(), codebook.end());
  const auto table = code_table(vq, weights);
  CHECK(latent_table(config, weights, codebook).rows == table.rows);
  CHECK(latent_table(config, weights, codebook).labels == table.labels);
  CHECK(latent_table(config, weights, codebook).window == table.window);
  CHECK_THROWS_WITH(code_table(config, weights), "a continuous tokenizer has no codes");

  std::erase_if(weights, [](const Tensor& t) { return t.name == "codebook"; });
  const Tokenizer kernel(config, weights);
  CHECK(kernel.decode(of_codebook) == codes.decode(every_code(vq)));
  Record record{random_graph(20, .3, 1, 4), {}, {}};
  kernel.tokenize(record);
  CHECK(record.codes.empty());
  Record foreign;
  foreign.codes = {9};
  CHECK_THROWS_WITH(codes.decode(foreign), "code 9 of 9");
  foreign.codes = {};
  foreign.latents = {0, 0};
  CHECK_THROWS_WITH(kernel.decode(foreign), "tokens of another width");
  CHECK(record.latents == codes.latents(record.graph));
  CHECK_THROWS_WITH(kernel.encode(record.graph), "a continuous tokenizer has no codes");
}

TEST_CASE("of equal codes the lower is taken") {
  const TokenizerConfig config{.features = 1, .window = 2, .codes = 6, .hidden = 5};
  auto weights = random_tokenizer(config, 2);
  for (auto& tensor : weights)
    if (tensor.name == "codebook")
      tensor = make_tensor<float>("codebook", {6, 5}, std::vector<float>(30, .5F));
  CHECK(Tokenizer(config, weights).encode(path(4)) == Codes{0, 0, 0, 0});
}

TEST_CASE("labels that the tokenizer does not know are refused") {
  const TokenizerConfig config{.features = 3, .window = 2, .codes = 6, .hidden = 5};
  const Tokenizer kernel(config, random_tokenizer(config, 2));
  CHECK_THROWS_WITH(kernel.encode(path(3)), "the nodes have no labels, the tokenizer knows 3");
  auto graph = path(3);
  graph.node_labels = {0, 3, 1};
  CHECK_THROWS_WITH(kernel.encode(graph), "node label 3 under a tokenizer of 3 labels");
  CHECK(kernel.encode(Graph{}).empty());
}

TEST_CASE("a raw tokenizer's codes are the labels") {
  const auto config = raw_tokenizer(4);
  const Tokenizer kernel(config, {});
  const auto graph = random_graph(20, .3, 1, 4);
  CHECK(kernel.encode(graph) == graph.node_labels);
  CHECK(kernel.encode({}).empty());
  CHECK_THROWS_AS(kernel.encode(random_graph(20, .3, 1, 5)), Error);
  CHECK_THROWS_WITH(kernel.encode(random_graph(2, .3, 1, 0)),
                    "the nodes have no labels, the tokenizer knows 4");
  CHECK_THROWS_AS(kernel.latents(graph), Error);
  const auto bare = random_graph(3, .3, 1, 0);
  CHECK(Tokenizer(raw_tokenizer(1), {}).encode(bare) == std::vector<std::uint32_t>{0, 0, 0});
}

TEST_CASE("raw codes condition Stage B by a vector and the label") {
  const auto raw = code_table(raw_tokenizer(2), {});
  CHECK(raw.labels == std::vector<std::uint32_t>{0, 1});
  CHECK(raw.rows == std::vector<float>{1, 0, 0, 1});
  const auto table = with_vectors(raw, std::vector<float>{5, 6, 7, 8, 9, 10});
  CHECK(table.width == 5);
  CHECK(table.labels == raw.labels);
  CHECK(table.rows == std::vector<float>{5, 6, 7, 1, 0, 8, 9, 10, 0, 1});
}
