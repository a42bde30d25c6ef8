#include <cmath>

#include "libgraphvq/base/error.hpp"
#include "tests/method/models.hpp"
#include "tests/nn/torch/torch_catch.hpp"

namespace graphvq {

using namespace test;

TEST_CASE("weights survive export and import, under the names of config.hpp") {
  TokenizerNet model(TokenizerConfig{.features = 3, .window = 2, .codes = 4, .hidden = 5});
  initialise(model, 1);
  const Tensors weights = export_weights(model);
  std::vector<std::string> names;
  for (const auto& tensor : weights) names.push_back(tensor.name);
  CHECK_THAT(names, Catch::Matchers::UnorderedEquals(std::vector<std::string>{
                        "encoder.0.weight", "encoder.0.bias", "encoder.2.weight", "encoder.2.bias",
                        "decoder.0.weight", "decoder.0.bias", "decoder.2.weight", "decoder.2.bias",
                        "codebook", "ema.count", "ema.sum"}));
  TokenizerNet other(TokenizerConfig{.features = 3, .window = 2, .codes = 4, .hidden = 5});
  import_weights(other, weights);
  CHECK((export_weights(other) == weights));

  TokenizerNet wider(TokenizerConfig{.features = 3, .window = 2, .codes = 4, .hidden = 6});
  CHECK_THROWS_WITH(import_weights(wider, weights),
                    "tensor 'encoder.0.weight' is f32 [5, 5], expected f32 [6, 5]");
}

TEST_CASE("the decoders' tensors have the names of config.hpp") {
  ChunkConfig config;
  config.readout = Readout::ar;
  ChunkNet model(config, random_table(config, 1));
  std::vector<std::string> names;
  for (const auto& tensor : export_weights(model)) names.push_back(tensor.name);
  std::vector<std::string> expected = {
      "start",          "pair.0.weight", "pair.0.bias",    "pair.2.weight", "pair.2.bias",
      "bits.weight",    "bits.bias",     "readout.weight", "readout.bias",  "cell.weight_ih",
      "cell.weight_hh", "cell.bias_ih",  "cell.bias_hh"};
  for (const std::string layer : {"0", "1"})
    for (const std::string name : {"weight_ih", "weight_hh", "bias_ih", "bias_hh"})
      expected.push_back("gru." + name + "_l" + layer);
  CHECK_THAT(names, Catch::Matchers::UnorderedEquals(expected));
}

TEST_CASE("first weights have torch's distributions and follow from the seed") {
  PriorNet model(PriorConfig{500, 64, 1});
  initialise(model, 7);
  const auto bounded = [&](const std::string& name, double bound) {
    const auto values = model.named_parameters()[name];
    CHECK(values.abs().max().item<double>() <= bound);
    CHECK(values.mean().item<double>() == Approx(0).margin(.1 * bound));
    // A uniform variable on [-b, b] has the standard deviation b / sqrt 3.
    CHECK(values.std().item<double>() == Approx(bound / std::sqrt(3)).epsilon(.15));
  };
  bounded("gru.weight_ih_l0", 1. / 8);
  bounded("gru.bias_hh_l0", 1. / 8);
  bounded("output.weight", 1. / 8);
  bounded("output.bias", 1. / 8);
  const auto embedding = model.named_parameters()["embedding.weight"];
  CHECK(embedding.mean().item<double>() == Approx(0).margin(.03));
  CHECK(embedding.std().item<double>() == Approx(1).epsilon(.03));

  PriorNet same(PriorConfig{500, 64, 1});
  initialise(same, 7);
  CHECK((export_weights(same) == export_weights(model)));
  initialise(same, 8);
  CHECK_FALSE((export_weights(same) == export_weights(model)));
}

TEST_CASE("the table of codes is what the tokenizer decodes") {
  const TokenizerConfig config{.features = 3, .window = 2, .codes = 6, .hidden = 8};
  TokenizerNet model(config);
  initialise(model, 4);
  const std::vector<Record> records = {random_record(20, .3, 1, 3, 6)};
  model.prepare(records, 0);
  const CodeTable table = code_table(config, export_weights(model));
  CHECK(table.width == 11);
  const torch::NoGradGuard no_grad;
  const auto decoded = model.decoded();
  const auto codebook = model.named_buffers()["codebook"];
  for (std::int64_t k = 0; k < 6; ++k) {
    const auto at = static_cast<std::size_t>(k);
    CHECK(table.labels[at] == decoded[k].narrow(0, 0, 3).argmax().item<std::int64_t>());
    for (std::size_t u = 0; u < 8; ++u)
      CHECK(table.rows[at * 11 + u] == codebook[k][static_cast<std::int64_t>(u)].item<float>());
    for (std::size_t x = 0; x < 3; ++x)
      CHECK(table.rows[at * 11 + 8 + x] == (x == table.labels[at] ? 1 : 0));
    for (std::size_t w = 0; w < 2; ++w)
      CHECK(table.window[at * 2 + w] ==
            Approx(torch::sigmoid(decoded[k][3 + static_cast<std::int64_t>(w)]).item<float>()));
  }
}

}  // namespace graphvq
