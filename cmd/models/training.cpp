#include "cmd/models/training.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cmd/files/io.hpp"
#include "cmd/files/signals.hpp"
#include "cmd/models/backend.hpp"
#include "cmd/models/models.hpp"
#include "cmd/models/train_log.hpp"
#include "formats/container/model_file.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {

using nlohmann::json;

std::optional<TrainState> Training::resumed(const ModelFile& model) const {
  if (resume.empty()) return std::nullopt;
  auto file = read_model_file(resume);
  // Read whole, it may be replaced by the checkpoints of this run.
  std::error_code none;
  if (std::filesystem::equivalent(resume, checkpoint, none)) forget_input(resume);
  if (file.kind != "checkpoint")
    throw Error(fmt::format("{}: is {} {} model, expected a checkpoint; --checkpoint makes one",
                            resume, article(file.kind), file.kind));
  std::map<std::string, std::string> fields;
  try {
    fields = file.config.at("state").get<std::map<std::string, std::string>>();
  } catch (const json::exception&) {
    throw Error(resume + ": is a checkpoint without its state");
  }
  file.config.erase("state");
  if (file.method != model.kind)
    throw Error(fmt::format(
        "{}: is a checkpoint of {} {} model, not of {} {}; `graphvq info` shows its command",
        resume, article(file.method), file.method, article(model.kind), model.kind));
  for (const auto& [key, value] : model.config.items()) {
    if (file.config.value(key, json()) != value)
      throw Error(
          fmt::format("{}: was made with {} {}, this run has {}; resume with the options of before",
                      resume, key, file.config.value(key, json()).dump(), value.dump()));
  }
  return TrainState{std::move(file.tensors), fields};
}

void Training::save(const ModelFile& model, const TrainState& state) const {
  if (checkpoint.empty()) return;
  ModelFile file;
  file.kind = "checkpoint";
  file.method = model.kind;
  file.config = model.config;
  file.config["state"] = state.fields;
  file.parent = model.parent;
  file.provenance = model.provenance;
  file.tensors = state.tensors;
  Output output(checkpoint, true);
  write_model(output.sink(), file);
  output.commit();
}

void Training::check_checkpoint() const {
  std::error_code unknown;
  const auto there = std::filesystem::status(checkpoint, unknown);
  if (is_fifo(there))
    throw Error(checkpoint + ": is a pipe; each checkpoint replaces the one before");
  if (!checkpoint.empty() && (!exists(there) || is_regular_file(there))) Output(checkpoint, true);
}

int Training::run(const Method& method, const Setup& setup, const TrainData& data, ModelFile& model,
                  const std::optional<TrainState>& state) const {
  TrainLog lines(log, state.has_value());
  TrainHooks hooks;
  hooks.stop = StopSignals::requested;
  hooks.checkpoint = [&](const TrainState& now) { save(model, now); };
  double seconds = 0;
  std::uint32_t done = 0;
  hooks.epoch = [&](const EpochReport& epoch) {
    seconds += epoch.seconds;
    remark(epoch_line(epoch, seconds / ++done * (epoch.epochs - epoch.epoch)));
    lines.write(epoch);
  };
  StopSignals signals;
  auto result =
      torch_backend().train(method, setup, data, options, hooks, state ? &*state : nullptr);
  if (result.interrupted) {
    remark(checkpoint.empty() ? "stopped; nothing was kept, for want of --checkpoint"
                              : fmt::format("stopped; --resume {} goes on", checkpoint));
    return StopSignals::exit_code();
  }
  remark(
      fmt::format("{} parameters, the weights of epoch {}", result.parameters, result.best_epoch));
  model.tensors = std::move(result.weights);
  return 0;
}

}  // namespace graphvq
