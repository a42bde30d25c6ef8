#pragma once

#include "libgraphvq/method/chunk/net_batch.hpp"
#include "libgraphvq/nn/torch/torch.hpp"

namespace graphvq {

struct PairPool {
  torch::Tensor mean;    // [rows, h] over the real pairs of each chunk
  torch::Tensor direct;  // [rows, B] head . hidden of each real pair; empty without a head
};

/// hidden = relu(left + right + both) of each pair, pooled without being kept: one pass on the CPU,
/// torch's operators elsewhere. `left`, `right` and `both` [., h] are the first layer's parts for
/// the batch's tensors of these names; `head` [1, h] may be undefined. Differentiable in all four.
PairPool pool_pairs(const ChunkBatch& batch, const torch::Tensor& left, const torch::Tensor& right,
                    const torch::Tensor& both, const torch::Tensor& head);

}  // namespace graphvq
