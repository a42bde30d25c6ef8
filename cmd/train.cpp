#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "cmd/files/records.hpp"
#include "cmd/models/config_json.hpp"
#include "cmd/models/field_options.hpp"
#include "cmd/models/models.hpp"
#include "cmd/models/training.hpp"
#include "cmd/program/command.hpp"
#include "cmd/program/options.hpp"
#include "formats/container/model_file.hpp"
#include "libgraphvq/base/error.hpp"
#include "libgraphvq/data/header.hpp"
#include "libgraphvq/data/labels.hpp"

namespace graphvq {

namespace {

/// What the commands `train-KIND` differ in, besides their methods.
struct Kind {
  const char* name;
  Layer reads;
  const char* input;
  const char* valid;
  const char* chooser;     // option or positional that names the method; null: the data tell it
  bool of_tokens = false;  // takes the tokenizer that gave the tokens
};

constexpr Kind kinds[] = {
    {"tokenizer", Layer::sequence, "Sequences to learn from (.gvs)",
     "Sequences, or graphs (.gvg) that are put in the training file's order, one a graph",
     "--kind"},
    {"prior", Layer::tokens, "Tokens to learn from (.gvt)", "Tokens to validate on (.gvt)",
     nullptr},
    {"edges", Layer::tokens, "Tokens to learn from (.gvt)", "Tokens to validate on (.gvt)",
     "--decoder", true},
    {"joint", Layer::tokens, "Tokens in breadth-first order to learn from (.gvt)",
     "Tokens to validate on (.gvt)", nullptr, true},
    {"baseline", Layer::graph, "Graphs to count in (.gvg)", "Graphs to validate on (.gvg)",
     "METHOD"},
};

class Train final : public Command {
 public:
  explicit Train(std::string_view name)
      : kind_(*std::ranges::find(kinds, name,
                                 [](const Kind& k) { return std::string_view(k.name); })) {
    for (const auto& method : methods())
      if (method.kind == name) methods_.push_back(&method);
    by_network_ = std::ranges::any_of(methods_, [](const Method* m) { return !m->fit; });
  }

  void setup(Options& options) override {
    const bool positional = kind_.chooser && kind_.chooser[0] != '-';
    if (positional) add_chooser(options);
    options.input(input_, kind_.input);
    if (by_network_) {
      setup_training(options);
      if (kind_.of_tokens)
        options.add("-m,--model", tokenizer_, "The tokenizer that gave the tokens")
            .model("TOK")
            .required();
      for (const auto* method : methods_)
        if (const auto& field = method->beside.field; field.option)
          options.add(field.option, beside_, field.help).model(field.type);
      if (kind_.chooser && !positional) add_chooser(options);
    }
    for (const auto* method : methods_) {
      const auto fields = method->setup();
      // Options of a method that is not the default say whose they are.
      const bool other = method != methods_.front() && !positional;
      options_.declare(
          options, [&](Fields& f) { fields->fields(f); },
          other ? fmt::format("{}: ", method->name) : "");
    }
    if (by_network_) return;
    options.output(output_);
    options.no_provenance();
  }

  void check() override {
    method_ = methods_.front();
    for (const auto* method : methods_)
      if (method->name == chosen_) method_ = method;
    choose();
    if (training_.options.patience > 0 && valid_.empty())
      throw UsageError("--patience needs --valid");
  }

  int run() override {
    std::optional<Model> tokenizer, beside;
    if (kind_.of_tokens) tokenizer = read_model_of("tokenizer", tokenizer_);
    auto data = read_dataset(input_, {kind_.reads});
    if (tokenizer) {
      require_tokens_of(*tokenizer, data.header, data.name);
      learn_from(*tokenizer);
    }
    std::optional<Dataset> valid;
    if (!valid_.empty()) valid = read_validation(data);
    if (!beside_.empty()) beside = read_beside(data);
    if (!kind_.chooser) {
      for (const auto* method : methods_)
        if (!method->suits || method->suits(data.header)) method_ = method;
      choose();
    }
    Lessons lessons{.train = {data.header, data.records, data.name},
                    .valid = {},
                    .seed = training_.options.seed,
                    .tokenizer = tokenizer ? &*tokenizer : nullptr,
                    .beside = beside ? &*beside : nullptr};
    if (valid) lessons.valid.emplace(Lesson{valid->header, valid->records, valid->name});
    setup_->learn(lessons);

    ModelFile model;
    model.kind = kind_.name;
    model.method = method_->name;
    model.config = to_json(*setup_);
    model.config["train"] = data.totals.hash;
    model.parent = data.header.tokenizer.value_or("");
    return method_->fit ? fit(std::move(model), data, valid, lessons)
                        : train(std::move(model), data, valid);
  }

