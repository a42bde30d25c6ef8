#include "libgraphvq/train/loop.hpp"

#include <ATen/Parallel.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <mutex>
#include <numbers>
#include <utility>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/base/parallel.hpp"
#include "libgraphvq/base/random.hpp"
#include "libgraphvq/train/adam.hpp"
#include "libgraphvq/train/checkpoint.hpp"

namespace graphvq {

namespace {

using Picks = std::vector<std::size_t>;  // indices of records

constexpr const char* way_out = "; a lower --lr or a --clip may help";

struct ShardResult {
  double loss = 0;
  torch::Tensor gradient;  // [P], in training
  std::vector<torch::Tensor> statistics;
};

ShardResult run_shard(Model& model, const Shard& shard) {
  const torch::AutoGradMode gradients(shard.training);
  ShardLoss loss = model.loss(shard);
  ShardResult result;
  result.loss = loss.sum.item<double>();
  if (shard.training) result.gradient = flat_gradient(model, loss.sum);
  result.statistics = std::move(loss.statistics);
  return result;
}

bool all_finite(const torch::Tensor& tensor) { return torch::isfinite(tensor).all().item<bool>(); }

class Run {
 public:
  Run(const ModelFactory& make, const TrainData& data, const TrainOptions& options,
      const TrainState* resume, torch::Device device);
  TrainResult go(const TrainHooks& hooks);

 private:
  bool run_epoch(const TrainHooks& hooks);
  void run_batch(std::span<const std::size_t> picks);
  std::optional<double> validate();
  std::vector<ShardResult> run_shards(std::span<const Record> records,
                                      std::span<const std::size_t> picks, bool training);
  std::vector<std::span<const std::size_t>> shards_of(std::span<const Record> records,
                                                      std::span<const std::size_t> picks) const;
  Picks of_use(std::span<const Record> records) const;
  /// What a loss is divided by.
  std::int64_t terms(std::span<const Record> records, std::span<const std::size_t> picks) const;
  void share_weights();
  [[noreturn]] void fail(const std::string& what, const torch::Tensor& gradient) const;
  bool finished() const;

  TrainData data_;
  TrainOptions options_;
  std::vector<std::shared_ptr<Model>> models_;  // one a worker, all with the weights of the first
  Picks train_;
  Picks valid_;
  std::optional<Adam> adam_;
  Position position_;
  Tensors best_;

