#include "libgraphvq/train/loop.hpp"

#include <numeric>

#include "tests/method/models.hpp"
#include "tests/nn/torch/torch_catch.hpp"

using namespace graphvq;
using Catch::Matchers::Contains;

namespace {

/// Tells the edges of a graph from its nodes and a number of its streams: small, with a statistic
/// whose value depends on the order of the shards.
class Counter : public Model {
 public:
  Counter()
      : net_(
            register_module("net", torch::nn::Sequential(torch::nn::Linear(2, 4), torch::nn::Tanh(),
                                                         torch::nn::Linear(4, 1)))),
        mean_(register_buffer("mean", torch::zeros(1))) {}

  std::int64_t terms(const Record& record) const override { return record.graph.n; }

  ShardLoss loss(const Shard& shard) override {
    torch::Tensor sum = torch::zeros(1), total = torch::zeros(1);
    for (std::size_t r = 0; r < shard.records.size(); ++r) {
      const Graph& graph = shard.records[r]->graph;
      REQUIRE(graph.n > 0);
      float noise = 0;
      if (shard.training)
        noise = Stream(shard.seed, Purpose::corrupt, shard.indices[r], shard.epoch).uniform_float();
      const torch::Tensor out =
          net_->forward(torch::tensor({static_cast<float>(graph.n) / 8, noise}));
      const auto target = static_cast<float>(graph.edges.size()) / 8;
      sum = sum + static_cast<float>(graph.n) * (out - target).square();
      if (graph.id == "poison") sum = sum + out.detach() / 0;
      total += out.detach();
    }
    if (!shard.training) return {sum.sum(), {}};
    return {sum.sum(), {total}};
  }

  void after_batch(const std::vector<std::vector<torch::Tensor>>& statistics) override {
    for (const auto& shard : statistics) mean_.mul_(.9).add_(shard.at(0), .1);
  }

 private:
  torch::nn::Sequential net_;
  torch::Tensor mean_;
};

std::shared_ptr<Model> make() { return std::make_shared<Counter>(); }

std::vector<Record> records(std::size_t count, std::uint64_t seed) {
  std::vector<Record> result;
  for (std::size_t i = 0; i < count; ++i)
    result.push_back({test::random_graph(static_cast<Node>(i % 7), .5, seed + i), {}, {}});
  return result;
}

struct Outcome {
  TrainResult result;
  std::vector<EpochReport> reports;
  std::vector<TrainState> states;
};

/// `stop_after` batches; 0: never.
Outcome run(const TrainData& data, const TrainOptions& options, const TrainState* resume = nullptr,
            int stop_after = 0) {
  Outcome outcome;
  TrainHooks hooks;
  hooks.epoch = [&](const EpochReport& report) { outcome.reports.push_back(report); };
  hooks.checkpoint = [&](const TrainState& state) { outcome.states.push_back(state); };
  hooks.stop = [&, polls = 0]() mutable { return ++polls == stop_after; };
  outcome.result = train(make, data, options, hooks, resume, torch::kCPU);
  return outcome;
}

Tensors model_of(TrainState state) {
  Tensors result;
  for (Tensor& tensor : state.tensors)
    if (tensor.name.starts_with("model.")) {
      tensor.name.erase(0, 6);
      result.push_back(std::move(tensor));
    }
  return result;
}

TrainOptions short_run(std::uint32_t epochs) {
  return {.epochs = epochs, .batch = 20, .lr = 1e-2, .seed = 5};
}

}  // namespace

