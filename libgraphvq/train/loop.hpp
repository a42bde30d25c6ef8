#pragma once

#include <functional>
#include <memory>

#include "libgraphvq/nn/torch/model.hpp"
#include "libgraphvq/train/backend.hpp"

namespace graphvq {

/// Makes a model on the CPU whose weights mean nothing yet; called once for each thread.
using ModelFactory = std::function<std::shared_ptr<Model>()>;

/// The one training loop. In each epoch the records that the model learns from are shuffled by
/// Stream(seed, Purpose::shuffle, epoch) and cut into batches; each batch is one step of Adam on
/// the loss per term. Epochs count from 1, in reports and in Shard::epoch.
/// Throws Error where there is nothing to train on, a loss or gradient is not finite (naming
/// epoch, batch and tensor), or `resume` does not fit the model.
TrainResult train(const ModelFactory& make, const TrainData& data, const TrainOptions& options,
                  const TrainHooks& hooks, const TrainState* resume, torch::Device device);

/// Keeps LibTorch at one thread in and between operators, in the whole process.
void use_one_torch_thread();

}  // namespace graphvq
