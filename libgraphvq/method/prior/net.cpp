#include "libgraphvq/method/prior/net.hpp"

#include <string>

#include "libgraphvq/base/error.hpp"

namespace graphvq {

namespace {

struct Tokens {
  Packing packing;
  torch::Tensor input;   // [rows] SOS, then the codes
  torch::Tensor target;  // [rows] the codes, then EOS
};

Tokens tokens(const PriorConfig& config, std::span<const std::span<const std::uint32_t>> sequences,
              torch::Device device) {
  std::vector<std::int64_t> lengths;
  for (const auto& codes : sequences) {
    for (const auto code : codes)
      if (code >= config.codes)
        throw Error("code " + std::to_string(code) + " under a prior of " +
                    std::to_string(config.codes) + " codes");
    lengths.push_back(static_cast<std::int64_t>(codes.size()) + 1);
  }
  Tokens result{pack(lengths), {}, {}};
  std::vector<std::int64_t> input, target;
  for (std::size_t t = 0; t < result.packing.sizes.size(); ++t)
    for (std::int64_t p = 0; p < result.packing.sizes[t]; ++p) {
      const auto& codes =
          sequences[static_cast<std::size_t>(result.packing.order[static_cast<std::size_t>(p)])];
      input.push_back(t == 0 ? config.start() : codes[t - 1]);
      target.push_back(t == codes.size() ? config.end() : codes[t]);
    }
  result.input = torch::tensor(input).to(device);
  result.target = torch::tensor(target).to(device);
  return result;
}

}  // namespace

PriorNet::PriorNet(const PriorConfig& config)
    : config_(config),
      embedding_(
          register_module("embedding", torch::nn::Embedding(config.vocabulary(), config.hidden))),
      gru_(register_module("gru", Gru(config.hidden, config.hidden, config.layers))),
      output_(register_module("output", torch::nn::Linear(config.hidden, config.vocabulary()))) {
  if (config.label_embedding)
    label_ = register_module("label_embedding", torch::nn::Embedding(config.codes, config.hidden));
}

torch::Tensor PriorNet::embed(const torch::Tensor& codes) {
  const torch::Tensor rows = embedding_->forward(codes);
  if (!config_.label_embedding) return rows;
  // SOS is no label: nothing is added to it.
  const torch::Tensor real = (codes < static_cast<std::int64_t>(config_.codes)).unsqueeze(1);
  return rows + label_->forward(codes.clamp_max(config_.codes - 1)) * real;
}

ShardLoss PriorNet::loss(const Shard& shard) {
  std::vector<std::span<const std::uint32_t>> sequences;
  for (const Record* record : shard.records) sequences.emplace_back(record->codes);
  const Tokens t = tokens(config_, sequences, embedding_->weight.device());
  const torch::Tensor logits = output_->forward(gru_->forward(embed(t.input), t.packing));
  namespace F = torch::nn::functional;
  return {F::cross_entropy(logits, t.target, F::CrossEntropyFuncOptions().reduction(torch::kSum)),
          {}};
}

torch::Tensor PriorNet::logits(std::span<const std::uint32_t> codes) {
  const Tokens t = tokens(config_, std::span(&codes, 1), embedding_->weight.device());
  return output_->forward(gru_->forward(embed(t.input), t.packing));
}

torch::Tensor PriorNet::step(const torch::Tensor& codes, torch::Tensor& state) {
  return output_->forward(gru_->step(embed(codes), state));
}

}  // namespace graphvq
