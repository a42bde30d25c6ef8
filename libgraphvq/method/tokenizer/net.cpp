#include "libgraphvq/method/tokenizer/net.hpp"

#include <cmath>
#include <set>
#include <string>

#include "libgraphvq/base/random.hpp"
#include "libgraphvq/graph/order.hpp"
#include "libgraphvq/nn/torch/net.hpp"

namespace graphvq {

namespace {

/// A code that has less than this part of an even share of the decayed counts is dead.
constexpr double dead_share = .01;

/// What each code would have of the decayed counts [K] if all were used alike.
double even_share(const torch::Tensor& count) {
  return count.sum().item<double>() / static_cast<double>(count.size(0));
}

/// What enters and leaves the tokenizer for all nodes of some records.
struct Contexts {
  torch::Tensor input;   // [nodes, d + W]
  torch::Tensor target;  // [nodes, d + W]
  torch::Tensor exists;  // [nodes, W]: 1 where i - w >= 0
};

Contexts contexts(const TokenizerConfig& config, std::span<const Record* const> records,
                  const torch::TensorOptions& options) {
  const std::size_t d = config.features, window = config.window, width = config.width();
  std::vector<float> target, exists;
  for (const Record* record : records) {
    const auto label = labels_within(record->graph, config.features);
    const auto mask = windows(record->graph, config.window);
    for (std::size_t i = 0; i < label.size(); ++i) {
      target.resize(target.size() + d);
      target[target.size() - d + label[i]] = 1;
      for (std::size_t w = 0; w < window; ++w) {
        target.push_back(mask[i * window + w]);
        exists.push_back(w < i ? 1.0F : 0.0F);
      }
    }
  }
  const auto nodes = static_cast<std::int64_t>(target.size() / width);
  const auto tensor = [&](std::vector<float>& values, std::size_t columns) {
    return torch::from_blob(values.data(), {nodes, static_cast<std::int64_t>(columns)})
        .to(options, /*non_blocking=*/false, /*copy=*/true);
  };
  Contexts result{{}, tensor(target, width), tensor(exists, window)};
  result.input = result.target;
  if (config.context == Context::nodes) {
    result.input = result.target.clone();
    result.input.narrow(1, config.features, config.window).zero_();
  }
  return result;
}

torch::nn::Sequential perceptron(std::int64_t in, std::int64_t hidden, std::int64_t out) {
  return torch::nn::Sequential(torch::nn::Linear(in, hidden), torch::nn::ReLU(),
                               torch::nn::Linear(hidden, out));
}

/// Holds ema.count and ema.sum under these names.
struct EmaImpl : torch::nn::Module {
  EmaImpl(std::int64_t codes, std::int64_t hidden)
      : count(register_buffer("count", torch::zeros(codes))),
        sum(register_buffer("sum", torch::zeros({codes, hidden}))) {}
  torch::Tensor count;
  torch::Tensor sum;
};

}  // namespace

TokenizerNet::TokenizerNet(const TokenizerConfig& config)
    : config_(config),
      encoder_(
          register_module("encoder", perceptron(config.width(), config.hidden, config.hidden))),
      decoder_(
          register_module("decoder", perceptron(config.hidden, config.hidden, config.width()))) {
  if (!quantizes()) return;
  codebook_ = register_buffer("codebook", torch::zeros({config.codes, config.hidden}));
  const auto ema = register_module("ema", std::make_shared<EmaImpl>(config.codes, config.hidden));
  count_ = ema->count;
  sum_ = ema->sum;
}

ShardLoss TokenizerNet::loss(const Shard& shard) {
  namespace F = torch::nn::functional;
  const Contexts c = contexts(config_, shard.records, options());
  const torch::Tensor z = encoder_->forward(c.input);
  const torch::Tensor codes = quantizes() ? nearest(z) : torch::Tensor();
  const torch::Tensor quantized = quantizes() ? codebook_.index_select(0, codes) : z;
  const torch::Tensor out = decoder_->forward(z + (quantized - z).detach());
  const auto split = [&](const torch::Tensor& rows) {
    return rows.split_with_sizes({config_.features, config_.window}, 1);
  };
  const auto decoded = split(out), target = split(c.target);
  const auto bce =
      F::BinaryCrossEntropyWithLogitsFuncOptions().weight(c.exists).reduction(torch::kSum);

  ShardLoss result;
  result.sum = (decoded[0] - target[0]).square().sum() +
               F::binary_cross_entropy_with_logits(decoded[1], target[1], bce);
  if (!quantizes()) return result;
  result.sum = result.sum + config_.beta * (z - quantized).square().sum();
  if (!shard.training || z.size(0) == 0) return result;
  const torch::Tensor latent = z.detach();
  result.statistics = {
      torch::zeros_like(count_).index_add_(0, codes, torch::ones_like(codes, count_.options())),
      torch::zeros_like(sum_).index_add_(0, codes, latent)};
  if (config_.revive) {
    Stream stream(shard.seed, Purpose::codebook, shard.indices.front(), shard.epoch);
    std::vector<std::int64_t> picks(config_.codes);
    for (auto& pick : picks) pick = stream.below(static_cast<std::uint32_t>(latent.size(0)));
    result.statistics.push_back(latent.index_select(0, torch::tensor(picks).to(latent.device())));
  }
  return result;
}

void TokenizerNet::prepare(std::span<const Record> train, std::uint64_t seed) {
  struct Place {
    const Record* record;
    std::string context;
    Node node;
  };
  std::vector<Place> places;
  const std::uint32_t window = config_.context == Context::full ? config_.window : 0;
  for (const Record& record : train) {
    const auto label = labels_within(record.graph, config_.features);
    const auto mask = windows(record.graph, window);
    for (Node i = 0; i < record.graph.n; ++i) {
      const auto* row = reinterpret_cast<const char*>(mask.data()) + std::size_t{i} * window;
      places.push_back({&record, std::to_string(label[i]) + ' ' + std::string(row, window), i});
    }
  }
  if (places.empty() || !quantizes()) return;
  Stream stream(seed, Purpose::codebook);
  shuffle(places, stream);
  std::set<std::string> seen;
  std::vector<const Place*> chosen, repeats;
  for (const Place& place : places)
    (seen.insert(place.context).second ? chosen : repeats).push_back(&place);
  chosen.insert(chosen.end(), repeats.begin(), repeats.end());

  const torch::NoGradGuard no_grad;
  for (std::int64_t k = 0; k < codebook_.size(0); ++k) {
    const Place& place = *chosen[static_cast<std::size_t>(k) % chosen.size()];
    codebook_[k].copy_(latents(*place.record)[place.node]);
  }
  count_.fill_(1);
  sum_.copy_(codebook_);
}

void TokenizerNet::after_batch(const std::vector<std::vector<torch::Tensor>>& statistics) {
  if (!quantizes()) return;
  const torch::NoGradGuard no_grad;
  count_.mul_(config_.decay);
  sum_.mul_(config_.decay);
  for (const auto& shard : statistics) {
    if (shard.empty()) continue;
    count_.add_(shard[0], 1 - config_.decay);
    sum_.add_(shard[1], 1 - config_.decay);
  }
  if (config_.revive) revive(statistics);
  // A code that no node took keeps its place: the quotient would lose it to rounding in the end.
  const torch::Tensor alive = (count_ > 1e-6).unsqueeze(1);
  codebook_.copy_(torch::where(alive, sum_ / count_.unsqueeze(1), codebook_));
}

void TokenizerNet::revive(const std::vector<std::vector<torch::Tensor>>& statistics) {
  std::vector<const torch::Tensor*> candidates;
  for (const auto& shard : statistics)
    if (shard.size() == 3) candidates.push_back(&shard[2]);
  if (candidates.empty()) return;
  const double even = even_share(count_);
  const torch::Tensor count = count_.to(torch::kCPU, torch::kFloat64);
  for (std::int64_t k = 0; k < count.size(0); ++k) {
    if (count[k].item<double>() >= dead_share * even) continue;
    const torch::Tensor& rows = *candidates[static_cast<std::size_t>(k) % candidates.size()];
    count_[k].fill_(even);
    sum_[k].copy_(rows[k] * even);
  }
}

std::uint64_t TokenizerNet::parameter_count() const {
  return Model::parameter_count() +
         (quantizes() ? static_cast<std::uint64_t>(codebook_.numel()) : 0);
}

std::optional<CodebookUse> TokenizerNet::codebook_use() const {
  if (!quantizes()) return std::nullopt;
  const torch::Tensor count = count_.to(torch::kCPU, torch::kFloat64);
  const torch::Tensor dead = count < dead_share * even_share(count_);
  const torch::Tensor shares = count / count.sum();
  const double entropy = -torch::xlogy(shares, shares).sum().item<double>();
  return CodebookUse{static_cast<std::uint64_t>(dead.sum().item<std::int64_t>()),
                     std::exp(entropy)};
}

torch::Tensor TokenizerNet::latents(const Record& record) {
  const Record* one[] = {&record};
  return encoder_->forward(contexts(config_, one, options()).input);
}

torch::Tensor TokenizerNet::nearest(const torch::Tensor& latents) const {
  const torch::NoGradGuard no_grad;
  return (latents.unsqueeze(1) - codebook_).square().sum(2).argmin(1);
}

torch::Tensor TokenizerNet::decoded() { return decoder_->forward(codebook_); }

namespace {

std::shared_ptr<Model> make(const Setup& setup) {
  return std::make_shared<TokenizerNet>(static_cast<const TokenizerSetup&>(setup).net);
}

const Known known_vq({.kind = "tokenizer", .name = "vq", .make = make});
const Known known_continuous({.kind = "tokenizer", .name = "continuous", .make = make});

}  // namespace

}  // namespace graphvq
