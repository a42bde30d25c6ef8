#include "libgraphvq/method/tokenizer/token_codes.hpp"

namespace graphvq {

LatentDecoder latent_decoder(const TokenizerConfig& config, const Tensors& tensors) {
  LatentDecoder decoder{config, {}};
  for (const auto& tensor : tensors)
    if (tensor.name.starts_with("decoder.")) decoder.weights.push_back(tensor);
  return decoder;
}

TokenCodes own_codes(const LatentDecoder& decoder, std::span<const Record* const> records) {
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

TokenCodes own_codes(const LatentDecoder& decoder, std::span<const Record> records) {
  std::vector<const Record*> all;
  for (const auto& record : records) all.push_back(&record);
  return own_codes(decoder, all);
}

std::vector<std::vector<std::uint32_t>> codes_of(std::span<const Record> records) {
  std::vector<std::vector<std::uint32_t>> codes;
  for (const auto& record : records) codes.push_back(record.codes);
  return codes;
}

}  // namespace graphvq
