#pragma once

#include <span>
#include <vector>

#include "libgraphvq/graph/graph.hpp"
#include "libgraphvq/method/chunk/config.hpp"
#include "libgraphvq/method/tokenizer/code_table.hpp"
#include "libgraphvq/nn/torch/gru.hpp"
#include "libgraphvq/nn/torch/torch.hpp"

namespace graphvq {

/// One graph under the edge decoder; no edges where they are to be drawn.
struct ChunkItem {
  std::span<const std::uint32_t> codes;
  std::span<const Edge> edges;
};

/// A batch as the edge decoder takes it. r_ij (Eq. 8) is never built: its first linear layer is the
/// sum of what node i, node j and their pair of codes add, each computed once. A row is a chunk.
struct ChunkBatch {
  Packing packing;
  torch::Tensor left;       // [nodes, 2f + 3] h_i, sin and cos of 2 pi i/N, -i/N, g
  torch::Tensor right;      // [nodes, f + 3] h_j, sin and cos of 2 pi j/N, j/N
  torch::Tensor both;       // [U, 2f] h_i*h_j, |h_i-h_j| for each pair of codes that occurs
  torch::Tensor left_row;   // [rows * B] which row of `left` each pair takes; 0 in the padding
  torch::Tensor right_row;  // [rows * B]
  torch::Tensor both_row;   // [rows * B]
  torch::Tensor mask;       // [rows, B] 1 for real pairs
  torch::Tensor bits;       // [rows, B] 1 for edges
  torch::Tensor previous;   // [rows - sizes[0], B] bits of the chunk before, from step 1 on
};

/// Throws Error where a code is none of the table's.
ChunkBatch chunk_batch(const ChunkConfig& config, const CodeTable& table,
                       std::span<const ChunkItem> items, const torch::TensorOptions& options);

}  // namespace graphvq
