#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

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

/// The GRU prior over codes (Eq. 5 and 6); code K is SOS, code K+1 is EOS. With `latent` the
/// Gaussian one over continuous tokens, without SOS and EOS: K = 0, and its tensors are further
/// below. Tensors: embedding.weight [K+2, h], gru.weight_ih_lX [3h, h], gru.weight_hh_lX [3h, h],
/// gru.bias_ih_lX [3h], gru.bias_hh_lX [3h] (gates r, z, n as in torch.nn.GRU), output.weight [K+2,
/// h], output.bias. With `label_embedding` also label_embedding.weight [K, h]: added to a code's
/// embedding, and to stand for the codebook in Stage B.
/// The Gaussian prior has input.weight [h, l] and input.bias (of the token before, zeros at first),
/// gru.*, mean.weight [l, h], mean.bias, log_variance.weight [l, h] and log_variance.bias.
struct PriorConfig {
  std::uint32_t codes = 32;
  std::uint32_t hidden = 32;
  std::uint32_t layers = 2;
  bool label_embedding = false;  // raw codes
  std::uint32_t latent = 0;      // l: width of continuous tokens; 0 for codes

  std::uint32_t start() const { return codes; }
  std::uint32_t end() const { return codes + 1; }
  std::uint32_t vocabulary() const { return codes + 2; }
  bool operator==(const PriorConfig&) const = default;
};

/// Log-variances of the Gaussian prior are cut to [-log_variance_reach, log_variance_reach]: tokens
/// of few distinct contexts have no density.
inline constexpr float log_variance_reach = 8;

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
struct EdgesConfig {
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
  bool operator==(const EdgesConfig&) const = default;
};

/// What can be taken out of a structural model, to see what it is worth: its weights stay 0.
/// triangles: features open0 to beside. kinship: features equal, same, kin. passing: messages
/// between nodes. row: the GRU over rows. frontier: states of lo and of the frontier's mean.
/// chosen: the sum S over chosen neighbours. counts: codes drawn so far. quota: their scalars.
enum class StructuralPart : std::uint8_t {
  triangles,
  kinship,
  passing,
  row,
  frontier,
  chosen,
  counts,
  quota
};

/// The structural decoder: a row is its code, a root bit and one bit for each node of the frontier,
/// each decision with the exact features of the partial graph (PartialGraph).
/// joint: codes are drawn by the same network, row by row; else they are all given first.
/// With u = the code's embedding (joint; c = h) or a BiGRU over all embeddings (c = 2h), tensors:
/// embedding.weight [K, h]; context.forward.*, context.backward.* (GRUs h -> h, not joint);
/// left, right, enter .weight [h, c] and .bias; size.weight [h, 4] and .bias; product.weight,
/// spread.weight, value.weight, chosen.weight, row_left.weight, oldest.weight, frontier.weight
/// [h, h]; own_L.weight [h, h] and .bias, neighbour_L.weight [h, h] for each pass; row.* (a GRU h
/// -> h); table.weight [feature_offsets.back(), h]; edge.0.weight [h, h], edge.0.bias,
/// edge.2.weight [1, h], edge.2.bias; joint alone: degree_embedding.weight [32, h],
/// span_embedding.weight [66, h], left_embedding.weight [130, h], counts.weight [h, 2K],
/// code.0.weight [h, h], code.0.bias, code.2.weight [K, h], code.2.bias, quota [K, 49], and the
/// buffer share [K].
struct StructuralConfig {
  std::uint32_t codes = 32;
  std::uint32_t hidden = 64;
  std::uint32_t passes = 2;
  bool joint = true;
  bool roots = true;    // root bits are drawn; without them every graph is connected
  double dropout = .1;  // in the two output networks
  std::vector<StructuralPart> without = {};

  std::uint32_t context_width() const { return joint ? hidden : 2 * hidden; }
  bool has(StructuralPart part) const {
    return std::find(without.begin(), without.end(), part) == without.end();
  }
  bool operator==(const StructuralConfig&) const = default;
};

/// How a codebook is used, by the decayed counts of its EMA.
struct CodebookUse {
  std::uint64_t dead = 0;  // codes that have less than a hundredth of an even share
  double perplexity = 0;   // exp of the entropy of the shares
};

inline constexpr std::int32_t quota_reach = 24;  // thirds of a node, either way

/// Column of the quota table for a code that `count` of the nodes drawn so far have, in a graph of
/// `nodes`, where `share` of the training nodes have it.
inline std::int32_t quota_column(float count, float nodes, float share) {
  const float thirds = std::nearbyint(3 * (count - nodes * share));
  constexpr auto reach = static_cast<float>(quota_reach);
  return static_cast<std::int32_t>(std::clamp(thirds, -reach, reach)) + quota_reach;
}

}  // namespace graphvq
