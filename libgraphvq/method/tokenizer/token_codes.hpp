#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "libgraphvq/base/tensor.hpp"
#include "libgraphvq/data/record.hpp"
#include "libgraphvq/method/tokenizer/code_table.hpp"

namespace graphvq {

/// What Stage B needs of a continuous tokenizer.
struct LatentDecoder {
  TokenizerConfig config;
  Tensors weights;  // decoder.*
};
LatentDecoder latent_decoder(const TokenizerConfig& config, const Tensors& tensors);

/// Codes of records and the table that they are of. A continuous token is a code of its own: its
/// number among all tokens that were added.
struct TokenCodes {
  CodeTable table;
  std::vector<std::vector<std::uint32_t>> codes;  // of each record
};
/// Of continuous tokens.
TokenCodes own_codes(const LatentDecoder& decoder, std::span<const Record* const> records);
/// Of records with tokens of `decoder`.
TokenCodes own_codes(const LatentDecoder& decoder, std::span<const Record> records);

/// The codes of each record.
std::vector<std::vector<std::uint32_t>> codes_of(std::span<const Record> records);

}  // namespace graphvq
