#include "cmd/command.hpp"
#include "cmd/options.hpp"
#include "cmd/records.hpp"
#include "formats/tu.hpp"

namespace graphvq {

namespace {

class Import final : public Command {
 public:
  void setup(CLI::App& app) override {
    add_choice(app, "FORMAT", format_, {"tu"}, "tu: a folder of the TUDataset collection")
        ->required();
    app.add_option("PATH", path_, "The folder")->type_name("")->required();
    add_output(app, output_);
    app.add_option("--name", tu_.name, "What the file names start with [the folder's name]")
        ->type_name("NAME");
    add_choice(app, "--loops", loops_, {"drop", "error"}, "Edges from a node to itself");
    add_choice(app, "--duplicates", duplicates_, {"drop", "error"}, "Edges written again");
    add_choice(app, "--asymmetric", asymmetric_, {"union", "error"},
               "Edges written in one direction only; union: they are edges");
    add_choice(app, "--node-labels", node_labels_, {"auto", "none"},
               "Read node labels where the set has them, or never");
    app.add_flag("--strict", tu_.strict, "Every repair is an error");
    add_level(app, level_);
    add_quiet(app, quiet_);
    add_no_provenance(app, omit_);
  }

  void check() override {
    using Policy = TuOptions::Policy;
    const auto policy = [](const std::string& name) {
      return name == "error" ? Policy::error : Policy::repair;
    };
    tu_.loops = policy(loops_);
    tu_.duplicates = policy(duplicates_);
    tu_.asymmetric = policy(asymmetric_);
    tu_.node_labels = node_labels_ == "auto";
  }

  int run() override {
    // Read whole before the output is opened: ids may come in any order.
    const auto data = read_tu(path_, tu_);
    Header header;
    header.node_labels = data.node_labels;
    header.edge_labels = data.edge_labels;
    header.classes = data.classes;
    add_provenance(header.provenance, {}, {}, omit_);
    RecordOutput output(output_, header, level_);
    for (const auto& graph : data.graphs) output.write({graph, {}, {}});
    output.commit();
    if (data.repairs.any() && !quiet_) say(path_ + ": " + to_string(data.repairs));
    return 0;
  }

 private:
  std::string format_;
  std::string path_;
  std::string output_;
  TuOptions tu_;
  std::string loops_ = "drop";
  std::string duplicates_ = "drop";
  std::string asymmetric_ = "union";
  std::string node_labels_ = "auto";
  int level_ = 3;
  bool quiet_ = false;
  bool omit_ = false;
};

}  // namespace

std::unique_ptr<Command> make_import() { return std::make_unique<Import>(); }

}  // namespace graphvq
