#include "libgraphvq/method/prior/net_gaussian.hpp"

#include <cmath>
#include <numbers>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/method/prior/draw_gaussian.hpp"
#include "tests/method/models.hpp"
#include "tests/nn/torch/gradients.hpp"
#include "tests/nn/torch/torch_catch.hpp"

namespace graphvq {

using namespace test;

namespace {

const PriorConfig small_prior{.codes = 0, .hidden = 5, .layers = 2, .latent = 3};

Record tokens(Node n, std::uint64_t seed, std::size_t width = 3) {
  Record record{random_graph(n, .4, seed, 3), {}, {}};
  Stream stream(seed, Purpose::codes);
  for (std::size_t k = 0; k < n * width; ++k)
    record.latents.push_back(static_cast<float>(stream.normal()));
  return record;
}

}  // namespace

TEST_CASE("the continuous models have the parameters of the paper's budget table") {
  CHECK(GaussianPriorNet({.codes = 0, .latent = 32}).parameter_count() == 15840);
  TokenizerConfig config{.kind = TokenizerKind::continuous, .features = 7, .codes = 0};
  // NOTES.md: the context tokenizer's 4,143 without its codebook; the paper's is of features alone.
  CHECK(TokenizerNet(config).parameter_count() == 4143 - 32 * 32);
  config.window = 0;
  config.context = Context::features;
  CHECK(TokenizerNet(config).parameter_count() == 2599);
}

TEST_CASE("the Gaussian prior's loss is minus the log-density of its moments") {
  GaussianPriorNet model(small_prior);
  initialise(model, 1);
  const std::vector<Record> records = {tokens(4, 1)};
  CHECK(model.terms(records[0]) == 4);
  const torch::NoGradGuard no_grad;
  const auto moments = model.moments(records[0].latents);
  double expected = 0;
  for (std::int64_t i = 0; i < 4; ++i)
    for (std::int64_t u = 0; u < 3; ++u) {
      const double deviation = std::exp(moments[i][3 + u].item<double>() / 2);
      const double off =
          (records[0].latents[static_cast<std::size_t>(i * 3 + u)] - moments[i][u].item<double>()) /
          deviation;
      expected += off * off / 2 + std::log(deviation * std::sqrt(2 * std::numbers::pi));
    }
  CHECK(value(model, records) == Approx(expected).epsilon(1e-5));
  CHECK(GaussianPriorSampler(small_prior, export_weights(model)).nll(records[0].latents) ==
        Approx(expected).epsilon(1e-5));
  CHECK_THROWS_WITH(model.moments(std::vector<float>(4)),
                    "tokens that are no vectors of 3 numbers");
}

TEST_CASE("the Gaussian prior's loss of a shard is the sum over its records, empty ones too") {
  GaussianPriorNet model(small_prior);
  initialise(model, 1);
  model.to(torch::kFloat64);
  const std::vector<Record> records = {tokens(4, 1), tokens(0, 2), tokens(9, 3), tokens(1, 4)};
  double sum = 0;
  for (const Record& record : records) sum += value(model, {record});
  CHECK(value(model, records) == Approx(sum).epsilon(1e-12));
}

TEST_CASE("the Gaussian prior's gradients agree with differences") {
  GaussianPriorNet model(small_prior);
  initialise(model, 2);
  model.to(torch::kFloat64);
  const std::vector<Record> records = {tokens(3, 1), tokens(5, 2)};
  const Shard shard = shard_of(records);
  CHECK(gradient_error(model.parameters(), [&] { return model.loss(shard).sum; }) < 1e-5);
}

TEST_CASE("the Gaussian prior learns a sequence by heart, down to the cut of its variances") {
  GaussianPriorNet model({.codes = 0, .hidden = 32, .layers = 2, .latent = 3});
  initialise(model, 3);
  // Three numbers a token at a log-variance of -8.
  const double least = 3 * (std::log(2 * std::numbers::pi) - 8) / 2;
  const double reached = overfit(model, {tokens(6, 1)}, 1500, 1e-2);
  CHECK(reached > least);
  CHECK(reached < least + 3);
}

TEST_CASE("native moments of continuous tokens equal the module's") {
  const torch::NoGradGuard no_grad;
  for (const auto& config : {small_prior, PriorConfig{.codes = 0, .layers = 3, .latent = 32}}) {
    GaussianPriorNet model(config);
    initialise(model, 4);
    const auto record = tokens(11, 2, config.latent);
    const auto native = GaussianPriorSampler(config, export_weights(model)).moments(record.latents);
    const auto expected = model.moments(record.latents).contiguous();
    REQUIRE(native.size() == static_cast<std::size_t>(expected.numel()));
    for (std::size_t k = 0; k < native.size(); ++k)
      CHECK(std::abs(native[k] - expected.data_ptr<float>()[k]) < 1e-5);
  }
}

TEST_CASE("the autoencoder decodes its latents, and no gradient is cut") {
  TokenizerNet model(
      {.kind = TokenizerKind::continuous, .features = 3, .window = 2, .codes = 0, .hidden = 5});
  initialise(model, 2);
  model.to(torch::kFloat64);
  CHECK(model.buffers().empty());
  std::vector<Record> records;
  for (Node i = 0; i < 4; ++i) records.push_back(random_record(5 + i, .4, i, 3, 4));
  const Shard shard = shard_of(records);
  CHECK(model.loss(shard).statistics.empty());
  CHECK(gradient_error(model.parameters(), [&] { return model.loss(shard).sum; }) < 1e-5);
  model.to(torch::kFloat32);
  // Contexts of few nodes are kept in five numbers.
  CHECK(overfit(model, records, 2000, 1e-2) < .05);
}

}  // namespace graphvq
