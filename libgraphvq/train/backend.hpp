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
#include "libgraphvq/method/config.hpp"
#include "libgraphvq/method/tokenizer/code_table.hpp"

// All that the program asks of LibTorch, without its headers: the torch half is a plugin that
// `cmd` loads by dlopen only in the commands that train (or sample on CUDA).

namespace graphvq {

struct TrainOptions {
  std::uint32_t epochs = 80;
  std::uint32_t batch = 32;
  double lr = 1e-3;
  double weight_decay = 0;  // times the weights, added to the gradient
  double clip = 0;          // the gradient's norm is cut to it; 0: never
  double final_lr = 1;      // share of lr that a cosine over all epochs ends at; 1: constant
  std::uint64_t epoch_records = 0;  // records that make an epoch, of passes over all; 0: all
  std::uint32_t patience = 0;       // epochs without a better validation loss; 0: never stop early
  std::uint64_t seed = 0;
  unsigned threads = 1;  // changes no byte of the result
  std::string device = "cpu";
};

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

  // `resume` is null for a fresh run. All throw Error: an absent device, a loss that is not finite,
  // ...
  virtual TrainResult train_tokenizer(const TokenizerConfig&, const TrainData&, const TrainOptions&,
                                      const TrainHooks&, const TrainState* resume) = 0;
  virtual TrainResult train_prior(const PriorConfig&, const TrainData&, const TrainOptions&,
                                  const TrainHooks&, const TrainState* resume) = 0;
  virtual TrainResult train_edges(const EdgesConfig&, const CodeTable&, const TrainData&,
                                  const TrainOptions&, const TrainHooks&,
                                  const TrainState* resume) = 0;

  virtual TrainResult train_structural(const StructuralConfig&, const TrainData&,
                                       const TrainOptions&, const TrainHooks&,
                                       const TrainState* resume) = 0;

  /// The LibTorch path of the samplers (for CUDA, and the native kernels' check). Draws come from
  /// the same streams as the native ones: graph g of the call is record first + g.
  virtual std::vector<std::vector<std::uint32_t>> sample_codes(
      const PriorConfig&, const Tensors& weights, std::span<const std::uint32_t> sizes,
      std::uint64_t seed, std::uint64_t first, double temperature, const std::string& device) = 0;
  virtual std::vector<std::vector<Edge>> sample_edges(
      const EdgesConfig&, const Tensors& weights, const CodeTable&,
      std::span<const std::vector<std::uint32_t>> codes, std::uint64_t seed, std::uint64_t first,
      double temperature, bool threshold, double sharpen, const std::string& device) = 0;
};

/// The plugin's one exported symbol, `extern "C"`; the caller owns the result.
using MakeBackend = Backend*();
inline constexpr const char* make_backend_symbol = "graphvq_make_backend";

}  // namespace graphvq
