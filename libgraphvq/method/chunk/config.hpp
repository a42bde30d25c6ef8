#pragma once

#include <cstdint>
#include <optional>

#include "libgraphvq/method/method.hpp"
#include "libgraphvq/method/tokenizer/token_codes.hpp"

namespace graphvq {

/// What stands for h_i in a pair's features (Eq. 8), g included. pair: [codebook row; one-hot of
/// the decoded label]. mean: the graph's mean of these, for every node. none: zeros. shuffled:
/// pair, but trained on codes permuted among the nodes of a batch (sampling uses the codes as they
/// are).
enum class Condition : std::uint8_t { pair, mean, none, shuffled };
/// How the previous chunk's embedding and the pooled pairs meet: added, or side by side (GRU input
/// 2h).
enum class ChunkInput : std::uint8_t { sum, concat };
/// chunk: bit b is w_b s_q. ar: a GRU cell over the bits, input [s_q; previous bit], started from
/// s_q, then w_b. pair: Linear 2h -> 1 on [s_q; the pair's own projection].
enum class Readout : std::uint8_t { chunk, ar, pair };

/// The chunk decoder (Eq. 8 to 10). f = h_tok + d is the width of h_i; r_ij has 5 f + 5 entries, in
/// the order h_i, h_j, h_i*h_j, |h_i-h_j|, sin and cos of 2 pi i/N, sin and cos of 2 pi j/N,
/// (j-i)/N, g. Tensors: pair.0.weight [h, 5f+5], pair.0.bias, pair.2.weight [h, h], pair.2.bias,
/// bits.weight [h, B], bits.bias, start [h] (replaces the bits' embedding at q = 1), gru.* as in
/// the prior (input h, or 2h for concat: [bits; pool]), readout.weight [B, h] and readout.bias [B]
/// (pair: [1, 2h] and [1]); ar adds cell.weight_ih [3h, h+1], cell.weight_hh [3h, h], cell.bias_ih,
/// cell.bias_hh.
struct ChunkConfig {
  /// K of the tokenizer. Of continuous tokens, each a code of its own: those that corruption draws
  /// from, the training nodes.
  std::uint32_t codes = 32;
  std::uint32_t code_width = 32;  // h of the tokenizer
  std::uint32_t features = 1;     // d
  std::uint32_t hidden = 32;
  std::uint32_t layers = 2;
  std::uint32_t chunk = 8;  // B
  Condition condition = Condition::pair;
  ChunkInput chunk_input = ChunkInput::sum;
  Readout readout = Readout::chunk;
  double corrupt = 0;     // rho
  double pos_weight = 1;  // w+

  std::uint32_t node_width() const { return code_width + features; }
  std::uint32_t pair_width() const { return 5 * node_width() + 5; }
  bool operator==(const ChunkConfig&) const = default;
};

/// A chunk decoder as its file has it.
struct ChunkSetup final : Setup {
  ChunkConfig net;
  double divisor = 1;       // the temperature
  bool continuous = false;  // tokens, which `decoder` reads
  LatentDecoder decoder;
  CodeTable table;  // of the tokens that it learns from
  // Where these are raw: hash of the prior that learned the vectors of labels, or "".
  std::optional<std::string> label_embedding;

  void fields(Fields& fields) override;
  void check(const Given& given) override;
  void learn(Lessons& lessons) override;
  Tensors extra() const override;
  /// The reverse of extra(): moves what it added out of a file's tensors. Throws Error where that
  /// is not there.
  void take_extra(Tensors& tensors);
  std::optional<TokenShape> tokens() const override {
    if (continuous) return TokenShape{0, decoder.config.hidden, net.features};
    return TokenShape{net.codes, 0, net.features};
  }
  double temperature() const override { return divisor; }
};

}  // namespace graphvq
