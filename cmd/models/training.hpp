#pragma once

#include <functional>
#include <optional>
#include <string>

#include "libgraphvq/train/backend.hpp"

namespace graphvq {

struct ModelFile;

/// One training of a network by the plugin: checkpoint and resume, progress, log and signals.
struct Training {
  TrainOptions options;
  std::string checkpoint;  // files; empty: none
  std::string resume;
  std::string log;

  /// The state of the checkpoint to resume, if there is one. Throws Error where it is of another
  /// model or other options.
  std::optional<TrainState> resumed(const ModelFile& model) const;

  /// Throws Error where no checkpoint can be written.
  void check_checkpoint() const;

  /// Adds the tensors to `model`. Returns an exit code: not 0 where a signal stopped it.
  int run(const Method& method, const Setup& setup, const TrainData& data, ModelFile& model,
          const std::optional<TrainState>& state) const;

 private:
  void save(const ModelFile& model, const TrainState& state) const;
};

}  // namespace graphvq
