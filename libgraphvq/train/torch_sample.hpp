#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "libgraphvq/method/chunk/net.hpp"
#include "libgraphvq/method/prior/net.hpp"
#include "libgraphvq/method/sampler.hpp"
#include "libgraphvq/nn/torch/torch.hpp"

namespace graphvq {

/// Stage A on the model's device: sizes[g] codes for record draw.first + g.
std::vector<std::vector<std::uint32_t>> torch_sample_codes(PriorModel& model,
                                                           const PriorConfig& config,
                                                           std::span<const std::uint32_t> sizes,
                                                           const Draw& draw, torch::Device device);

/// Stage B on the model's device.
std::vector<std::vector<Edge>> torch_sample_edges(EdgesModel& model, const EdgesConfig& config,
                                                  std::span<const std::vector<std::uint32_t>> codes,
                                                  const Draw& draw, torch::Device device);

}  // namespace graphvq
