#include <fmt/format.h>

#include "cmd/files/labels.hpp"
#include "cmd/models/models.hpp"
#include "cmd/models/train.hpp"
#include "cmd/program/options.hpp"
#include "cmd/program/refuse.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {

namespace {

class TrainTokenizer final : public TrainCommand {
 public:
  void setup(CLI::App& app) override {
    setup_training(
        app, "Sequences to learn from (.gvs)",
        "Sequences, or graphs (.gvg) that are put in the training file's order, one a graph");
    add_choice(app, "--kind", kind_, names_of(tokenizer_names),
               "vq: codes of a learned codebook; raw: the node labels are the codes, nothing is "
               "trained; continuous: no codes, a token is the node's latent vector");
    app.add_option("-K,--codes", config_.codes, "Codes in the codebook")
        ->capture_default_str()
        ->type_name("N")
        ->transform(whole(1, 1U << 16));
    app.add_option("-W,--window", config_.window, "Earlier nodes that a context sees")
        ->capture_default_str()
        ->type_name("N")
        ->transform(whole(0, 1024U));
    app.add_option("--hidden", config_.hidden, "Width of the layers and of a code")
        ->capture_default_str()
        ->type_name("N")
        ->transform(whole(1, 4096U));
    add_choice(app, "--context", context_, names_of(context_names),
               "full: label and window; features: the label alone, in and out; nodes: the "
               "window is decoded "
               "but does not enter");
    app.add_option("--beta", config_.beta, "Weight of the commitment term")
        ->capture_default_str()
        ->type_name("X")
        ->check(real(0, 1e9));
    app.add_option("--decay", config_.decay, "Decay of the codebook's moving averages, in [0, 1)")
        ->capture_default_str()
        ->type_name("X")
        ->check(real(0.0, 1.0));
    app.add_flag("--revive", config_.revive, "Draw dead codes anew from the data");
  }

  void check() override {
    TrainCommand::check();
    if (config_.decay >= 1) throw UsageError("--decay must be below 1");
    config_.context = context_names.at(context_);
    if (config_.context == Context::features) {
      refuse(*app_, {"--window"}, "--context features");
      config_.window = 0;
    }
    config_.kind = tokenizer_names.at(kind_);
    if (config_.kind == TokenizerKind::vq) return;
    refuse(*app_, {"--codes", "--beta", "--decay", "--revive"}, "--kind " + kind_);
    config_.codes = 0;
    if (config_.kind == TokenizerKind::raw)
      refuse(*app_,
             {"--window", "--hidden", "--context", "--epochs", "--batch", "--lr", "--final-lr",
              "--weight-decay", "--clip", "--epoch-records", "--patience", "--checkpoint",
              "--resume", "--log", "--device"},
             "--kind raw");
  }

  int run() override {
    const auto data = read_dataset(input_, {Layer::sequence});
    const auto order = data.header.order.value();
    std::optional<Dataset> valid;
    if (!valid_.empty()) valid = validation(data);
    config_.features =
        std::max<std::uint32_t>(1, static_cast<std::uint32_t>(data.header.node_labels.size()));
    if (config_.kind == TokenizerKind::raw) config_ = raw_tokenizer(config_.features);

    ModelFile model;
    model.kind = "tokenizer";
    model.method = kind_;
    model.config = to_json(config_);
    model.config["node_labels"] = to_json(data.header.node_labels);
    model.config["order"] = to_string(order);
    if (config_.kind == TokenizerKind::raw) {
      model.config["train"] = data.totals.hash;
      Output output(output_, true);
      add_history(model, data, valid);
      write_model(output.sink(), model);
      output.commit();
      return 0;
    }
    return train(std::move(model), data, valid,
                 [&](Backend& backend, const TrainData& records, const TrainHooks& hooks,
                     const TrainState* state) {
                   return backend.train_tokenizer(config_, records, options_, hooks, state);
                 });
  }

 private:
  Dataset validation(const Dataset& train) const {
    const auto order = *train.header.order;
    auto valid = read_dataset(valid_, {Layer::graph, Layer::sequence});
    const LabelTranslation labels(valid.header.node_labels, train.header.node_labels);
    for (std::size_t r = 0; r < valid.records.size(); ++r)
      labels.apply(valid.records[r].graph, valid.name, r);
    if (valid.header.layer == Layer::sequence) {
      if (valid.header.order != order)
        throw Error(fmt::format(
            "{}: is in {} order, the training file in {}; `graphvq serialize --order {}` makes "
            "that",
            valid.name, to_string(*valid.header.order), to_string(order), to_string(order)));
      return valid;
    }
    for (std::size_t r = 0; r < valid.records.size(); ++r)
      valid.records[r] = put_in_order(valid.records[r].graph, order, options_.seed, r, 0);
    return valid;
  }

  std::string kind_ = "vq";
  std::string context_ = "full";
  TokenizerConfig config_;
};

}  // namespace

std::unique_ptr<Command> make_train_tokenizer() { return std::make_unique<TrainTokenizer>(); }

}  // namespace graphvq