TEST_CASE("training is Adam on the mean over a batch's terms") {
  const auto data = records(50, 1);
  const auto outcome = run({data, {}}, short_run(3));
  REQUIRE(outcome.reports.size() == 3);

  Counter plain;
  initialise(plain, 5);
  torch::optim::Adam adam(plain.parameters(), 1e-2);
  for (std::uint32_t epoch = 1; epoch <= 3; ++epoch) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < data.size(); ++i)
      if (data[i].graph.n > 0) order.push_back(i);
    Stream stream(5, Purpose::shuffle, epoch);
    shuffle(order, stream);
    double sum = 0, all_terms = 0;
    for (std::size_t at = 0; at < order.size(); at += 20) {
      Shard batch{.seed = 5, .epoch = epoch};
      double terms = 0;
      for (std::size_t i = at; i < std::min(at + 20, order.size()); ++i) {
        batch.records.push_back(&data[order[i]]);
        batch.indices.push_back(order[i]);
        terms += data[order[i]].graph.n;
      }
      adam.zero_grad();
      const auto loss = plain.loss(batch).sum;
      (loss / terms).backward();
      adam.step();
      sum += loss.item<double>();
      all_terms += terms;
    }
    CHECK(outcome.reports[epoch - 1].train_loss == Approx(sum / all_terms).epsilon(1e-5));
  }
  const auto expected = export_weights(plain);
  for (std::size_t t = 0; t + 1 < expected.size(); ++t) {  // the last is the statistic
    REQUIRE(outcome.result.weights[t].name == expected[t].name);
    for (std::size_t i = 0; i < expected[t].as<float>().size(); ++i)
      CHECK(outcome.result.weights[t].as<float>()[i] ==
            Approx(expected[t].as<float>()[i]).margin(1e-5));
  }
  CHECK(outcome.result.parameters == 2 * 4 + 4 + 4 + 1);
  CHECK(outcome.result.best_epoch == 3);
}

TEST_CASE("training gives the same bytes on any number of threads") {
  const auto train = records(70, 1), valid = records(20, 100);
  auto options = short_run(4);
  const auto one = run({train, valid}, options);
  for (const unsigned threads : {2U, 3U, 9U}) {
    options.threads = threads;
    const auto more = run({train, valid}, options);
    CHECK((more.result.weights == one.result.weights));
    CHECK((more.states.back().tensors == one.states.back().tensors));
    CHECK(more.states.back().fields == one.states.back().fields);
  }
  options.seed = 6;
  CHECK((run({train, valid}, options).result.weights != one.result.weights));
}

TEST_CASE("several graphs of a shard have at most two million terms") {
  class Watched : public Counter {
   public:
    explicit Watched(std::vector<std::vector<Node>>& shards) : shards_(shards) {}
    ShardLoss loss(const Shard& shard) override {
      shards_.emplace_back();
      for (const Record* record : shard.records) shards_.back().push_back(record->graph.n);
      return Counter::loss(shard);
    }

   private:
    std::vector<std::vector<Node>>& shards_;
  };
  std::vector<Record> data;
  for (const Node n : {Node{1} << 20, Node{3} << 20, Node{1}})
    for (int i = 0; i < 20; ++i) data.push_back({{n, {}, {}, {}, {}, {}}, {}, {}});
  std::vector<std::vector<Node>> shards;
  const auto watched = [&shards] { return std::make_shared<Watched>(shards); };
  train(watched, {data, {}}, {.epochs = 1, .batch = 60, .seed = 5}, {}, nullptr, torch::kCPU);
  std::size_t graphs = 0;
  for (const auto& shard : shards) {
    graphs += shard.size();
    CHECK(shard.size() <= 8);
    CHECK((shard.size() == 1 || std::accumulate(shard.begin(), shard.end(), 0U) <= Node{1} << 21));
  }
  CHECK(graphs == 60);
  // Two of 2^20 fill one, and no other is left with room for the next.
  for (std::size_t i = 1; i < shards.size(); ++i)
    CHECK((shards[i - 1].size() == 8 || std::accumulate(shards[i - 1].begin(), shards[i - 1].end(),
                                                        shards[i].front()) > Node{1} << 21));
}

TEST_CASE("training stopped after any batch goes on to the same bytes") {
  const auto train = records(70, 1), valid = records(20, 100);
  const bool validated = GENERATE(true, false);
  const TrainData data{train, validated ? valid : std::span<const Record>()};
  auto options = short_run(3);
  options.threads = 2;
  const auto whole = run(data, options);
  for (int batches = 1; batches <= 9; ++batches) {  // 60 of the 70 have nodes: 3 batches an epoch
    const auto first = run(data, options, nullptr, batches);
    REQUIRE(first.result.interrupted);
    TrainState state = first.states.back();
    std::ranges::reverse(state.tensors);  // files may order them otherwise
    const auto rest = run(data, options, &state);
    CHECK(!rest.result.interrupted);
    CHECK((rest.result.weights == whole.result.weights));
    CHECK(rest.result.best_epoch == whole.result.best_epoch);
    CHECK((rest.states.back().tensors == whole.states.back().tensors));
    CHECK(rest.states.back().fields == whole.states.back().fields);
    CHECK(rest.reports.back().train_loss == whole.reports.back().train_loss);
  }
  const auto again = run(data, options, &whole.states.back());
  CHECK(again.reports.empty());
  CHECK((again.result.weights == whole.result.weights));
}

