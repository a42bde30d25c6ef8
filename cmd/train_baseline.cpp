#include <fmt/format.h>

#include "cmd/files/records.hpp"
#include "cmd/models/models.hpp"
#include "cmd/program/command.hpp"
#include "cmd/program/options.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {

namespace {

class TrainBaseline final : public Command {
 public:
  void setup(CLI::App& app) override {
    add_choice(
        app, "METHOD", method_, names_of(baseline_names),
        "resample: training graphs as they are; configuration: their degrees; er: density of "
        "each size; label-block: density between each two labels")
        ->required();
    add_input(app, input_, "Graphs to count in (.gvg)");
    simple_option_ = add_choice(app, "--simple", simple_, {"erase", "swaps"},
                                "configuration: match stubs and erase loops and repeated edges, or "
                                "swap edges, which keeps all degrees");
    labels_option_ = add_choice(app, "--labels", labels_, {"shares", "graph"},
                                "Each label from the shares of all nodes, or all from a training "
                                "graph of the same size");
    add_output(app, output_);
    add_no_provenance(app, no_provenance_);
  }

  void check() override {
    config_.method = baseline_names.at(method_);
    config_.swaps = simple_ == "swaps";
    config_.graph_labels = labels_ == "graph";
    if (simple_option_->count() > 0 && config_.method != BaselineMethod::configuration)
      throw UsageError(fmt::format("{} has no --simple", method_));
    if (labels_option_->count() > 0 && config_.method == BaselineMethod::resample)
      throw UsageError("resample has no --labels");
  }

  int run() override {
    const auto data = read_dataset(input_, {Layer::graph});
    require_graphs(data.records.size(), data.name, "to train on");
    config_.labels = static_cast<std::uint32_t>(data.header.node_labels.size());
    std::vector<Graph> graphs;
    for (const auto& record : data.records) graphs.push_back(record.graph);
    const auto baseline = Baseline::fit(config_, graphs);

    ModelFile model;
    model.kind = "baseline";
    model.method = method_;
    model.config = {{"swaps", config_.swaps},
                    {"graph_labels", config_.graph_labels},
                    {"node_labels", to_json(data.header.node_labels)},
                    {"sizes", to_json(baseline.sizes())},
                    {"train", data.totals.hash}};
    model.tensors = baseline.tensors();
    model.provenance = data.header.provenance;
    add_provenance(model.provenance, std::nullopt, {data.totals.hash}, no_provenance_);
    Output output(output_, true);
    write_model(output.sink(), model);
    output.commit();
    return 0;
  }

 private:
  std::string method_;
  std::string input_;
  std::string output_;
  std::string simple_ = "erase";
  std::string labels_ = "shares";
  CLI::Option* simple_option_ = nullptr;
  CLI::Option* labels_option_ = nullptr;
  BaselineConfig config_;
  bool no_provenance_ = false;
};

}  // namespace

std::unique_ptr<Command> make_train_baseline() { return std::make_unique<TrainBaseline>(); }

}  // namespace graphvq
