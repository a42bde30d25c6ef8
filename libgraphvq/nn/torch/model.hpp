#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "libgraphvq/base/tensor.hpp"
#include "libgraphvq/data/record.hpp"
#include "libgraphvq/nn/codebook.hpp"
#include "libgraphvq/nn/torch/torch.hpp"

namespace graphvq {

/// Consecutive graphs of a batch, the unit that one thread takes: at most this many, of at most
/// so many terms in all where they are several, which bounds a thread's memory. Gradients are added
/// in shard order, so the result depends on neither threads nor their timing.
inline constexpr std::size_t shard_size = 8;
inline constexpr std::int64_t shard_terms = std::int64_t{1} << 21;

struct Shard {
  std::vector<const Record*> records = {};
  // Of each record in the training set: the key of its random streams.
  std::vector<std::uint64_t> indices = {};
  std::uint64_t seed = 0;
  std::uint32_t epoch = 0;  // the sub-key: corruption differs from epoch to epoch
  bool training = true;     // no corruption and no statistics in validation
};

struct ShardLoss {
  torch::Tensor sum;                      // scalar, over all terms of the shard
  std::vector<torch::Tensor> statistics;  // for after_batch, without gradient
};

/// The slot that every trained network fills: the training loop knows no more of it than this.
class Model : public torch::nn::Module {
 public:
  /// Terms of the loss in a record (nodes, tokens, pairs): the batch's loss is the sum over all
  /// terms divided by the count of all terms.
  virtual std::int64_t terms(const Record& record) const = 0;
  /// Whether a record has a part in the loss, as all that have terms do.
  virtual bool learns_from(const Record& record) const { return terms(record) > 0; }
  virtual ShardLoss loss(const Shard& shard) = 0;
  /// Once before the first epoch of a fresh run: whatever the model draws from the data (the first
  /// codes).
  virtual void prepare(std::span<const Record> /*train*/, std::uint64_t /*seed*/) {}
  /// After the optimiser's step, with the statistics of all shards in shard order (EMA codebook).
  virtual void after_batch(const std::vector<std::vector<torch::Tensor>>& /*statistics*/) {}
  /// Numbers that are learned by gradient or EMA, as NOTES.md counts them (`ema.*` are none).
  virtual std::uint64_t parameter_count() const;
  virtual std::optional<CodebookUse> codebook_use() const { return std::nullopt; }
};

/// All parameters and buffers, by name, as plain tensors on the CPU; and back (shapes checked,
/// Error).
Tensors export_weights(const torch::nn::Module& module);
void import_weights(torch::nn::Module& module, const Tensors& weights);

/// The module's parameters drawn from Stream(seed, Purpose::init, index of the parameter), with
/// torch's default distributions: independent of torch's own generator and of the platform.
void initialise(torch::nn::Module& module, std::uint64_t seed);

}  // namespace graphvq