TEST_CASE("the weights kept are those of the best validation loss") {
  const auto train = records(70, 1);
  auto valid = records(20, 100);
  for (auto& record : valid) record.graph.edges.clear();  // what training moves away from
  auto options = short_run(40);
  options.patience = 3;
  const auto outcome = run({train, valid}, options);
  std::size_t best = 0;
  for (std::size_t e = 0; e < outcome.reports.size(); ++e) {
    const bool better = e == 0 || outcome.reports[e].valid_loss < outcome.reports[best].valid_loss;
    CHECK(outcome.reports[e].best == better);
    if (better) best = e;
  }
  CHECK(outcome.result.best_epoch == best + 1);
  CHECK(outcome.reports.size() == best + 1 + 3);
  CHECK((outcome.result.weights == model_of(outcome.states[best])));
}

TEST_CASE("a loss that is not finite names epoch, batch and tensor") {
  auto data = records(70, 1);
  data[33].graph.id = "poison";
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < data.size(); ++i)
    if (data[i].graph.n > 0) order.push_back(i);
  Stream stream(5, Purpose::shuffle, 1);
  shuffle(order, stream);
  const auto place = std::ranges::find(order, std::size_t{33}) - order.begin();
  CHECK_THROWS_WITH(run({data, {}}, short_run(1)),
                    "epoch 1, batch " + std::to_string(place / 20 + 1) +
                        ": the loss is not finite; a lower --lr or a --clip may help");
  auto wild = short_run(9);
  wild.lr = 1e30;
  CHECK_THROWS_WITH(run({records(70, 1), {}}, wild),
                    Contains("is not finite, nor is") && Contains("net."));
  CHECK_THROWS_WITH(
      run({records(50, 1), data}, short_run(1)),
      "epoch 1: the validation loss is not finite; a lower --lr or a --clip may help");
}

TEST_CASE("training needs records with terms") {
  const auto empty = records(1, 1), some = records(9, 1);
  CHECK_THROWS_WITH(run({empty, {}}, short_run(1)), "nothing to train on");
  CHECK_THROWS_WITH(run({some, empty}, short_run(1)), "nothing to validate on");
}

TEST_CASE("a checkpoint that does not fit is refused") {
  const auto data = records(9, 1);
  TrainState state = run({data, {}}, short_run(1)).states.back();
  SECTION("a tensor too few") {
    std::erase_if(state.tensors, [](const Tensor& t) { return t.name == "model.net.0.bias"; });
    CHECK_THROWS_WITH(run({data, {}}, short_run(2), &state),
                      Contains("4 tensors model.*, expected 5"));
  }
  SECTION("another shape") {
    for (Tensor& tensor : state.tensors)
      if (tensor.name == "mean.net.0.bias") tensor = make_tensor<double>(tensor.name, {0}, {});
    CHECK_THROWS_WITH(run({data, {}}, short_run(2), &state), Contains("mean.net.0.bias"));
  }
  SECTION("a field that is no number") {
    state.fields["best_loss"] = "low";
    CHECK_THROWS_WITH(run({data, {}}, short_run(2), &state),
                      "checkpoint: field best_loss is no number: low");
  }
  SECTION("no field") {
    state.fields.erase("steps");
    CHECK_THROWS_WITH(run({data, {}}, short_run(2), &state), "checkpoint: no field steps");
  }
}

TEST_CASE("an epoch is the best where its loss is below all before, however little") {
  class Scripted : public Counter {
   public:
    ShardLoss loss(const Shard& shard) override {
      static constexpr double by_epoch[] = {1, .999, .9991, .999, .99899, 1.5};
      if (shard.training) return Counter::loss(shard);
      double sum = 0;
      for (const Record* record : shard.records) sum += record->graph.n * by_epoch[shard.epoch - 1];
      return {torch::tensor(sum, torch::kFloat64), {}};
    }
  };
  const auto data = records(20, 1);
  std::vector<bool> best;
  TrainHooks hooks;
  hooks.epoch = [&](const EpochReport& report) { best.push_back(report.best); };
  const auto make = [] { return std::make_shared<Scripted>(); };
  const auto result = train(make, {data, data}, short_run(6), hooks, nullptr, torch::kCPU);
  CHECK(best == std::vector<bool>{true, true, false, false, true, false});
  CHECK(result.best_epoch == 5);
}