 private:
  void add_chooser(Options& options) {
    std::vector<std::string> names;
    std::string help;
    for (const auto* method : methods_) {
      names.emplace_back(method->name);
      help += fmt::format("{}{}: {}", help.empty() ? "" : "; ", method->name, method->help);
    }
    std::ranges::sort(names);
    if (kind_.chooser[0] == '-') chosen_ = methods_.front()->name;
    const auto option = options.choice(kind_.chooser, chosen_, names, help);
    if (kind_.chooser[0] != '-') option.required();
  }

  void setup_training(Options& options) {
    options.add("--valid", valid_, kind_.valid).file();
    options.output(output_);
    training_.options = methods_.front()->training;
    training_options_.declare(options, [&](Fields& fields) { training_.options.fields(fields); });
    options
        .add("--checkpoint", training_.checkpoint,
             "Save all that --resume needs here, each epoch and when stopped")
        .written();
    options
        .add("--resume", training_.resume,
             "Go on from a checkpoint, to the bytes of an unbroken run")
        .file();
    options.add("--log", training_.log, "Write one JSON object an epoch here").written();
    options.seed(training_.options.seed);
    options.threads(training_.options.threads);
    options.device(training_.options.device);
    options.quiet();
    options.no_provenance();
  }

  // Throws UsageError for an option of other methods, if there is one.
  void refuse_idle(const std::string& option) const {
    if (option.empty()) return;
    const std::string chooser = kind_.chooser ? kind_.chooser : "";
    throw UsageError(chooser == "METHOD" ? fmt::format("{} has no {}", method_->name, option)
                                         : fmt::format("{} means nothing with {} {}", option,
                                                       chooser, method_->name));
  }

  // Takes the options of the method that is chosen: those of others mean nothing.
  void choose() {
    setup_ = method_->setup();
    options_.fill([&](Fields& fields) { setup_->fields(fields); });
    refuse_idle(options_.idle());
    const Given asked = [&](std::string_view option) { return given(option); };
    if (!method_->beside.field.option && !beside_.empty())
      for (const auto* method : methods_)
        if (const auto* option = method->beside.field.option) refuse_idle(option);
    if (!method_->fit) {
      auto preferred = method_->training;
      training_options_.fill([&](Fields& fields) { preferred.fields(fields); });
      preferred.seed = training_.options.seed;
      preferred.threads = training_.options.threads;
      preferred.device = training_.options.device;
      training_.options = preferred;
    } else if (by_network_) {
      refuse_idle(training_options_.idle());
      for (const auto* option : {"--checkpoint", "--resume", "--log", "--device"})
        if (given(option)) refuse_idle(option);
    }
    setup_->check(asked);
  }

  // Notes a model that was read beside the records: its hash and its history join those of the
  // model that is trained.
  void learn_from(const Model& model) {
    parents_.push_back(model.content);
    join_history(histories_, model.provenance);
  }

  Model read_beside(const Dataset& data) {
    auto model = read_model_of(method_->beside.kind, beside_);
    if (model.parent != data.header.tokenizer)
      throw Error(
          fmt::format("{}: was trained on tokenizer {}, not on {}; name the {} of its tokens",
                      beside_, model.parent, data.header.tokenizer.value(), method_->beside.kind));
    learn_from(model);
    return model;
  }

