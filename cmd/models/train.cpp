#include "cmd/models/train.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "cmd/files/history.hpp"
#include "cmd/models/backend.hpp"
#include "cmd/models/models.hpp"
#include "cmd/program/options.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {

using nlohmann::json;

namespace {

// A log without the lines at its end that are of epochs from `epoch` on, or a part of one.
std::string before_epoch(std::string log, std::uint32_t epoch) {
  while (!log.empty()) {
    const bool whole = log.back() == '\n';
    const auto end = log.size() - (whole ? 1 : 0);
    const auto start = end == 0 ? 0 : log.rfind('\n', end - 1) + 1;
    const auto line = log.substr(start, end - start);
    const auto known = json::parse(line, nullptr, false);
    const auto at = known.is_object() ? known.value("epoch", json()) : json();
    const bool part = !whole && known.is_discarded() && line.starts_with('{');
    if (!part && (!at.is_number_unsigned() || at < epoch)) break;
    log.resize(start);
  }
  if (!log.empty() && log.back() != '\n') log += '\n';
  return log;
}

// A file that grows by whole lines. What an earlier run left goes with the first line: all of it,
// or of a run that is gone on the epochs at its end that come again.
class Log {
 public:
  Log(const std::string& path, bool resumed) : path_(path), resumed_(resumed) {
    if (path.empty()) return;
    fd_ = open_to_append(path);
    sink_ = std::make_unique<FdSink>(fd_, path);
    struct stat info {};
    old_ = !is_open_already(path) && fstat(fd_, &info) == 0 && S_ISREG(info.st_mode);
  }
  ~Log() {
    if (fd_ >= 0) close(fd_);
  }
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;
  void write(const json& line) {
    if (std::exchange(old_, false)) cut(line.at("epoch"));
    if (sink_) sink_->write(line.dump() + "\n");
  }

 private:
  void cut(std::uint32_t epoch) {
    std::string log;  // what a run that is gone on from left
    if (resumed_) {
      std::ifstream file(path_, std::ios::binary);
      log.assign(std::istreambuf_iterator<char>(file), {});
    }
    const auto kept = before_epoch(log, epoch);
    if (ftruncate(fd_, static_cast<off_t>(std::min(kept.size(), log.size()))) != 0)
      throw Error(fmt::format("{}: {}", path_, std::strerror(errno)));
    if (kept.size() > log.size()) sink_->write("\n");
  }

  std::string path_;
  bool resumed_;
  bool old_ = false;  // there may be what an earlier run left
  int fd_ = -1;
  std::unique_ptr<FdSink> sink_;
};

// `left`: seconds that the other epochs will take.
void report(const EpochReport& epoch, double left) {
  auto line = fmt::format("epoch {}/{}: loss {:.5f}", epoch.epoch, epoch.epochs, epoch.train_loss);
  if (epoch.valid_loss)
    line += fmt::format(", validation {:.5f}{}", *epoch.valid_loss, epoch.best ? " *" : "");
  if (epoch.codebook) line += fmt::format(", {} dead codes", epoch.codebook->dead);
  line += fmt::format(", {:.1f} s", epoch.seconds);
  if (epoch.epoch < epoch.epochs) line += fmt::format(", {:.0f} s left", left);
  say(line);
}

}  // namespace

