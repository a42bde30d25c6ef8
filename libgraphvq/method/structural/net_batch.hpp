#pragma once

#include <cstdint>
#include <vector>

#include "libgraphvq/graph/row_decisions.hpp"
#include "libgraphvq/method/structural/config.hpp"
#include "libgraphvq/nn/torch/gru.hpp"
#include "libgraphvq/nn/torch/mix.hpp"
#include "libgraphvq/nn/torch/model.hpp"
#include "libgraphvq/nn/torch/torch.hpp"

namespace graphvq {

/// Whole rows of whole graphs, cut so that what the network keeps for the gradient is bounded.
struct DecisionBlock {
  torch::Tensor bits;  // [P] of 0 and 1
  Mix left, right;     // of each decision: its row j and its candidate i
  Mix features;        // rows of the table
  Mix chosen;          // neighbours chosen before, over the root of their number
};

/// A shard's graphs with a row a node, as `packing` lays the rows out.
struct StructuralBatch {
  Packing packing;
  std::int64_t rows = 0;
  Mix codes;                 // rows of an embedding
  Mix reversed;              // row of (graph, n - 1 - t): an involution
  torch::Tensor target;      // [rows] int64, the codes
  torch::Tensor sizes;       // [rows, 4]: n/32, j/32, j/n, ln n
  Mix left, degrees, spans;  // rows of the embeddings of nodes left, back degree, j - parent
  Mix before;                // row j - 1; nothing for j = 0
  Mix neighbours;            // earlier neighbours over the root of their number
  Mix oldest, frontier;      // row lo(j); mean of lo(j) .. j - 1; nothing for j = 0
  torch::Tensor counts;      // [rows, 2K]: codes before j, over 8 and times 4/n; joint alone
  Mix quota;                 // [rows * K] into [K * 49]; joint alone
  std::vector<DecisionBlock> blocks;
};

/// `share` [K] as in StructuralConfig. Throws Error as decisions() does.
StructuralBatch structural_batch(const StructuralConfig& config, std::span<const float> share,
                                 const std::vector<const Record*>& records,
                                 const torch::TensorOptions& options);

}  // namespace graphvq