  Dataset read_validation(const Dataset& train) const {
    if (kind_.reads == Layer::tokens) {
      auto valid = read_dataset(valid_, {Layer::tokens});
      if (valid.header.tokenizer != train.header.tokenizer)
        throw Error(fmt::format(
            "{}: has tokens of tokenizer {}, {} of {}; `graphvq tokenize` both with one",
            valid.name, valid.header.tokenizer.value(), train.name,
            train.header.tokenizer.value()));
      return valid;
    }
    auto valid = kind_.reads == Layer::graph
                     ? read_dataset(valid_, {Layer::graph})
                     : read_dataset(valid_, {Layer::graph, Layer::sequence});
    const LabelTranslation labels(valid.header.node_labels, train.header.node_labels);
    for (std::size_t r = 0; r < valid.records.size(); ++r)
      labels.apply(valid.records[r].graph, valid.name, r);
    if (kind_.reads == Layer::graph) return valid;
    const auto order = *train.header.order;
    if (valid.header.layer == Layer::sequence) {
      if (valid.header.order != order)
        throw Error(fmt::format(
            "{}: is in {} order, the training file in {}; `graphvq serialize --order {}` makes "
            "that",
            valid.name, to_string(*valid.header.order), to_string(order), to_string(order)));
      return valid;
    }
    for (std::size_t r = 0; r < valid.records.size(); ++r)
      valid.records[r] = put_in_order(valid.records[r].graph, order, training_.options.seed, r, 0);
    return valid;
  }

  int fit(ModelFile model, const Dataset& data, const std::optional<Dataset>& valid,
          const Lessons& lessons) const {
    model.tensors = method_->fit(*setup_, lessons);
    add_history(model, data, valid);
    Output output(output_, true);
    write_model(output.sink(), model);
    output.commit();
    return 0;
  }

  int train(ModelFile model, const Dataset& data, const std::optional<Dataset>& valid) {
    require_graphs(data.records.size(), data.name, "to train on");
    if (valid) require_graphs(valid->records.size(), valid->name, "to validate on");
    if (valid && valid->totals.hash == data.totals.hash)
      remark(fmt::format("{} is what is trained on, not held out: its loss is no sign of learning",
                         valid->name));
    const auto& options = training_.options;
    model.config.update(to_json(options));
    model.config.update({{"seed", options.seed},
                         {"device", options.device},
                         {"valid", valid ? valid->totals.hash : ""}});
    const auto state = training_.resumed(model);
    add_history(model, data, valid);
    // Opened now: an output that cannot be written should say so before the work and not after it.
    Output output(output_, true);
    training_.check_checkpoint();
    TrainData records{data.records, {}, data.name, {}};
    if (valid) {
      records.valid = valid->records;
      records.valid_name = valid->name;
    }
    if (const int stopped = training_.run(*method_, *setup_, records, model, state)) return stopped;
    for (auto& tensor : setup_->extra()) model.tensors.push_back(std::move(tensor));
    write_model(output.sink(), model);
    output.commit();
    return 0;
  }

  // The history of what the model comes of, and this step.
  void add_history(ModelFile& model, const Dataset& data,
                   const std::optional<Dataset>& valid) const {
    std::vector<std::string> inputs = {data.totals.hash};
    model.provenance = data.header.provenance;
    if (valid) {
      inputs.push_back(valid->totals.hash);
      join_history(model.provenance, valid->header.provenance);
    }
    inputs.insert(inputs.end(), parents_.begin(), parents_.end());
    join_history(model.provenance, histories_);
    const auto seed = by_network_ ? std::optional(training_.options.seed) : std::nullopt;
    add_provenance(model.provenance, seed, inputs);
  }

  const Kind& kind_;
  std::vector<const Method*> methods_;
  bool by_network_;  // whether one of them is trained by gradient

  FieldOptions options_, training_options_;
  std::string chosen_;
  std::string input_;
  std::string valid_;
  std::string output_;
  std::string tokenizer_;
  std::string beside_;
  Training training_;

  const Method* method_ = nullptr;
  std::unique_ptr<Setup> setup_;
  std::vector<std::string> parents_;  // hashes
  std::vector<Provenance> histories_;
};

}  // namespace

std::unique_ptr<Command> make_train_tokenizer() { return std::make_unique<Train>("tokenizer"); }
std::unique_ptr<Command> make_train_prior() { return std::make_unique<Train>("prior"); }
std::unique_ptr<Command> make_train_edges() { return std::make_unique<Train>("edges"); }
std::unique_ptr<Command> make_train_joint() { return std::make_unique<Train>("joint"); }
std::unique_ptr<Command> make_train_baseline() { return std::make_unique<Train>("baseline"); }

}  // namespace graphvq