void TrainCommand::setup_training(CLI::App& app, const std::string& what,
                                  const std::string& valid) {
  app_ = &app;
  add_input(app, input_, what);
  app.add_option("--valid", valid_, valid)->type_name("FILE");
  add_output(app, output_);
  app.add_option("--epochs", options_.epochs, "Passes over the training records")
      ->capture_default_str()
      ->type_name("N")
      ->transform(whole(1, 1000000U));
  app.add_option("--batch", options_.batch, "Records a step")
      ->capture_default_str()
      ->type_name("N")
      ->transform(whole(1, 1U << 20));
  app.add_option("--lr", options_.lr, "Adam's learning rate")
      ->capture_default_str()
      ->type_name("X")
      ->check(positive());
  app.add_option("--final-lr", options_.final_lr,
                 "Share of --lr that a cosine over all epochs ends at; 1 keeps it constant")
      ->capture_default_str()
      ->type_name("X")
      ->check(real(0.0, 1.0));
  app.add_option("--weight-decay", options_.weight_decay,
                 "This times the weights joins the gradient")
      ->capture_default_str()
      ->type_name("X")
      ->check(real(0.0, 1.0));
  app.add_option("--clip", options_.clip, "Longest gradient; 0: any")
      ->capture_default_str()
      ->type_name("X")
      ->check(real(0.0, 1e9));
  app.add_option("--epoch-records", options_.epoch_records,
                 "Records an epoch, of passes over all; 0: all of them")
      ->capture_default_str()
      ->type_name("N")
      ->transform(whole(0, 1ULL << 26));
  app.add_option("--patience", options_.patience,
                 "Stop after N epochs without a better validation loss; 0 never")
      ->capture_default_str()
      ->type_name("N")
      ->transform(whole(0, UINT32_MAX));
  app.add_option("--checkpoint", checkpoint_,
                 "Save all that --resume needs here, each epoch and when stopped")
      ->type_name("FILE");
  app.add_option("--resume", resume_, "Go on from a checkpoint, to the bytes of an unbroken run")
      ->type_name("FILE");
  app.add_option("--log", log_, "Write one JSON object an epoch here")->type_name("FILE");
  add_seed(app, options_.seed);
  add_threads(app, options_.threads);
  add_device(app, options_.device);
  add_quiet(app, quiet_);
  add_no_provenance(app, no_provenance_);
}

void TrainCommand::prefer(const TrainOptions& defaults) {
  const auto take = [&](const char* name, auto member) {
    if (app_->count(name) == 0) options_.*member = defaults.*member;
  };
  take("--epochs", &TrainOptions::epochs);
  take("--batch", &TrainOptions::batch);
  take("--lr", &TrainOptions::lr);
  take("--final-lr", &TrainOptions::final_lr);
  take("--weight-decay", &TrainOptions::weight_decay);
  take("--clip", &TrainOptions::clip);
  take("--epoch-records", &TrainOptions::epoch_records);
  take("--patience", &TrainOptions::patience);
}

void TrainCommand::check() {
  if (options_.patience > 0 && valid_.empty()) throw UsageError("--patience needs --valid");
}

std::optional<TrainState> TrainCommand::resumed(const ModelFile& model) const {
  if (resume_.empty()) return std::nullopt;
  auto file = read_model_file(resume_);
  // Read whole, it may be replaced by the checkpoints of this run.
  std::error_code none;
  if (std::filesystem::equivalent(resume_, checkpoint_, none)) forget_input(resume_);
  if (file.kind != "checkpoint")
    throw Error(fmt::format("{}: is {} {} model, expected a checkpoint; --checkpoint makes one",
                            resume_, article(file.kind), file.kind));
  std::map<std::string, std::string> fields;
  try {
    fields = file.config.at("state").get<std::map<std::string, std::string>>();
  } catch (const json::exception&) {
    throw Error(resume_ + ": is a checkpoint without its state");
  }
  file.config.erase("state");
  if (file.method != model.kind)
    throw Error(fmt::format(
        "{}: is a checkpoint of {} {} model, not of {} {}; `graphvq info` shows its command",
        resume_, article(file.method), file.method, article(model.kind), model.kind));
  for (const auto& [key, value] : model.config.items()) {
    if (file.config.value(key, json()) != value)
      throw Error(
          fmt::format("{}: was made with {} {}, this run has {}; resume with the options of before",
                      resume_, key, file.config.value(key, json()).dump(), value.dump()));
  }
  return TrainState{std::move(file.tensors), fields};
}

void TrainCommand::save(const ModelFile& model, const TrainState& state) const {
  if (checkpoint_.empty()) return;
  ModelFile file;
  file.kind = "checkpoint";
  file.method = model.kind;
  file.config = model.config;
  file.config["state"] = state.fields;
  file.parent = model.parent;
  file.provenance = model.provenance;
  file.tensors = state.tensors;
  Output output(checkpoint_, true);
  write_model(output.sink(), file);
  output.commit();
}

