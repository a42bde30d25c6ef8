#include <fmt/format.h>

#include "cmd/models.hpp"
#include "cmd/options.hpp"
#include "cmd/structural.hpp"
#include "cmd/train.hpp"
#include "libgraphvq/graph/error.hpp"

namespace graphvq {

namespace {

class TrainEdges final : public TrainCommand {
 public:
  void setup(CLI::App& app) override {
    setup_training(app, "Tokens to learn from (.gvt)", "Tokens to validate on (.gvt)");
    app.add_option("-m,--model", tokenizer_, "The tokenizer that gave the tokens")
        ->type_name("TOK")
        ->required();
    add_choice(app, "--decoder", decoder_, {"chunk", "structural"},
               "The paper's Stage B, or one that reads the partial graph's exact features");
    app.add_option("--hidden", config_.hidden, "Width of the layers")
        ->capture_default_str()
        ->type_name("N")
        ->check(whole(1, 4096U));
    app.add_option("-B,--chunk", config_.chunk, "Pairs a chunk")
        ->capture_default_str()
        ->type_name("N")
        ->check(whole(1, 1024U));
    add_choice(app, "--condition", condition_, names_of(condition_names),
               "What the decoder sees of a node: its code (pair), the graph's mean, nothing, "
               "or another "
               "node's code (shuffled)");
    add_choice(app, "--chunk-input", chunk_input_, names_of(chunk_input_names),
               "How previous bits and pooled pairs meet: sum or concat");
    add_choice(app, "--readout", readout_, names_of(readout_names),
               "Bits of a chunk: independent (chunk), one after another (ar), or each with its "
               "own pair (pair)");
    app.add_option("--corrupt", config_.corrupt,
                   "Probability that training replaces a code, in [0, 1]")
        ->capture_default_str()
        ->type_name("RHO")
        ->check(real(0.0, 1.0));
    app.add_option("--pos-weight", config_.pos_weight,
                   "Weight of edges in the loss; 1 keeps probabilities true")
        ->capture_default_str()
        ->type_name("W")
        ->check(positive());
    structural_.setup(app, "structural");
  }

  void check() override {
    TrainCommand::check();
    check_decoder();
    config_.condition = condition_names.at(condition_);
    config_.chunk_input = chunk_input_names.at(chunk_input_);
    config_.readout = readout_names.at(readout_);
    if (config_.condition == Condition::none && config_.corrupt > 0)
      throw UsageError("--corrupt means nothing with --condition none");
  }

  int run() override {
    const auto tokenizer = read_tokenizer(tokenizer_);
    const auto data = read_dataset(input_, {Layer::tokens});
    require_tokenizer(data, tokenizer, tokenizer_);
    std::optional<Dataset> valid;
    if (!valid_.empty()) valid = read_validation_tokens(valid_, data);
    if (decoder_ == "structural") return run_structural(tokenizer, data, valid);
    const auto table = code_table(tokenizer.config, tokenizer.weights);
    config_.codes = tokenizer.config.codes;
    config_.code_width = tokenizer.config.hidden;
    config_.features = tokenizer.config.features;

    ModelFile model;
    model.kind = "edges";
    model.method = decoder_;
    model.config = to_json(config_);
    model.config["temperature"] = 1.0;
    model.parent = tokenizer.content;
    return train(
        std::move(model), data, valid,
        [&](Backend& backend, const TrainHooks& hooks, const TrainState* state) {
          TrainData records{data.records, {}};
          if (valid) records.valid = valid->records;
          return backend.train_edges(config_, table, records, options_, hooks, state);
        },
        [&](ModelFile& file) { file.tensors.push_back(condition_rows(table)); });
  }

 private:
  // Options of the other decoder mean nothing; the structural one has its own defaults.
  void check_decoder() {
    if (decoder_ != "structural") {
      if (structural_.given(*app_))
        throw UsageError("--dropout, --roots and --without need --decoder structural");
      return;
    }
    for (const auto* name :
         {"--chunk", "--condition", "--chunk-input", "--readout", "--corrupt", "--pos-weight"})
      if (app_->count(name) > 0)
        throw UsageError(fmt::format("{} means nothing with --decoder structural", name));
    prefer(StructuralOptions::training());
    if (app_->count("--hidden") == 0) config_.hidden = StructuralConfig{}.hidden;
  }

  int run_structural(const TokenizerModel& tokenizer, const Dataset& data,
                     const std::optional<Dataset>& valid) {
    const auto config = structural_.config(false, config_.hidden, data, valid);
    ModelFile model;
    model.kind = "edges";
    model.method = decoder_;
    model.config = to_json(config);
    model.config["temperature"] = 1.0;
    model.parent = tokenizer.content;
    return train(std::move(model), data, valid,
                 [&](Backend& backend, const TrainHooks& hooks, const TrainState* state) {
                   TrainData records{data.records, {}};
                   if (valid) records.valid = valid->records;
                   return backend.train_structural(config, records, options_, hooks, state);
                 });
  }

  std::string tokenizer_;
  std::string decoder_ = "chunk";
  std::string condition_ = "pair";
  std::string chunk_input_ = "sum";
  std::string readout_ = "chunk";
  EdgesConfig config_;
  StructuralOptions structural_;
};

}  // namespace

std::unique_ptr<Command> make_train_edges() { return std::make_unique<TrainEdges>(); }

}  // namespace graphvq
