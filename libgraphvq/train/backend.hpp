#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "libgraphvq/base/tensor.hpp"
#include "libgraphvq/data/record.hpp"
#include "libgraphvq/method/method.hpp"
#include "libgraphvq/nn/codebook.hpp"

// All that the program asks of LibTorch, without its headers: the torch half is a plugin that
// `cmd` loads by dlopen only in the commands that train (or sample on CUDA).

namespace graphvq {

struct EpochReport {
  std::uint32_t epoch = 0;  // from 1
  std::uint32_t epochs = 0;
  double train_loss = 0;
  std::optional<double> valid_loss;
  std::optional<CodebookUse> codebook;  // after the epoch, where there is one
  double seconds = 0;
  bool best = false;
};

/// Everything that a later process needs to go on: weights, optimiser moments, best weights so far,
/// epoch.
struct TrainState {
  Tensors tensors;
  std::map<std::string, std::string> fields;
};

struct TrainHooks {
  std::function<void(const EpochReport&)> epoch;      // after each epoch
  std::function<void(const TrainState&)> checkpoint;  // after each epoch and when stopped
  std::function<bool()>
      stop;  // polled after each batch; true: save the checkpoint at once and return
};

struct TrainResult {
  Tensors weights;           // the best epoch's with validation data, else the last epoch's
  bool interrupted = false;  // stop() said so; the last checkpoint continues to the same bytes
  std::uint32_t best_epoch = 0;
  std::uint64_t parameters = 0;
};

/// What a training run sees. `valid` may be empty.
struct TrainData {
  std::span<const Record> train;
  std::span<const Record> valid;
  std::string train_name = {};  // for errors: what the records are of
  std::string valid_name = {};
};

class Backend {
 public:
  virtual ~Backend() = default;

  virtual std::string version() const = 0;

  /// Trains the network of a method whose setup has learned from the data. `resume` is null for a
  /// fresh run. Throws Error: an absent device, a loss that is not finite, ...
  virtual TrainResult train(const Method& method, const Setup& setup, const TrainData& data,
                            const TrainOptions& options, const TrainHooks& hooks,
                            const TrainState* resume) = 0;

  /// A model that draws on a device. Its draws come from the streams of the native ones.
  virtual std::unique_ptr<Generator> open(const Method& method, const Trained& model,
                                          const std::string& device) = 0;
};

/// The plugin's one exported symbol, `extern "C"`; the caller owns the result.
using MakeBackend = Backend*();
inline constexpr const char* make_backend_symbol = "graphvq_make_backend";

}  // namespace graphvq