void TrainCommand::learn_from(const std::string& hash, const std::vector<Provenance>& history) {
  models_.push_back(hash);
  join_history(histories_, history);
}

int TrainCommand::train(ModelFile model, const Dataset& data, const std::optional<Dataset>& valid,
                        const Train& run, const std::function<void(ModelFile&)>& finish) {
  require_graphs(data.records.size(), data.name, "to train on");
  if (valid) require_graphs(valid->records.size(), valid->name, "to validate on");
  if (valid && valid->totals.hash == data.totals.hash && !quiet_)
    say(fmt::format("{} is what is trained on, not held out: its loss is no sign of learning",
                    valid->name));
  model.config.update({{"epochs", options_.epochs},
                       {"batch", options_.batch},
                       {"lr", options_.lr},
                       {"final_lr", options_.final_lr},
                       {"weight_decay", options_.weight_decay},
                       {"clip", options_.clip},
                       {"epoch_records", options_.epoch_records},
                       {"patience", options_.patience},
                       {"seed", options_.seed},
                       {"device", options_.device},
                       {"train", data.totals.hash},
                       {"valid", valid ? valid->totals.hash : ""}});
  const auto state = resumed(model);
  add_history(model, data, valid);
  // Opened now: an output that cannot be written should say so before the work and not after it.
  Output output(output_, true);
  std::error_code unknown;
  const auto there = std::filesystem::status(checkpoint_, unknown);
  if (is_fifo(there))
    throw Error(checkpoint_ + ": is a pipe; each checkpoint replaces the one before");
  if (!checkpoint_.empty() && (!exists(there) || is_regular_file(there))) Output(checkpoint_, true);
  Log log(log_, state.has_value());

  TrainHooks hooks;
  hooks.stop = StopSignals::requested;
  hooks.checkpoint = [&](const TrainState& now) { save(model, now); };
  double seconds = 0;
  std::uint32_t done = 0;
  hooks.epoch = [&](const EpochReport& epoch) {
    seconds += epoch.seconds;
    if (!quiet_) report(epoch, seconds / ++done * (epoch.epochs - epoch.epoch));
    json line = {{"epoch", epoch.epoch},
                 {"train_loss", epoch.train_loss},
                 {"valid_loss", epoch.valid_loss ? json(*epoch.valid_loss) : json()},
                 {"seconds", epoch.seconds}};
    if (epoch.codebook) {
      line["dead_codes"] = epoch.codebook->dead;
      line["perplexity"] = epoch.codebook->perplexity;
    }
    log.write(line);
  };
  StopSignals signals;
  TrainData records{data.records, {}, data.name, {}};
  if (valid) {
    records.valid = valid->records;
    records.valid_name = valid->name;
  }
  auto result = run(torch_backend(), records, hooks, state ? &*state : nullptr);
  if (result.interrupted) {
    if (!quiet_)
      say(checkpoint_.empty() ? "stopped; nothing was kept, for want of --checkpoint"
                              : fmt::format("stopped; --resume {} goes on", checkpoint_));
    return StopSignals::exit_code();
  }
  if (!quiet_)
    say(fmt::format("{} parameters, the weights of epoch {}", result.parameters,
                    result.best_epoch));
  model.tensors = std::move(result.weights);
  if (finish) finish(model);
  write_model(output.sink(), model);
  output.commit();
  return 0;
}

void TrainCommand::add_history(ModelFile& model, const Dataset& data,
                               const std::optional<Dataset>& valid) const {
  std::vector<std::string> inputs = {data.totals.hash};
  model.provenance = data.header.provenance;
  if (valid) {
    inputs.push_back(valid->totals.hash);
    join_history(model.provenance, valid->header.provenance);
  }
  inputs.insert(inputs.end(), models_.begin(), models_.end());
  join_history(model.provenance, histories_);
  add_provenance(model.provenance, options_.seed, inputs, no_provenance_);
}

}  // namespace graphvq
