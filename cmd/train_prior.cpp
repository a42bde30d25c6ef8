#include "cmd/models/models.hpp"
#include "cmd/models/train.hpp"
#include "cmd/program/options.hpp"

namespace graphvq {

namespace {

class TrainPrior final : public TrainCommand {
 public:
  void setup(CLI::App& app) override {
    setup_training(app, "Tokens to learn from (.gvt)", "Tokens to validate on (.gvt)");
    app.add_option("--hidden", config_.hidden, "Width of the GRU and of the code embeddings")
        ->capture_default_str()
        ->type_name("N")
        ->transform(whole(1, 4096U));
    app.add_option("--layers", config_.layers, "Layers of the GRU")
        ->capture_default_str()
        ->type_name("N")
        ->transform(whole(1, 64U));
  }

  int run() override {
    const auto data = read_dataset(input_, {Layer::tokens});
    std::optional<Dataset> valid;
    if (!valid_.empty()) valid = read_validation_tokens(valid_, data);
    config_.codes = data.header.codes.value_or(0);
    config_.latent = data.header.latent.value_or(0);
    config_.label_embedding = data.header.method == "raw";
    SizeCounts sizes;
    for (const auto& record : data.records) ++sizes[record.graph.n];

    ModelFile model;
    model.kind = "prior";
    model.method = config_.latent > 0 ? "gaussian" : "gru";
    model.config = to_json(config_);
    model.config["sizes"] = to_json(sizes);
    model.parent = data.header.tokenizer.value();
    return train(std::move(model), data, valid,
                 [&](Backend& backend, const TrainData& records, const TrainHooks& hooks,
                     const TrainState* state) {
                   return backend.train_prior(config_, records, options_, hooks, state);
                 });
  }

 private:
  PriorConfig config_;
};

}  // namespace

std::unique_ptr<Command> make_train_prior() { return std::make_unique<TrainPrior>(); }

}  // namespace graphvq