  Model& model() const { return *models_.front(); }
  std::uint32_t epoch() const { return position_.epoch + 1; }  // the one that runs
  std::size_t batch_size() const { return std::max(1U, options_.batch); }
  std::uint64_t epoch_size() const {
    return options_.epoch_records > 0 ? options_.epoch_records : train_.size();
  }
  double rate() const;
  Picks epoch_picks() const;
};

Run::Run(const ModelFactory& make, const TrainData& data, const TrainOptions& options,
         const TrainState* resume, torch::Device device)
    : data_(data), options_(options) {
  const unsigned workers = device.is_cpu() ? std::max(1U, options.threads) : 1;
  for (unsigned i = 0; i < workers; ++i) models_.push_back(make());
  train_ = of_use(data.train);
  valid_ = of_use(data.valid);
  const auto in = [](const std::string& name) { return name.empty() ? "" : name + ": "; };
  if (train_.empty()) throw Error(in(data.train_name) + "nothing to train on");
  if (valid_.empty() && !data.valid.empty())
    throw Error(in(data.valid_name) + "nothing to validate on");

  const Tensors names = export_weights(model());
  if (resume)
    import_weights(model(), group(*resume, "model.", names));
  else
    initialise(model(), options.seed);
  for (const auto& replica : models_) replica->to(device);
  if (!resume) model().prepare(data.train, options.seed);
  adam_.emplace(flatten_parameters(model()));
  if (resume) {
    position_ = read_position(*resume);
    read_moments(*resume, model(), *adam_);
    if (position_.best_epoch > 0 && !valid_.empty()) best_ = group(*resume, "best.", names);
  }
  share_weights();
}

Picks Run::of_use(std::span<const Record> records) const {
  Picks picks;
  for (std::size_t i = 0; i < records.size(); ++i)
    if (model().learns_from(records[i])) picks.push_back(i);
  return picks;
}

std::int64_t Run::terms(std::span<const Record> records, std::span<const std::size_t> picks) const {
  std::int64_t total = 0, nodes = 0;
  for (const std::size_t i : picks) {
    total += model().terms(records[i]);
    nodes += records[i].graph.n;
  }
  return total > 0 ? total : nodes;  // single nodes have codes and no decision
}

void Run::share_weights() {
  const auto share = [](const auto& from, const auto& to) {
    for (std::size_t i = 0; i < from.size(); ++i) to[i].set_data(from[i].data());
  };
  for (std::size_t i = 1; i < models_.size(); ++i) {
    share(model().parameters(), models_[i]->parameters());
    share(model().buffers(), models_[i]->buffers());
  }
}

std::vector<std::span<const std::size_t>> Run::shards_of(std::span<const Record> records,
                                                         std::span<const std::size_t> picks) const {
  std::vector<std::span<const std::size_t>> shards;
  std::int64_t sum = 0;
  std::size_t first = 0;
  for (std::size_t i = 0; i < picks.size(); ++i) {
    const std::int64_t count = model().terms(records[picks[i]]);
    if (i > first && (i - first == shard_size || sum + count > shard_terms)) {
      shards.push_back(picks.subspan(first, i - first));
      first = i;
      sum = 0;
    }
    sum += count;
  }
  shards.push_back(picks.subspan(first));
  return shards;
}

std::vector<ShardResult> Run::run_shards(std::span<const Record> records,
                                         std::span<const std::size_t> picks, bool training) {
  const auto shards = shards_of(records, picks);
  std::vector<ShardResult> results(shards.size());
  const auto workers = static_cast<unsigned>(models_.size());
  parallel(results.size(), workers, [&](unsigned worker, std::size_t index) {
    at::set_num_threads(1);  // OpenMP counts for each thread: a new one would start a team and spin
    Shard shard{.seed = options_.seed, .epoch = epoch(), .training = training};
    for (const std::size_t i : shards[index]) {
      shard.records.push_back(&records[i]);
      shard.indices.push_back(i);
    }
    results[index] = run_shard(*models_[worker], shard);
  });
  return results;
}

void Run::run_batch(std::span<const std::size_t> picks) {
  std::vector<ShardResult> shards = run_shards(data_.train, picks, true);
  const std::int64_t count = terms(data_.train, picks);
  double loss = 0;
  torch::Tensor gradient = torch::zeros_like(adam_->mean);
  std::vector<std::vector<torch::Tensor>> statistics;
  for (ShardResult& shard : shards) {
    loss += shard.loss;
    gradient += shard.gradient;
    statistics.push_back(std::move(shard.statistics));
  }
  gradient /= static_cast<double>(count);
  if (!std::isfinite(loss)) fail("loss", gradient);
  if (!all_finite(gradient)) fail("gradient", gradient);

  if (options_.clip > 0) {
    const double norm = gradient.norm().item<double>();
    if (norm > options_.clip) gradient *= options_.clip / norm;
  }
  adam_->step(gradient, rate(), options_.weight_decay);
  {
    const torch::NoGradGuard no_grad;
    model().after_batch(statistics);
  }
  share_weights();  // after_batch may have put other tensors in the place of buffers
  position_.loss_sum += loss;
  position_.loss_terms += count;
  ++position_.batch;
}

/// The learning rate of the batch that runs.
double Run::rate() const {
  const std::uint64_t each = (epoch_size() + batch_size() - 1) / batch_size();
  const double done = (static_cast<double>(position_.epoch) * static_cast<double>(each) +
                       static_cast<double>(position_.batch)) /
                      (static_cast<double>(options_.epochs) * static_cast<double>(each));
  const double high = (1 + options_.final_lr) / 2, swing = (1 - options_.final_lr) / 2;
  return options_.lr * (high + swing * std::cos(std::numbers::pi * done));
}

/// Records of the epoch that runs: the next ones of endless passes, each in an order of its own.
Picks Run::epoch_picks() const {
  Picks picks;
  const std::uint64_t first = position_.epoch * epoch_size();
  for (std::uint64_t pass = first / train_.size(); picks.size() < epoch_size(); ++pass) {
    Picks order = train_;
    Stream stream(options_.seed, Purpose::shuffle, pass + 1);
    shuffle(order, stream);
    const std::uint64_t skip = picks.empty() ? first - pass * train_.size() : 0;
    const std::uint64_t take =
        std::min<std::uint64_t>(order.size() - skip, epoch_size() - picks.size());
    picks.insert(picks.end(), order.begin() + static_cast<std::ptrdiff_t>(skip),
                 order.begin() + static_cast<std::ptrdiff_t>(skip + take));
  }
  return picks;
}

void Run::fail(const std::string& what, const torch::Tensor& gradient) const {
  std::string tensor;
  std::int64_t offset = 0;
  for (const auto& item : model().named_parameters()) {
    if (!tensor.empty() || !item.value().requires_grad()) continue;
    if (!all_finite(item.value()))
      tensor = item.key();
    else if (!all_finite(gradient.narrow(0, offset, item.value().numel())))
      tensor = "the gradient of " + item.key();
    offset += item.value().numel();
  }
  throw Error("epoch " + std::to_string(epoch()) + ", batch " +
              std::to_string(position_.batch + 1) + ": the " + what + " is not finite" +
              (tensor.empty() ? "" : ", nor is " + tensor) + way_out);
}

std::optional<double> Run::validate() {
  if (valid_.empty()) return std::nullopt;
  double loss = 0;
  for (const ShardResult& shard : run_shards(data_.valid, valid_, false)) loss += shard.loss;
  loss /= static_cast<double>(terms(data_.valid, valid_));
  if (!std::isfinite(loss))
    throw Error("epoch " + std::to_string(epoch()) + ": the validation loss is not finite" +
                way_out);
  return loss;
}

/// The rest of the current epoch; false where stop() broke it off.
bool Run::run_epoch(const TrainHooks& hooks) {
  const auto begin = std::chrono::steady_clock::now();
  const Picks order = epoch_picks();
  for (std::size_t at = position_.batch * batch_size(); at < order.size(); at += batch_size()) {
    run_batch(std::span(order).subspan(at, std::min(batch_size(), order.size() - at)));
    if (hooks.stop && hooks.stop()) return false;
  }

  EpochReport report;
  report.epoch = epoch();
  report.epochs = options_.epochs;
  report.train_loss = position_.loss_sum / static_cast<double>(position_.loss_terms);
  report.valid_loss = validate();
  report.codebook = model().codebook_use();
  report.best = report.valid_loss && *report.valid_loss < position_.best_loss;
  if (report.best) {
    position_.best_loss = *report.valid_loss;
    position_.best_epoch = epoch();
    best_ = export_weights(model());
  }
  ++position_.epoch;
  position_.batch = 0;
  position_.loss_sum = 0;
  position_.loss_terms = 0;
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (hooks.epoch) hooks.epoch(report);
  return true;
}

bool Run::finished() const {
  return position_.epoch >= options_.epochs ||
         (options_.patience > 0 && !valid_.empty() &&
          position_.epoch - position_.best_epoch >= options_.patience);
}

TrainResult Run::go(const TrainHooks& hooks) {
  TrainResult result;
  result.parameters = model().parameter_count();
  while (!finished() && !result.interrupted) {
    result.interrupted = !run_epoch(hooks);
    if (hooks.checkpoint) hooks.checkpoint(save(position_, *adam_, model(), best_));
  }
  result.best_epoch = best_.empty() ? position_.epoch : position_.best_epoch;
  result.weights = best_.empty() ? export_weights(model()) : best_;
  return result;
}

}  // namespace

TrainResult train(const ModelFactory& make, const TrainData& data, const TrainOptions& options,
                  const TrainHooks& hooks, const TrainState* resume, torch::Device device) {
  use_one_torch_thread();
  return Run(make, data, options, resume, device).go(hooks);
}

void use_one_torch_thread() {
  static std::once_flag once;  // LibTorch refuses a second call of the latter
  std::call_once(once, [] {
    at::set_num_threads(1);
    at::set_num_interop_threads(1);
  });
}

}  // namespace graphvq
