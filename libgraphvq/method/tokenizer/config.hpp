#pragma once

#include <cstdint>

#include "libgraphvq/graph/order.hpp"
#include "libgraphvq/method/method.hpp"

namespace graphvq {

/// vq: codes of a learned codebook. raw: the node labels themselves are the codes. continuous: no
/// codes, a node's token is its latent vector z (Eq. 2).
enum class TokenizerKind : std::uint8_t { vq, raw, continuous };

/// What of a node's context enters the tokenizer.
/// full: [x; e] in and out (Eq. 1). features: x alone in and out, no window.
/// nodes: the window is still decoded but enters as zeros (the paper's attribute-only context).
enum class Context : std::uint8_t { full, features, nodes };

/// The VQ tokenizer (Eq. 2 to 4): MLP d+W -> h -> h, codebook K x h, MLP h -> h -> d+W, ReLU
/// between. Tensors: encoder.0.weight [h, d+W], encoder.0.bias, encoder.2.weight [h, h],
/// encoder.2.bias, codebook [K, h], decoder.0.weight [h, h], decoder.0.bias, decoder.2.weight [d+W,
/// h], decoder.2.bias; ema.count [K] and ema.sum [K, h] are statistics, no parameters.
/// The raw one has no tensors, K = d and W = h = 0. The continuous one is an autoencoder: no
/// codebook, no statistics, K = 0.
struct TokenizerConfig {
  TokenizerKind kind = TokenizerKind::vq;
  std::uint32_t features = 1;  // d: size of the node alphabet, 1 where nodes have no labels
  std::uint32_t window = 8;    // W; 0 for Context::features
  std::uint32_t codes = 32;    // K
  std::uint32_t hidden = 32;   // h
  Context context = Context::full;
  double beta = .25;   // commitment weight
  double decay = .99;  // of the EMA codebook
  bool revive = false;

  std::uint32_t width() const { return features + window; }
  bool operator==(const TokenizerConfig&) const = default;
};

/// The tokenizer whose codes are the labels of an alphabet of `features`.
inline TokenizerConfig raw_tokenizer(std::uint32_t features) {
  return {.kind = TokenizerKind::raw,
          .features = features,
          .window = 0,
          .codes = features,
          .hidden = 0};
}

/// The fields of one kind of tokenizer, which stands in `net`.
void tokenizer_fields(TokenizerConfig& net, Fields& fields);

/// A tokenizer as its file has it.
struct TokenizerSetup final : Setup {
  TokenizerConfig net;
  Alphabet node_labels;  // raw value of each of the d features; empty where nodes have no labels
  OrderKind order = OrderKind::bfs;

  explicit TokenizerSetup(TokenizerKind kind);
  void fields(Fields& fields) override;
  void check(const Given& given) override;
  void learn(Lessons& lessons) override;
  std::optional<TokenShape> tokens() const override;
  void describe(Header& header) const override;
};

}  // namespace graphvq
