#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cmd/files/progress.hpp"
#include "cmd/files/records.hpp"
#include "cmd/models/models.hpp"
#include "cmd/program/command.hpp"
#include "cmd/program/options.hpp"
#include "formats/container/model_file.hpp"
#include "libgraphvq/base/error.hpp"
#include "libgraphvq/data/header.hpp"
#include "libgraphvq/method/calibrate.hpp"

namespace graphvq {

namespace {

class Calibrate final : public Command {
 public:
  void setup(Options& options) override {
    options.add("EDGES", model_, "The edge decoder or joint model")
        .names(PathKind::model)
        .required();
    options.add("--valid", valid_, "Tokens to calibrate on (.gvt)").file().required();
    options.output(output_);
    options.threads(threads_);
    options.quiet();
    options.no_provenance();
  }

  int run() override {
    auto file = read_model_file(model_);
    const auto valid = read_dataset(valid_, {Layer::tokens});
    require_graphs(valid.records.size(), valid.name, "to calibrate on");
    Output output(output_, true);
    const auto all = decisions(file, valid);
    if (all.empty()) throw Error(valid.name + ": no pair of nodes to calibrate on");
    const auto found = calibrate(all);
    remark(fmt::format(
        "temperature {:.4f}: validation {:.5f} nats a decision, {:.5f} at temperature 1",
        found.temperature, found.nll, found.nll_before));
    file.config["temperature"] = found.temperature;
    join_history(file.provenance, valid.header.provenance);
    add_provenance(file.provenance, std::nullopt, {file.content, valid.totals.hash});
    write_model(output.sink(), file);
    output.commit();
    return 0;
  }

 private:
  std::vector<Decision> decisions(const ModelFile& file, const Dataset& valid) const {
    const auto name = input_name(model_);
    if (file.kind != "joint") require_kind(file, "edges", name);
    const auto model = open_model(file, name);
    require_tokens_of(model.parent, valid.header, valid.name);
    require_records(model, valid.records, valid.name);
    Progress progress("sequences", valid.records.size());
    std::vector<Decision> all;
    for (const auto& of_graph :
         model.generator->score(valid.records, {threads_, progress.hook()}).decisions)
      all.insert(all.end(), of_graph.begin(), of_graph.end());
    return all;
  }

  std::string model_;
  std::string valid_;
  std::string output_;
  unsigned threads_ = 1;
};

}  // namespace

std::unique_ptr<Command> make_calibrate() { return std::make_unique<Calibrate>(); }

}  // namespace graphvq
