#pragma once

#include <functional>
#include <vector>

#include "libgraphvq/nn/torch/torch.hpp"

namespace graphvq {

/// piece(b, inputs) summed over the blocks b = 0 .. blocks - 1, differentiable in the inputs. Each
/// block's gradient is taken as soon as its value is known, so what one block keeps for it is all
/// that is in memory.
torch::Tensor summed_blocks(
    std::size_t blocks, const std::vector<torch::Tensor>& inputs,
    const std::function<torch::Tensor(std::size_t, const std::vector<torch::Tensor>&)>& piece);

}  // namespace graphvq
