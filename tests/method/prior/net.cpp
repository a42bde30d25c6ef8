#include "libgraphvq/method/prior/net.hpp"

#include <cmath>

#include "libgraphvq/base/error.hpp"
#include "tests/method/models.hpp"
#include "tests/nn/torch/gradients.hpp"
#include "tests/nn/torch/torch_catch.hpp"

namespace graphvq {

using namespace test;

TEST_CASE("the prior has the parameters of the paper's budget table") {
  CHECK(PriorNet(PriorConfig{}).parameter_count() == 14882);
  // The raw one on MUTAG: seven labels, and their embedding for Stage B.
  CHECK(PriorNet(PriorConfig{.codes = 7, .label_embedding = true}).parameter_count() == 13481);
}

TEST_CASE("the prior's loss is minus the log-likelihood of its logits") {
  PriorNet model(PriorConfig{5, 8, 2});
  initialise(model, 1);
  const std::vector<Record> records = {random_record(4, .5, 1, 2, 5)};
  CHECK(model.terms(records[0]) == 5);
  const torch::NoGradGuard no_grad;
  const auto log_p = torch::log_softmax(model.logits(records[0].codes), 1);
  double expected = -log_p[4][6].item<double>();  // EOS is code K + 1
  for (std::int64_t i = 0; i < 4; ++i)
    expected -= log_p[i][records[0].codes[static_cast<std::size_t>(i)]].item<double>();
  CHECK(value(model, records) == Approx(expected).epsilon(1e-5));
}

TEST_CASE("the prior's loss of a shard is the sum over its records, empty ones too") {
  PriorNet model(PriorConfig{5, 8, 2});
  initialise(model, 1);
  model.to(torch::kFloat64);
  const std::vector<Record> records = {random_record(4, .5, 1, 2, 5), random_record(0, 0, 2, 2, 5),
                                       random_record(9, .5, 3, 2, 5), random_record(1, 0, 4, 2, 5)};
  double sum = 0;
  for (const Record& record : records) sum += value(model, {record});
  CHECK(value(model, records) == Approx(sum).epsilon(1e-12));
}

TEST_CASE("the prior's gradients agree with differences") {
  for (const bool raw : {false, true}) {
    PriorNet model(PriorConfig{3, 4, 2, raw});
    initialise(model, 2);
    model.to(torch::kFloat64);
    const std::vector<Record> records = {random_record(3, .5, 1, 2, 3),
                                         random_record(5, .5, 2, 2, 3)};
    const Shard shard = shard_of(records);
    CHECK(gradient_error(model.parameters(), [&] { return model.loss(shard).sum; }) < 1e-5);
  }
}

TEST_CASE("the prior learns four sequences by heart") {
  PriorNet model(PriorConfig{6, 32, 2});
  initialise(model, 3);
  std::vector<Record> records;
  double terms = 0;
  for (std::uint32_t i = 0; i < 4; ++i) {
    records.push_back(random_record(6 + i, .5, i, 2, 6));
    records.back().codes[0] = i;
    terms += 7 + i;
  }
  // Which of the four it is stays unknown until the first code.
  CHECK(overfit(model, records, 200, 1e-2) < 4 * std::log(4) / terms + .01);
}

TEST_CASE("steps of the prior give its teacher-forced logits") {
  const PriorConfig config{5, 8, 2, GENERATE(false, true)};
  PriorNet model(config);
  initialise(model, 4);
  const torch::NoGradGuard no_grad;
  const std::vector<std::uint32_t> codes = {3, 0, 4, 4};
  const auto forced = model.logits(codes);
  auto state = model.initial(1);
  std::int64_t last = config.start();
  for (std::size_t i = 0; i <= codes.size(); ++i) {
    const auto logits = model.step(torch::tensor({last}), state);
    CHECK((logits[0] - forced[static_cast<std::int64_t>(i)]).abs().max().item<float>() < 1e-6);
    if (i < codes.size()) last = codes[i];
  }
}

TEST_CASE("the prior refuses codes that it does not know") {
  PriorNet model(PriorConfig{5, 8, 2});
  CHECK_THROWS_WITH(model.logits(std::vector<std::uint32_t>{5}), "code 5 under a prior of 5 codes");
}

}  // namespace graphvq
