#pragma once

#include <memory>
#include <utility>

#include "libgraphvq/method/chunk/config.hpp"
#include "libgraphvq/method/prior/config.hpp"
#include "libgraphvq/method/tokenizer/config.hpp"

// Models as their files have them, of given configurations and weights.

namespace graphvq::test {

inline Trained prior_model(const PriorConfig& config, Tensors weights) {
  auto setup = std::make_unique<PriorSetup>(config.latent > 0);
  setup->net = config;
  return {std::move(setup), std::move(weights)};
}

inline Trained chunk_model(const ChunkConfig& config, Tensors weights, const CodeTable& table) {
  auto setup = std::make_unique<ChunkSetup>();
  setup->net = config;
  setup->table = table;
  for (auto& tensor : setup->extra()) weights.push_back(std::move(tensor));
  return {std::move(setup), std::move(weights)};
}

/// Records of these node counts, to be drawn.
inline std::vector<Record> empty_records(std::span<const std::uint32_t> sizes) {
  std::vector<Record> records(sizes.size());
  for (std::size_t r = 0; r < sizes.size(); ++r) records[r].graph.n = sizes[r];
  return records;
}

}  // namespace graphvq::test
