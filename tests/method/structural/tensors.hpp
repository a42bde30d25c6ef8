#pragma once

#include "libgraphvq/graph/partial_graph.hpp"
#include "libgraphvq/method/structural/config.hpp"
#include "tests/method/reference.hpp"

namespace graphvq::test {

/// All tensors of a structural decoder, drawn at random.
inline Tensors structural_tensors(const StructuralConfig& config, std::uint64_t seed,
                                  double scale = .4) {
  RandomTensors random{Stream(seed, Purpose::init), scale};
  const std::int64_t h = config.hidden, codes = config.codes, c = config.context_width();
  random.add("embedding.weight", {codes, h});
  if (!config.joint) {
    random.add_gru("context.forward.", "_l0", h, h);
    random.add_gru("context.backward.", "_l0", h, h);
  }
  random.add_gru("row.", "_l0", h, h);
  const auto linear = [&](const std::string& name, std::int64_t rows, std::int64_t columns) {
    random.add(name + ".weight", {rows, columns});
    random.add(name + ".bias", {rows});
  };
  for (const auto* name : {"left", "right", "enter"}) linear(name, h, c);
  linear("size", h, 4);
  for (const auto* name :
       {"product", "spread", "value", "chosen", "row_left", "oldest", "frontier"})
    random.add(name + std::string(".weight"), {h, h});
  for (std::uint32_t pass = 0; pass < config.passes; ++pass) {
    linear("own_" + std::to_string(pass), h, h);
    random.add("neighbour_" + std::to_string(pass) + ".weight", {h, h});
  }
  random.add("table.weight", {feature_offsets.back(), h});
  linear("edge.0", h, h);
  linear("edge.2", 1, h);
  if (config.joint) {
    random.add("degree_embedding.weight", {32, h});
    random.add("span_embedding.weight", {66, h});
    random.add("left_embedding.weight", {130, h});
    random.add("counts.weight", {h, 2 * codes});
    linear("code.0", h, h);
    linear("code.2", codes, h);
    random.add("quota", {codes, 2 * quota_reach + 1});
    random.add("share", {codes});
  }
  return random.tensors;
}

}  // namespace graphvq::test
