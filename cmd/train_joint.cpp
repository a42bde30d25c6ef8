#include <fmt/format.h>

#include "cmd/models/models.hpp"
#include "cmd/models/structural.hpp"
#include "cmd/models/train.hpp"
#include "cmd/program/options.hpp"

namespace graphvq {

namespace {

class TrainJoint final : public TrainCommand {
 public:
  void setup(CLI::App& app) override {
    options_ = StructuralOptions::training();
    setup_training(app, "Tokens in breadth-first order to learn from (.gvt)",
                   "Tokens to validate on (.gvt)");
    app.add_option("-m,--model", tokenizer_, "The tokenizer that gave the tokens")
        ->type_name("TOK")
        ->required();
    app.add_option("--hidden", hidden_, "Width of the layers")
        ->capture_default_str()
        ->type_name("N")
        ->transform(whole(1, 4096U));
    structural_.setup(app, "");
  }

  int run() override {
    const auto tokenizer = read_tokenizer(tokenizer_);
    const auto data = read_dataset(input_, {Layer::tokens});
    require_tokens_of(tokenizer, data.header, data.name);
    learn_from(tokenizer.content, tokenizer.provenance);
    std::optional<Dataset> valid;
    if (!valid_.empty()) valid = read_validation_tokens(valid_, data);
    const auto config = structural_.config(true, hidden_, data, valid);

    return train(StructuralOptions::model(config, data), data, valid,
                 [&](Backend& backend, const TrainData& records, const TrainHooks& hooks,
                     const TrainState* state) {
                   return backend.train_structural(config, records, options_, hooks, state);
                 });
  }

 private:
  std::string tokenizer_;
  std::uint32_t hidden_ = 64;
  StructuralOptions structural_;
};

}  // namespace

std::unique_ptr<Command> make_train_joint() { return std::make_unique<TrainJoint>(); }

}  // namespace graphvq
