#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cmd/files/io.hpp"
#include "cmd/files/records.hpp"
#include "cmd/files/shared_labels.hpp"
#include "cmd/program/command.hpp"
#include "cmd/program/help.hpp"
#include "cmd/program/options.hpp"
#include "cmd/report/writer.hpp"
#include "libgraphvq/base/error.hpp"
#include "libgraphvq/measure/judge/statistics.hpp"
#include "libgraphvq/measure/judge/vun.hpp"

namespace graphvq {

namespace {

using nlohmann::json;

struct Share {
  std::string name;
  std::uint64_t count;
};

struct Judged {
  std::string file, hash;
  VunCounts counts;
};

class Vun final : public Command {
 public:
  void setup(Options& options) override {
    options.add("TRAIN", train_, "Graphs that novel ones are not among (.gvg)").file("").required();
    options.add("GENERATED", generated_, "Graphs to judge (.gvg); - or nothing is standard input")
        .file("");
    options.output(output_);
    options.add("--rule", names_, "What a valid graph obeys, all of them [none]")
        .type("{connected,planar,tree,grid,lobster,sbm,bipartite,max-degree=K}")
        .list();
    options.flag("--no-labels", no_labels_, "Node labels do not tell graphs apart");
    options
        .add("--limit", settings_.limit,
             "Search nodes for a canonical form; what needs more is undecided")
        .shown()
        .whole(1);
    options.flag("--json", json_, "JSON instead of a table");
    options.threads(settings_.threads);
    options.quiet();
  }

  void check() override {
    for (const auto& name : names_) rules_.push_back(validity_rule(name));
    refuse_repeats("--rule", names_);
    settings_.labels = !no_labels_;
    if (generated_.empty()) generated_.emplace_back("-");
  }

  int run() override {
    TextOutput output(output_);

    KnownGraphs known(settings_);
    std::uint64_t known_graphs = 0;
    const auto train = labels_.read(train_, [&](std::span<const Graph> graphs) {
      known.add(graphs);
      known_graphs += graphs.size();
    });
    std::vector<Judged> results;
    for (const auto& path : generated_) {
      VunCounter counter(known, rules_, settings_);
      const auto file =
          labels_.read(path, [&](std::span<const Graph> graphs) { counter.add(graphs); });
      require_graphs(counter.counts().graphs, file.name, "to judge");
      if (const auto warning = labels_differ(file, train); warning && !no_labels_) remark(*warning);
      results.push_back({file.name, file.hash, counter.counts()});
    }
    if (known.formless() > 0)
      remark(fmt::format("{}: {} graphs pass the limit of {} search nodes", train.name,
                         known.formless(), settings_.limit));

    if (json_) {
      json report{{"train", json_file(train.name, known_graphs, train.hash)},
                  {"settings",
                   {{"version", version()},
                    {"rules", names_},
                    {"labels", !no_labels_},
                    {"limit", settings_.limit}}},
                  {"results", json::array()}};
      for (const auto& result : results) report["results"].push_back(to_json(result));
      output.write(json_text(report));
    } else {
      std::vector<TableRow> rows;
      for (const auto& result : results) rows.push_back(row(result));
      output.write(tsv(rows, rows.front()));
    }
    output.commit();
    return 0;
  }

 private:
  std::vector<Share> shares(const VunCounts& counts) const {
    std::vector<Share> result = {{"valid", counts.valid},         {"unique", counts.unique},
                                 {"novel", counts.novel},         {"vun", counts.vun},
                                 {"unique_wl", counts.unique_wl}, {"novel_wl", counts.novel_wl},
                                 {"vun_wl", counts.vun_wl}};
    for (std::size_t k = 0; k < rules_.size(); ++k)
      result.push_back({to_string(rules_[k]), counts.obeys[k]});
    return result;
  }

  static double share(const Share& of, const VunCounts& counts) {
    return static_cast<double>(of.count) / static_cast<double>(counts.graphs);
  }

  json to_json(const Judged& judged) const {
    json result = json_file(judged.file, judged.counts.graphs, judged.hash);
    result["undecided"] = judged.counts.undecided;
    for (const auto& each : shares(judged.counts)) {
      const auto interval = wilson(each.count, judged.counts.graphs);
      result[each.name] = {{"value", share(each, judged.counts)},
                           {"ci", {interval.low, interval.high}}};
    }
    return result;
  }

  TableRow row(const Judged& judged) const {
    TableRow result = {{"file", judged.file},
                       {"graphs", judged.counts.graphs},
                       {"undecided", judged.counts.undecided}};
    for (const auto& each : shares(judged.counts)) {
      const auto [low, high] = wilson(each.count, judged.counts.graphs);
      result.emplace_back(each.name, share(each, judged.counts));
      result.emplace_back(each.name + "_low", low);
      result.emplace_back(each.name + "_high", high);
    }
    return result;
  }

  std::string train_, output_;
  std::vector<std::string> generated_, names_;
  std::vector<Rule> rules_;
  bool no_labels_ = false, json_ = false;
  IdentitySettings settings_;
  SharedLabels labels_;
};

}  // namespace

std::unique_ptr<Command> make_vun() { return std::make_unique<Vun>(); }

}  // namespace graphvq
