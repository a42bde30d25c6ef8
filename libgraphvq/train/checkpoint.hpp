#pragma once

#include <cstdint>
#include <limits>

#include "libgraphvq/nn/torch/torch.hpp"
#include "libgraphvq/train/adam.hpp"
#include "libgraphvq/train/backend.hpp"

namespace graphvq {

/// Where a run stands, between two batches. Its fields in a TrainState bear these names.
struct Position {
  std::uint32_t epoch = 0;      // epochs that are over
  std::uint64_t batch = 0;      // batches of the next one that are over
  double loss_sum = 0;          // over these batches
  std::int64_t loss_terms = 0;  // likewise
  std::uint32_t best_epoch = 0;
  double best_loss = std::numeric_limits<double>::infinity();
};

/// The state has the tensors `model.NAME` (all parameters and buffers), `best.NAME` (those of the
/// best epoch, where there is one), `mean.NAME` and `square.NAME` (Adam's, of each parameter that
/// takes gradients), and the fields of Position and `steps`; floating-point fields are hexadecimal,
/// so that nothing is lost.
TrainState save(const Position& position, const Adam& adam, const torch::nn::Module& model,
                const Tensors& best);

/// The tensors `prefix`NAME, as NAME, in the order of `like`; throws Error where names, types or
/// shapes are not the same.
Tensors group(const TrainState& state, const std::string& prefix, const Tensors& like);

/// Throws Error where a field is absent or no number.
Position read_position(const TrainState& state);
/// Throws Error where the moments do not fit the model, whose parameters `adam` steps.
void read_moments(const TrainState& state, const torch::nn::Module& model, Adam& adam);

}  // namespace graphvq
