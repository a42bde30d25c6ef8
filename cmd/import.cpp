#include <fmt/format.h>

#include "cmd/files/foreign.hpp"
#include "cmd/files/io.hpp"
#include "cmd/files/progress.hpp"
#include "cmd/files/records.hpp"
#include "cmd/program/command.hpp"
#include "cmd/program/options.hpp"
#include "formats/foreign/foreign_builder.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {

namespace {

class Import final : public Command {
 public:
  void setup(Options& options) override {
    options.format(format_);
    options.add("PATH", paths_, "Files or folders of it; - or nothing is standard input").file("");
    options.output(output_);
    options.add("--name", options_.name, "tu: what the file names start with [the folder's name]")
        .type("NAME");
    options.choice("--loops", loops_, {"drop", "error"}, "Edges from a node to itself");
    options.choice("--duplicates", duplicates_, {"drop", "error"}, "Edges written again");
    options.choice("--asymmetric", asymmetric_, {"union", "error"},
                   "Edges written in one direction only; union: they are edges");
    options.choice(
        "--conflicts", conflicts_, {"error", "first", "last", "drop"},
        "Rows of one edge that disagree in a value: the first or last row's, or no edge");
    options.choice("--node-labels", node_labels_, {"auto", "none"},
                   "Read node labels where the set has them, or never");
    options.choice("--edge-labels", edge_labels_, {"auto", "none"},
                   "Read edge labels where the set has them, or never");
    options.add("--drop", options_.drop, "Columns to leave out, label and class among them [none]")
        .type("LIST")
        .list();
    options.flag("--header", header_, "edgelist: the first line names the columns");
    options.flag("--no-header", no_header_,
                 "edgelist: the first line is an edge, whatever it says");
    options
        .add("--first-id", options_.first_id,
             "edgelist: ids are numbers from N on [0 under `# nodes`; else ids are names]")
        .whole(0, INT64_MAX);
    options.flag("--strict", options_.strict, "Every repair is an error");
    options.writing(level_);
  }

  void check() override {
    using Policy = ForeignOptions::Policy;
    const auto policy = [](const std::string& name) {
      return name == "error" ? Policy::error : Policy::repair;
    };
    options_.loops = policy(loops_);
    options_.duplicates = policy(duplicates_);
    options_.asymmetric = policy(asymmetric_);
    using Conflicts = ForeignOptions::Conflicts;
    options_.conflicts = conflicts_ == "first"  ? Conflicts::first
                         : conflicts_ == "last" ? Conflicts::last
                         : conflicts_ == "drop" ? Conflicts::drop
                                                : Conflicts::error;
    options_.node_labels = node_labels_ == "auto";
    options_.edge_labels = edge_labels_ == "auto";
    if (!options_.name.empty() && format_ != "tu")
      throw UsageError(fmt::format("{} has no --name", format_));
    if (options_.first_id && format_ != "edgelist")
      throw UsageError(fmt::format("{} has no --first-id", format_));
    if (header_ && no_header_) throw UsageError("--header and --no-header: which of the two?");
    if (header_ || no_header_) {
      options_.header = header_;
      if (format_ != "edgelist")
        throw UsageError(fmt::format("{} has no --{}header", format_, header_ ? "" : "no-"));
    }
    if (paths_.empty() && find_format(format_)->folder)
      throw UsageError(fmt::format("PATH is missing: {} is read from a folder", format_));
  }

  int run() override {
    or_standard(paths_);
    // Read whole before the output is opened: the header has every raw value.
    auto set = read();
    RecordOutput output(output_, set.header, level_, {}, hashes_);
    Progress progress("graphs written", set.graphs.size());
    for (auto& graph : set.graphs) {
      output.write({std::move(graph), {}, {}});
      progress.advance(output.totals().graphs);
    }
    output.commit();
    for (auto& path : paths_) path = input_name(path);
    const auto names = fmt::format("{}", fmt::join(paths_, " "));
    say_repairs(names, set.repairs);
    if (set.graphs.empty()) remark(fmt::format("{}: no graphs read", names));
    return 0;
  }

 private:
  ForeignGraphs read() {
    Progress progress("graphs read");
    ForeignBuilder builder(options_, progress.hook());
    for (const auto& path : paths_) read_foreign(*find_format(format_), path, builder);
    auto set = builder.finish();
    hashes_ = builder.file_hashes();
    return set;
  }

  std::string format_;
  std::vector<std::string> paths_;
  std::vector<std::string> hashes_;  // of what they hold
  std::string output_;
  ForeignOptions options_;
  std::string conflicts_ = "error";
  std::string loops_ = "drop";
  std::string duplicates_ = "drop";
  std::string asymmetric_ = "union";
  std::string node_labels_ = "auto";
  std::string edge_labels_ = "auto";
  int level_ = default_level;
  bool header_ = false;
  bool no_header_ = false;
};

}  // namespace

std::unique_ptr<Command> make_import() { return std::make_unique<Import>(); }

}  // namespace graphvq
