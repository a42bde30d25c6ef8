#pragma once

#include <string>

#include "libgraphvq/nn/torch/torch.hpp"

namespace graphvq {

/// The device of that name: cpu, cuda or cuda:N. CUDA's half of LibTorch is loaded when it is asked
/// for, so that one build serves machines with and without a GPU. Throws Error where the library,
/// the driver or the device is absent.
torch::Device find_device(const std::string& name);

}  // namespace graphvq
