#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "libgraphvq/method/method.hpp"

namespace graphvq {

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

inline constexpr std::int32_t quota_reach = 24;  // thirds of a node, either way

/// Column of the quota table for a code that `count` of the nodes drawn so far have, in a graph of
/// `nodes`, where `share` of the training nodes have it.
inline std::int32_t quota_column(float count, float nodes, float share) {
  const float thirds = std::nearbyint(3 * (count - nodes * share));
  constexpr auto reach = static_cast<float>(quota_reach);
  return static_cast<std::int32_t>(std::clamp(thirds, -reach, reach)) + quota_reach;
}

/// A structural decoder as its file has it: an edge decoder, or joint, which draws codes and sizes.
struct StructuralSetup final : Setup {
  StructuralConfig net;
  double divisor = 1;  // the temperature of the decisions
  SizeCounts counts;   // p(N), joint alone
  bool joint;
  bool learned_roots = false;  // whether --roots is learned

  explicit StructuralSetup(bool draws_codes) : joint(draws_codes) { net.joint = draws_codes; }
  void fields(Fields& fields) override;
  void check(const Given& given) override;
  void learn(Lessons& lessons) override;
  std::optional<TokenShape> tokens() const override { return TokenShape{net.codes, 0, 0}; }
  const SizeCounts* sizes() const override { return joint ? &counts : nullptr; }
  double temperature() const override { return divisor; }
};

}  // namespace graphvq
