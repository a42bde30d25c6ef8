#pragma once

#include <functional>
#include <optional>
#include <string>

#include "cmd/files/io.hpp"
#include "cmd/files/records.hpp"
#include "cmd/program/command.hpp"
#include "formats/container/model_file.hpp"
#include "libgraphvq/train/backend.hpp"

namespace graphvq {

/// What all `train-*` commands share: their options, checkpoint and resume, progress, log and
/// signals.
class TrainCommand : public Command {
 public:
  void check() override;

 protected:
  /// Declares the shared options; `what` describes the input, `valid` the validation file.
  void setup_training(CLI::App& app, const std::string& what, const std::string& valid);

  /// Takes the values of `defaults` for the options of training that were not given.
  void prefer(const TrainOptions& defaults);

  /// Notes a model that was read beside the records: its hash and its history join those of the
  /// model that is trained.
  void learn_from(const std::string& hash, const std::vector<Provenance>& history);

  using Train =
      std::function<TrainResult(Backend&, const TrainData&, const TrainHooks&, const TrainState*)>;
  /// Trains and writes the model. `model` comes with kind, method, config and parent set; the
  /// training options join its config, the result its tensors. `finish` may change the model before
  /// it is written.
  int train(ModelFile model, const Dataset& data, const std::optional<Dataset>& valid,
            const Train& run, const std::function<void(ModelFile&)>& finish = {});

  /// The model's history: that of what it comes of, and this step.
  void add_history(ModelFile& model, const Dataset& data,
                   const std::optional<Dataset>& valid) const;

  CLI::App* app_ = nullptr;
  std::string input_;
  std::string valid_;
  std::string output_;
  TrainOptions options_;

 private:
  std::optional<TrainState> resumed(const ModelFile& model) const;
  void save(const ModelFile& model, const TrainState& state) const;

  std::vector<std::string> models_;  // hashes
  std::vector<Provenance> histories_;
  std::string checkpoint_;
  std::string resume_;
  std::string log_;
  bool quiet_ = false;
  bool no_provenance_ = false;
};

}  // namespace graphvq
