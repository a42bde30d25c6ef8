#include <memory>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/method/chunk/draw.hpp"
#include "libgraphvq/method/prior/draw.hpp"
#include "libgraphvq/train/torch_backend.hpp"
#include "tests/method/reference.hpp"
#include "tests/method/setups.hpp"
#include "tests/nn/torch/torch_catch.hpp"
#include "tests/support.hpp"

using namespace graphvq;
using Catch::Matchers::Contains;

namespace {

constexpr std::uint32_t labels = 3, codes = 9;

std::vector<Record> records(std::size_t count) {
  std::vector<Record> result;
  for (std::size_t r = 0; r < count; ++r) {
    const auto n = static_cast<Node>(r * 5 % 11);
    result.push_back({test::random_graph(n, .3, r, labels), {}, test::random_codes(n, codes, r)});
  }
  return result;
}

TokenizerSetup tokenizer() {
  TokenizerSetup setup(TokenizerKind::vq);
  setup.net = {.features = labels, .window = 4, .codes = codes, .hidden = 6, .revive = true};
  return setup;
}

const PriorConfig prior{.codes = codes, .hidden = 8};
const ChunkConfig edges{
    .codes = codes, .code_width = 6, .features = labels, .hidden = 8, .chunk = 4, .corrupt = .2};

using Train = std::function<TrainResult(const TrainOptions&, const TrainHooks&, const TrainState*)>;

const Method& method(const char* kind, const char* name) {
  const auto* found = find_method(kind, name);
  REQUIRE(found);
  return *found;
}

}  // namespace

TEST_CASE("each model trains to the same bytes in one go or resumed, on any threads") {
  const auto backend = make_torch_backend();
  const auto train = records(40), valid = records(12);
  const TrainData data{train, valid};
  const auto tokens = tokenizer();
  const auto& vq = method("tokenizer", "vq");
  const auto table =
      code_table(tokens.net, backend->train(vq, tokens, data, {.epochs = 0}, {}, nullptr).weights);
  const auto of_prior = test::prior_model(prior, {});
  const auto of_edges = test::chunk_model(edges, {}, table);
  const auto run = GENERATE_REF(values<Train>({
      [&](const auto& options, const auto& hooks, const auto* resume) {
        return backend->train(vq, tokens, data, options, hooks, resume);
      },
      [&](const auto& options, const auto& hooks, const auto* resume) {
        return backend->train(method("prior", "gru"), *of_prior.setup, data, options, hooks,
                              resume);
      },
      [&](const auto& options, const auto& hooks, const auto* resume) {
        return backend->train(method("edges", "chunk"), *of_edges.setup, data, options, hooks,
                              resume);
      },
  }));
  TrainOptions options{.epochs = 2, .batch = 16, .seed = 7};
  std::vector<double> losses;
  TrainHooks whole;
  whole.epoch = [&](const EpochReport& report) { losses.push_back(report.train_loss); };
  const auto expected = run(options, whole, nullptr);
  REQUIRE(losses.size() == 2);
  CHECK(losses[1] < losses[0]);
  for (const unsigned threads : {1U, 2U, 3U})
    for (const int batches : {2, 4}) {
      options.threads = threads;
      TrainState state;
      TrainHooks hooks;
      hooks.checkpoint = [&](const TrainState& now) { state = now; };
      hooks.stop = [&, polls = 0]() mutable { return ++polls == batches; };
      CHECK(run(options, hooks, nullptr).interrupted);
      CHECK((run(options, {}, &state).weights == expected.weights));
    }
}

TEST_CASE("LibTorch and the kernels draw the same codes") {
  const auto backend = make_torch_backend();
  const PriorConfig config{.codes = 32, .hidden = 32};
  const auto weights = test::random_prior(config, 2);
  std::vector<std::uint32_t> sizes;
  for (std::uint32_t g = 0; g < 60; ++g) sizes.push_back(g * 7 % 30);
  const double temperature = GENERATE(1., .6);
  const Draw draw{.seed = 4, .first = 10, .node_temperature = temperature};
  const auto native = PriorSampler(config, weights).sample(sizes, draw);
  const auto model = test::prior_model(config, weights);
  auto torch = test::empty_records(sizes);
  backend->open(method("prior", "gru"), model, "cpu")->draw(torch, draw);
  // A draw that falls between two roundings of a probability may differ: about one in 1e6.
  int different = 0;
  for (std::size_t g = 0; g < native.size(); ++g) different += torch[g].codes != native[g];
  CHECK(different <= 1);
}

TEST_CASE("LibTorch and the kernels draw the same edges under every option") {
  const auto backend = make_torch_backend();
  struct Way {
    double temperature;
    bool threshold;
    double sharpen;
  };
  const Way ways[] = {{1, false, 0}, {.5, false, 0}, {1, true, 0}, {1, false, .48}};
  for (const auto& config : test::edges_configs()) {
    if (config.hidden == 32 && config.condition == Condition::none) continue;
    INFO(test::name(config));
    const auto table = test::random_table(config, 5);
    const auto weights = test::random_edges(config, 3);
    const auto generator =
        backend->open(method("edges", "chunk"), test::chunk_model(config, weights, table), "cpu");
    std::vector<std::vector<std::uint32_t>> rows;
    std::vector<Record> torch(24);
    for (std::uint32_t g = 0; g < 24; ++g) {
      rows.push_back(test::random_codes(g * 5 % 13, config.codes, g));
      torch[g].graph.n = g * 5 % 13;
      torch[g].codes = rows.back();
    }
    const ChunkSampler kernel(config, weights, table);
    for (const Way& way : ways) {
      const Draw draw{.seed = 4,
                      .first = 10,
                      .temperature = way.temperature,
                      .threshold = way.threshold,
                      .sharpen = way.sharpen};
      const auto native = kernel.sample(rows, draw);
      generator->draw(torch, draw);
      int different = 0;
      for (std::size_t g = 0; g < native.size(); ++g)
        different += torch[g].graph.edges != native[g];
      CHECK(different <= 1);
    }
  }
}

TEST_CASE("a device that is absent or unknown is an error of one line") {
  const auto backend = make_torch_backend();
  const auto model = test::prior_model(prior, test::random_prior(prior, 2));
  const auto sample = [&](const std::string& device) {
    backend->open(method("prior", "gru"), model, device);
  };
  for (const std::string name : {"gpu", "cuda:", "cuda:x", "cuda:-1", "cpu:0", ""})
    CHECK_THROWS_WITH(sample(name), "device " + name + ": not cpu, cuda or cuda:N");
  try {
    sample("cuda:99");
    FAIL("no machine has a hundred GPUs");
  } catch (const Error& error) {
    const std::string text = error.what();
    CHECK_THAT(text, Contains("device cuda:99: "));
    CHECK(text.find('\n') == std::string::npos);
  }
}

TEST_CASE("weights that do not fit are an error") {
  const auto backend = make_torch_backend();
  CHECK_THROWS_AS(backend->open(method("prior", "gru"), test::prior_model(prior, {}), "cpu"),
                  Error);
}
