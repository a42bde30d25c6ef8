#include "cmd/models/token_codes.hpp"

#include <fmt/format.h>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/measure/judge/fidelity.hpp"

namespace graphvq {

void require_codes(const Dataset& data, const char* what) {
  if (data.header.latent)
    throw Error(fmt::format(
        "{}: has continuous tokens, {} takes codes; `graphvq train-tokenizer --kind vq` gives some",
        data.name, what));
}

TokenCodes own_codes(const LatentDecoder& decoder, const std::vector<const Record*>& records) {
  TokenCodes result;
  std::vector<float> vectors;
  std::uint32_t next = 0;
  for (const auto* record : records) {
    auto& codes = result.codes.emplace_back(record->graph.n);
    for (auto& code : codes) code = next++;
    vectors.insert(vectors.end(), record->latents.begin(), record->latents.end());
  }
  result.table = latent_table(decoder.config, decoder.weights, vectors);
  return result;
}

TokenCodes token_codes(const CodeTable& table, const std::optional<LatentDecoder>& decoder,
                       const std::vector<Record>& records) {
  if (decoder) {
    std::vector<const Record*> all;
    for (const auto& record : records) all.push_back(&record);
    return own_codes(*decoder, all);
  }
  TokenCodes result{table, {}};
  for (const auto& record : records) result.codes.push_back(record.codes);
  return result;
}

EdgesKernel edges_kernel(const EdgesModel& model, const CodeTable& table,
                         std::optional<Condition> condition) {
  auto config = model.config;
  if (model.decoder) config.codes = table.codes;
  if (condition) config.condition = *condition;
  return {config, model.weights, table};
}

TokenPrior::TokenPrior(const PriorModel& model) : config_(model.config) {
  if (config_.latent > 0)
    latents_.emplace(config_, model.weights);
  else
    codes_.emplace(config_, model.weights);
}

void TokenPrior::sample(std::span<const std::uint32_t> sizes, const Draw& draw,
                        std::span<Record> records) const {
  const auto give = [&](auto tokens, auto member) {
    for (std::size_t r = 0; r < records.size(); ++r) records[r].*member = std::move(tokens[r]);
  };
  if (latents_)
    give(latents_->sample(sizes, draw), &Record::latents);
  else
    give(codes_->sample(sizes, draw), &Record::codes);
}

double TokenPrior::nll(const Record& record) const {
  if (latents_) return latents_->nll(record.latents);
  const auto& codes = record.codes;
  const auto logits = codes_->logits(codes);
  double nll = 0;
  for (std::size_t i = 0; i <= codes.size(); ++i) {
    const auto* first = logits.data() + i * config_.vocabulary();
    const std::vector<double> row(first, first + config_.vocabulary());
    nll += log_sum_exp(row) - row[i < codes.size() ? codes[i] : config_.end()];
  }
  return nll;
}

}  // namespace graphvq
