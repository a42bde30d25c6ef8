#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "libgraphvq/model/edges.hpp"
#include "libgraphvq/model/prior.hpp"
#include "libgraphvq/model/torch.hpp"
#include "libgraphvq/sample/sampler.hpp"

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
