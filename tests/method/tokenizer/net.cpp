#include "libgraphvq/method/tokenizer/net.hpp"

#include <cmath>

#include "libgraphvq/base/error.hpp"
#include "tests/method/models.hpp"
#include "tests/nn/torch/gradients.hpp"
#include "tests/nn/torch/torch_catch.hpp"

namespace graphvq {

using namespace test;

namespace {

TokenizerConfig small_tokenizer(Context context = Context::full) {
  TokenizerConfig config{.features = 3, .window = 2, .codes = 4, .hidden = 5, .context = context};
  if (context == Context::features) config.window = 0;
  return config;
}

std::vector<Record> four_records() {
  std::vector<Record> records;
  for (Node i = 0; i < 4; ++i) records.push_back(random_record(5 + i, .4, i, 3, 4));
  return records;
}

std::unique_ptr<TokenizerNet> prepared(const TokenizerConfig& config,
                                       const std::vector<Record>& records) {
  auto model = std::make_unique<TokenizerNet>(config);
  initialise(*model, 2);
  model->prepare(records, 0);
  return model;
}

}  // namespace

TEST_CASE("the tokenizer has the parameters of NOTES.md, its statistics not counted") {
  CHECK(TokenizerNet({.features = 7}).parameter_count() == 4143);
  CHECK(
      TokenizerNet({.features = 7, .window = 0, .context = Context::features}).parameter_count() ==
      3623);
}

TEST_CASE("the tokenizer's loss follows Eq. 4 node by node") {
  const auto context = GENERATE(Context::full, Context::features, Context::nodes);
  const TokenizerConfig config = small_tokenizer(context);
  const auto records = four_records();
  auto model = prepared(config, records);
  const torch::NoGradGuard no_grad;
  const auto decoded = model->decoded();
  const auto codebook = model->named_buffers()["codebook"];
  double expected = 0;
  for (const Record& record : records) {
    const auto z = model->latents(record);
    for (std::int64_t i = 0; i < record.graph.n; ++i) {
      const auto distances = (codebook - z[i]).square().sum(1);
      const auto k = distances.argmin().item<std::int64_t>();
      expected += config.beta * distances[k].item<double>();
      for (std::int64_t x = 0; x < 3; ++x) {
        const bool set = record.graph.node_labels[static_cast<std::size_t>(i)] == x;
        expected += std::pow(decoded[k][x].item<double>() - (set ? 1 : 0), 2);
      }
      for (std::int64_t w = 1; w <= config.window && w <= i; ++w) {
        const Edge pair{static_cast<Node>(i - w), static_cast<Node>(i)};
        const double p = 1 / (1 + std::exp(-decoded[k][2 + w].item<double>()));
        expected -= std::log(std::ranges::count(record.graph.edges, pair) ? p : 1 - p);
      }
    }
  }
  CHECK(value(*model, records) == Approx(expected).epsilon(1e-5));
}

TEST_CASE("no edge enters the context of nodes alone") {
  auto model = prepared(small_tokenizer(Context::nodes), four_records());
  Record record = random_record(6, .5, 9, 3, 4);
  const torch::NoGradGuard no_grad;
  const auto with_edges = model->latents(record);
  record.graph.edges.clear();
  CHECK(torch::equal(model->latents(record), with_edges));
}

TEST_CASE("the tokenizer's gradients agree with differences behind the straight-through step") {
  const auto context = GENERATE(Context::full, Context::features, Context::nodes);
  const auto records = four_records();
  auto model = prepared(small_tokenizer(context), records);
  model->to(torch::kFloat64);
  const Shard shard = shard_of(records);
  const auto loss = [&] { return model->loss(shard).sum; };
  // The decoder sees the code: exact. The encoder gets the decoder's gradient passed through and
  // the commitment: the derivative of the loss with the decoder's input moved along with z.
  std::vector<torch::Tensor> decoder, encoder;
  for (const auto& item : model->named_parameters())
    (item.key().starts_with("decoder") ? decoder : encoder).push_back(item.value());
  CHECK(gradient_error(decoder, loss) < 1e-6);

  const auto got = torch::autograd::grad({loss()}, encoder);
  const auto modules = model->named_children();
  auto through = std::dynamic_pointer_cast<torch::nn::SequentialImpl>(modules["decoder"]);
  torch::Tensor total = torch::zeros({}, torch::kFloat64);
  for (const Record& record : records) {
    const auto z = model->latents(record);
    const auto e = model->named_buffers()["codebook"].index_select(0, model->nearest(z));
    const auto out = through->forward(z + (e - z).detach());
    const auto labels = torch::tensor(std::vector<std::int64_t>(record.graph.node_labels.begin(),
                                                                record.graph.node_labels.end()));
    total = total + .25 * (z - e).square().sum() +
            (out.narrow(1, 0, 3) - torch::one_hot(labels, 3)).square().sum();
    const auto mask = windows(record.graph, context == Context::features ? 0 : 2);
    for (std::int64_t i = 0; i < record.graph.n && context != Context::features; ++i)
      for (std::int64_t w = 1; w <= 2 && w <= i; ++w) {
        const bool edge = mask[static_cast<std::size_t>(2 * i + w - 1)] != 0;
        total = total - torch::log_sigmoid(out[i][2 + w] * (edge ? 1 : -1));
      }
  }
  const auto expected = torch::autograd::grad({total}, encoder);
  for (std::size_t i = 0; i < got.size(); ++i)
    CHECK(torch::allclose(got[i], expected[i], 1e-9, 1e-12));
}

TEST_CASE("first codes are latents of distinct contexts, and repeats tie to the lower code") {
  // A path's labels 0 0 1 1: with features alone there are two contexts.
  Record record{path(4), {}, {}};
  record.graph.node_labels = {0, 0, 1, 1};
  auto model = prepared(small_tokenizer(Context::features), {record});
  const torch::NoGradGuard no_grad;
  const auto codebook = model->named_buffers()["codebook"];
  CHECK_FALSE(torch::equal(codebook[0], codebook[1]));
  for (std::int64_t k = 2; k < 4; ++k)
    CHECK((torch::allclose(codebook[k], codebook[0]) || torch::allclose(codebook[k], codebook[1])));
  const auto codes = model->nearest(model->latents(record));
  CHECK(codes.max().item<std::int64_t>() == 1);
  CHECK(codes[0].item<std::int64_t>() == codes[1].item<std::int64_t>());
  CHECK(codes[0].item<std::int64_t>() != codes[2].item<std::int64_t>());
}

TEST_CASE("codes move by the exponential average of what falls on them") {
  TokenizerConfig config = small_tokenizer();
  config.decay = .75;
  TokenizerNet model(config);
  auto buffers = model.named_buffers();
  buffers["ema.count"].fill_(1);
  buffers["ema.sum"].fill_(2);
  buffers["codebook"].fill_(2);
  // Code 0: 3 nodes that sum to 9 in one shard, 1 node of 7 in another: (.75 * 2 + .25 * 16) /
  // (.75 + .25 * 4) = 5.5 / 1.75. Code 1: none, stays.
  const auto counts = [](float n) { return torch::tensor({n, 0.F, 0.F, 0.F}); };
  const auto sums = [](float s) {
    auto rows = torch::zeros({4, 5});
    rows[0].fill_(s);
    return rows;
  };
  model.after_batch({{counts(3), sums(9)}, {}, {counts(1), sums(7)}});
  CHECK(buffers["codebook"][0][4].item<float>() == Approx(5.5 / 1.75));
  CHECK(buffers["codebook"][1][0].item<float>() == Approx(2));
  for (int i = 0; i < 500; ++i) model.after_batch({{counts(1), sums(1)}});
  CHECK(buffers["codebook"][0][0].item<float>() == Approx(1));
  CHECK(buffers["codebook"][1][0].item<float>() == Approx(2));
}

TEST_CASE("a dead code comes back at a latent, with fresh statistics") {
  TokenizerConfig config = small_tokenizer();
  config.revive = true;
  const auto records = four_records();
  auto model = prepared(config, records);
  auto buffers = model->named_buffers();
  buffers["ema.count"][2].fill_(1e-3);
  buffers["ema.sum"][2].fill_(50);
  const auto far = buffers["codebook"][2].fill_(50).clone();
  const Shard shard = shard_of(records);
  model->after_batch({model->loss(shard).statistics});
  CHECK(buffers["ema.count"][2].item<float>() > .5);
  const torch::NoGradGuard no_grad;
  bool found = false;
  for (const Record& record : records)
    found =
        found ||
        (model->latents(record) - buffers["codebook"][2]).abs().amax(1).min().item<float>() < 1e-5;
  CHECK(found);
  CHECK(torch::allclose(buffers["ema.sum"][2], buffers["codebook"][2] * buffers["ema.count"][2]));
}

TEST_CASE("the use of a codebook is that of its decayed counts") {
  auto model = prepared(small_tokenizer(), four_records());
  const auto codes = model->named_buffers()["ema.count"].size(0);
  auto count = model->named_buffers()["ema.count"].zero_();
  count[0].fill_(3);
  count[1].fill_(1);
  const auto use = model->codebook_use().value();
  CHECK(use.dead == static_cast<std::uint64_t>(codes - 2));
  CHECK(use.perplexity == Approx(4 / std::pow(3, .75)));  // exp of -(3/4 ln 3/4 + 1/4 ln 1/4)
}

TEST_CASE("records of a shard do not touch each other, empty ones too") {
  auto records = four_records();
  auto model = prepared(small_tokenizer(), records);
  model->to(torch::kFloat64);
  records.push_back(Record{Graph{0, {}, {}, {}, {}, {}}, {}, {}});
  records.push_back(random_record(1, 0, 3, 3, 4));
  double sum = 0;
  for (const Record& record : records) sum += value(*model, {record});
  CHECK(value(*model, records) == Approx(sum).epsilon(1e-12));
}

TEST_CASE("the tokenizer learns four graphs with a code for each context") {
  TokenizerConfig config{.features = 2, .window = 1, .codes = 16, .hidden = 32};
  std::vector<Record> records;
  for (Node i = 0; i < 4; ++i) records.push_back(random_record(5, .5, i, 2, 4));
  auto model = prepared(config, records);
  CHECK(overfit(*model, records, 400, 5e-3) < .02);
}

TEST_CASE("the tokenizer refuses labels that it does not know") {
  TokenizerNet model(small_tokenizer());
  CHECK_THROWS_WITH(model.latents({path(3), {}, {}}),
                    "the nodes have no labels, the tokenizer knows 3");
  CHECK_THROWS_WITH(model.latents({make_graph(1, {}, {3}), {}, {}}),
                    "node label 3 under a tokenizer of 3 labels");
}

}  // namespace graphvq
