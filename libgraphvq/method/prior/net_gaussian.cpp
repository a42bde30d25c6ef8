#include "libgraphvq/method/prior/net_gaussian.hpp"

#include <numbers>
#include <string>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/nn/torch/net.hpp"

namespace graphvq {

namespace {

struct Vectors {
  Packing packing;
  torch::Tensor before;  // [rows, l] zeros, then the tokens
  torch::Tensor now;     // [rows, l]
};

Vectors vectors(std::size_t width, std::span<const std::span<const float>> sequences,
                const torch::TensorOptions& options) {
  std::vector<std::int64_t> lengths;
  for (const auto& sequence : sequences) {
    if (sequence.size() % width != 0)
      throw Error("tokens that are no vectors of " + std::to_string(width) + " numbers");
    lengths.push_back(static_cast<std::int64_t>(sequence.size() / width));
  }
  Vectors result{pack(lengths), {}, {}};
  std::vector<float> before, now;
  for (std::size_t t = 0; t < result.packing.sizes.size(); ++t)
    for (std::int64_t p = 0; p < result.packing.sizes[t]; ++p) {
      const auto& sequence =
          sequences[static_cast<std::size_t>(result.packing.order[static_cast<std::size_t>(p)])];
      const auto row = sequence.subspan(t * width, width);
      now.insert(now.end(), row.begin(), row.end());
      if (t == 0) {
        before.insert(before.end(), width, 0);
      } else {
        const auto last = sequence.subspan((t - 1) * width, width);
        before.insert(before.end(), last.begin(), last.end());
      }
    }
  const auto tensor = [&](std::vector<float>& values) {
    return torch::from_blob(values.data(), {result.packing.rows, static_cast<std::int64_t>(width)})
        .to(options, /*non_blocking=*/false, /*copy=*/true);
  };
  result.before = tensor(before);
  result.now = tensor(now);
  return result;
}

}  // namespace

GaussianPriorNet::GaussianPriorNet(const PriorConfig& config)
    : config_(config),
      input_(register_module("input", torch::nn::Linear(config.latent, config.hidden))),
      gru_(register_module("gru", Gru(config.hidden, config.hidden, config.layers))),
      mean_(register_module("mean", torch::nn::Linear(config.hidden, config.latent))),
      log_variance_(
          register_module("log_variance", torch::nn::Linear(config.hidden, config.latent))) {}

torch::Tensor GaussianPriorNet::moments(const torch::Tensor& before, const Packing& packing) {
  const torch::Tensor top = gru_->forward(input_->forward(before), packing);
  return torch::cat({mean_->forward(top),
                     log_variance_->forward(top).clamp(-log_variance_reach, log_variance_reach)},
                    1);
}

ShardLoss GaussianPriorNet::loss(const Shard& shard) {
  std::vector<std::span<const float>> sequences;
  for (const Record* record : shard.records) sequences.emplace_back(record->latents);
  const Vectors t = vectors(config_.latent, sequences, mean_->weight.options());
  if (t.packing.rows == 0) return {mean_->bias.sum() * 0, {}};
  const auto parts = moments(t.before, t.packing).chunk(2, 1);
  const torch::Tensor terms = parts[1] + (t.now - parts[0]).square() * torch::exp(-parts[1]);
  const double constant = std::log(2 * std::numbers::pi) * static_cast<double>(t.now.numel());
  return {(terms.sum() + constant) / 2, {}};
}

torch::Tensor GaussianPriorNet::moments(std::span<const float> sequence) {
  const Vectors t = vectors(config_.latent, std::span(&sequence, 1), mean_->weight.options());
  return moments(t.before, t.packing);
}

namespace {

std::shared_ptr<Model> make(const Setup& setup) {
  return std::make_shared<GaussianPriorNet>(static_cast<const PriorSetup&>(setup).net);
}

const Known known({.kind = "prior", .name = "gaussian", .make = make});

}  // namespace

}  // namespace graphvq
