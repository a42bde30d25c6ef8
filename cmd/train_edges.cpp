#include <fmt/format.h>

#include "cmd/models/models.hpp"
#include "cmd/models/structural.hpp"
#include "cmd/models/token_codes.hpp"
#include "cmd/models/train.hpp"
#include "cmd/program/options.hpp"
#include "cmd/program/refuse.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {

namespace {

class TrainEdges final : public TrainCommand {
 public:
  void setup(CLI::App& app) override {
    setup_training(app, "Tokens to learn from (.gvt)", "Tokens to validate on (.gvt)");
    app.add_option("-m,--model", tokenizer_, "The tokenizer that gave the tokens")
        ->type_name("TOK")
        ->required();
    app.add_option(
           "--label-embedding", prior_,
           "With raw tokens: the prior that learned vectors of the labels [drawn by --seed]")
        ->type_name("PRIOR");
    add_choice(app, "--decoder", decoder_, {"chunk", "structural"},
               "The paper's Stage B, or one that reads the partial graph's exact features");
    app.add_option("--hidden", config_.hidden, "Width of the layers")
        ->capture_default_str()
        ->type_name("N")
        ->transform(whole(1, 4096U));
    app.add_option("-B,--chunk", config_.chunk, "Pairs a chunk")
        ->capture_default_str()
        ->type_name("N")
        ->transform(whole(1, 1024U));
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
    if (config_.condition == Condition::none)
      refuse(*app_, {"--corrupt", "--label-embedding"}, "--condition none");
  }

  int run() override {
    const auto tokenizer = read_tokenizer(tokenizer_);
    auto data = read_dataset(input_, {Layer::tokens});
    require_tokens_of(tokenizer, data.header, data.name);
    learn_from(tokenizer.content, tokenizer.provenance);
    std::optional<Dataset> valid;
    if (!valid_.empty()) valid = read_validation_tokens(valid_, data);
    if (decoder_ == "structural") return run_structural(data, valid);
    std::optional<LatentDecoder> decoder;
    if (tokenizer.config.kind == TokenizerKind::continuous) decoder = latent_decoder(tokenizer);
    const auto table = decoder ? number_tokens(*decoder, data, valid) : conditions(tokenizer);
    if (!decoder) config_.codes = table.codes;
    config_.features = tokenizer.config.features;
    config_.code_width = table.width - config_.features;

    ModelFile model;
    model.kind = "edges";
    model.method = decoder_;
    model.config = to_json(config_);
    model.config["temperature"] = 1.0;
    if (tokenizer.config.kind == TokenizerKind::raw) model.config["label_embedding"] = learned_;
    if (decoder) model.config["tokenizer"] = to_json(decoder->config);
    model.parent = tokenizer.content;
    return train(
        std::move(model), data, valid,
        [&](Backend& backend, const TrainData& records, const TrainHooks& hooks,
            const TrainState* state) {
          return backend.train_edges(config_, table, records, options_, hooks, state);
        },
        [&](ModelFile& file) {
          if (decoder)
            keep_decoder(file, *decoder);
          else
            file.tensors.push_back(condition_rows(table));
        });
  }

 private:
  // Options of the other decoder mean nothing; the structural one has its own defaults.
  void check_decoder() {
    if (decoder_ != "structural") {
      if (structural_.given(*app_))
        throw UsageError("--dropout, --roots and --without need --decoder structural");
      return;
    }
    refuse(*app_,
           {"--label-embedding", "--chunk", "--condition", "--chunk-input", "--readout",
            "--corrupt", "--pos-weight"},
           "--decoder structural");
    prefer(StructuralOptions::training());
    if (app_->count("--hidden") == 0) config_.hidden = StructuralConfig{}.hidden;
  }

  int run_structural(const Dataset& data, const std::optional<Dataset>& valid) {
    const auto config = structural_.config(false, config_.hidden, data, valid);
    return train(StructuralOptions::model(config, data), data, valid,
                 [&](Backend& backend, const TrainData& records, const TrainHooks& hooks,
                     const TrainState* state) {
                   return backend.train_structural(config, records, options_, hooks, state);
                 });
  }

  // Makes of each continuous token a code of its own, the training ones first.
  CodeTable number_tokens(const LatentDecoder& decoder, Dataset& data,
                          std::optional<Dataset>& valid) {
    if (!prior_.empty()) throw UsageError("--label-embedding means nothing with continuous tokens");
    std::vector<Record*> records;
    for (auto& record : data.records) records.push_back(&record);
    config_.codes = static_cast<std::uint32_t>(data.totals.nodes);
    if (valid)
      for (auto& record : valid->records) records.push_back(&record);
    auto own = own_codes(decoder, {records.begin(), records.end()});
    for (std::size_t r = 0; r < records.size(); ++r) records[r]->codes = std::move(own.codes[r]);
    return std::move(own.table);
  }

  // What the decoder sees of each code. Raw ones have no codebook: the prior's label vectors stand
  // for it.
  CodeTable conditions(const TokenizerModel& tokenizer) {
    const auto table = code_table(tokenizer.config, tokenizer.weights);
    if (tokenizer.config.kind != TokenizerKind::raw) {
      if (!prior_.empty())
        throw UsageError("--label-embedding means nothing with a tokenizer that has a codebook");
      return table;
    }
    if (prior_.empty())
      return with_vectors(table, random_vectors(table.codes, config_.hidden, options_.seed));
    const auto prior = prior_model(read_model_file(prior_), input_name(prior_));
    if (prior.parent != tokenizer.content)
      throw Error(
          fmt::format("{}: was trained on tokenizer {}, not on {}; name the prior of its tokens",
                      prior_, prior.parent, tokenizer.content));
    learned_ = prior.content;
    learn_from(prior.content, prior.provenance);
    return with_vectors(table, find(prior.weights, "label_embedding.weight", DType::f32,
                                    {prior.config.codes, prior.config.hidden})
                                   .as<float>());
  }

  std::string tokenizer_;
  std::string prior_;
  std::string learned_;  // content hash of the prior whose label embedding is used
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
