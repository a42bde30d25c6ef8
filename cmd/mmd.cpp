#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "cmd/files/io.hpp"
#include "cmd/files/shared_labels.hpp"
#include "cmd/program/command.hpp"
#include "cmd/program/help.hpp"
#include "cmd/program/options.hpp"
#include "cmd/report/measures.hpp"
#include "cmd/report/mmd_report.hpp"
#include "libgraphvq/base/error.hpp"
#include "libgraphvq/measure/mmd/mmd.hpp"

namespace graphvq {

namespace {

enum class Role : std::uint8_t { reference, train, generated, floor };

struct File {
  LabelledFile source;
  GraphSet graphs;
};

class MmdCommand final : public Command {
 public:
  void setup(Options& options) override {
    options.add("REFERENCE", reference_, "Graphs that the others are compared with (.gvg)")
        .file("")
        .required();
    options.add("GENERATED", generated_, "Graphs to judge (.gvg); - or nothing is standard input")
        .file("");
    options.output(output_);
    options.add("--floor", floor_, "Real graphs (.gvg), judged like generated ones on a line apart")
        .file();
    options.add("--train", train_, "Graphs that novel ones are not among (.gvg) [REFERENCE]")
        .file();
    measures_.add(options);
    options
        .add("--permutations", settings_.permutations,
             "P-values, of so many divisions of the graphs at random [none]")
        .whole(1, 10000000)
        .type("P");
    options
        .add("--bootstrap", settings_.resamples,
             "Intervals at 95 %, of so many resamples of both files [none]")
        .whole(2, 10000000)
        .type("R");
    options
        .add("--subsample", settings_.subsamples,
             "Also the MMD^2 of parts of so many graphs of each file, mean and deviation "
             "[none]")
        .list()
        .whole(1)
        .type("LIST");
    options.choice("--self-loops", self_loops_, {"none", "add-reference"},
                   "Loops at the nodes of REFERENCE and --floor, as some loaders make");
    options.flag("--halves", halves_, "Also the MMD^2 of halves of REFERENCE, on a line apart");
    options.flag("--ratio", ratio_, "Also MMD^2 by that of --floor, or else of --halves");
    options
        .add("--block", block_,
             "Compare generated graphs with one another in blocks of N alone: memory does "
             "not grow with a file [all at once]")
        .whole(2, 1000000);
    options.flag("--classifier", classifier_,
                 "Also how well a classifier tells held-out graphs apart, 0 to 1");
    options.flag("--no-labels", no_labels_, "Labels do not count for novel, unique, wl and gin");
    options
        .add("--plot", plot_,
             "Draw degrees, clustering and spectra of all files as SVG; needs gnuplot")
        .written();
    options.flag("--json", json_, "JSON instead of a table");
    options.seed(settings_.seed);
    options.threads(settings_.threads);
    options.quiet();
  }

  void check() override {
    warning_ = measures_.check();
    if (classifier_ && measures_.has(Descriptor::wl))
      throw UsageError("--classifier cannot use wl: its signatures have no fixed columns");
    for (const auto each : measures_.descriptors())
      if (no_labels_ && needs_labels(each))
        throw UsageError(fmt::format("--no-labels leaves nothing of --desc {}", to_string(each)));
    settings_.kernels = measures_.kernels();
    settings_.estimator = measures_.estimator();
    signatures_.seed = settings_.seed;
    signatures_.labels = !no_labels_;
    if (const auto* preset = measures_.preset()) {
      signatures_.float_bins = preset->float_bins;
      signatures_.excess = preset->excess;
    }
    if (ratio_ && floor_.empty() && !halves_)
      throw UsageError("--ratio needs a floor: --floor FILE or --halves");
    if (block_ > 0 && (classifier_ || settings_.permutations > 0 || settings_.resamples > 0 ||
                       !settings_.subsamples.empty()))
      throw UsageError(
          "--block keeps no graph that --classifier, --permutations, --bootstrap or --subsample "
          "could draw");
    refuse_repeats("--subsample", settings_.subsamples);
    if (block_ > 0 && std::ranges::any_of(settings_.kernels, &KernelSettings::per_generated))
      throw UsageError("--block keeps no graph for a bandwidth from generated ones");
    if (generated_.empty()) generated_.emplace_back("-");
  }

  int run() override {
    TextOutput output(output_);
    std::optional<TextOutput> picture;
    if (!plot_.empty()) picture.emplace(plot_);

    if (!warning_.empty()) remark(warning_);
    auto reference = read(reference_, Role::reference);
    gin_ = reference.graphs.standardise();
    std::optional<File> train;
    if (!train_.empty()) train = read(train_, Role::train);
    const LabelledFile& known = train ? train->source : reference.source;
    const Reference judge = with_file(
        reference.source.name, [&] { return Reference(std::move(reference.graphs), settings_); });
    const GraphSet& seen = train ? train->graphs : judge.graphs();

    const auto compare = [&](const std::string& path, Role role) {
      auto result = block_ > 0 ? compare_blocks(path, role, judge, seen)
                               : compare_all(path, role, judge, seen);
      if (const auto warning = labels_differ(result.source, known); warning && !no_labels_)
        remark(*warning);
      const bool see_edges =
          measures_.has(Descriptor::label_edge) || (measures_.has(Descriptor::gin) && !no_labels_);
      if (const auto warning = edge_labels_differ(result.source, reference.source);
          warning && see_edges)
        remark(*warning);
      return result;
    };
    std::vector<MmdResult> results;
    for (const auto& path : generated_) results.push_back(compare(path, Role::generated));
    std::optional<MmdResult> floor, halves;
    if (!floor_.empty()) floor = compare(floor_, Role::floor);
    if (halves_)
      halves = MmdResult{reference.source, judge.graphs().size() / 2,
                         with_file(reference.source.name, [&] { return judge.compare_halves(); }),
                         shares(judge.graphs(), judge.graphs().novel(seen))};
    if (ratio_)
      for (auto& result : results)
        for (std::size_t k = 0; k < result.mmd2.size(); ++k)
          result.ratios.push_back(result.mmd2[k].value / (floor ? floor : halves)->mmd2[k].value);

    if (picture) picture->write(profile_svg(profiles_));
    if (json_) {
      nlohmann::json report{{"reference", json_file(reference.source.name, judge.graphs().size(),
                                                    reference.source.hash)},
                            {"settings", settings(train)},
                            {"results", nlohmann::json::array()}};
      for (const auto& result : results) report["results"].push_back(to_json(result));
      if (floor) report["floor"] = to_json(*floor);
      if (halves) report["halves"] = to_json(*halves);
      output.write(json_text(report));
    } else {
      const auto said = settings_cell(train);
      std::vector<TableRow> rows;
      for (const auto& result : results) rows.push_back(mmd_row(result, result.source.name, said));
      if (floor) rows.push_back(mmd_row(*floor, "floor:" + floor->source.name, said));
      if (halves) rows.push_back(mmd_row(*halves, "halves:" + halves->source.name, said));
      output.write(tsv(rows, rows.front()));
    }
    commit(output, picture);
    return 0;
  }

 private:
  File read(const std::string& path, Role role) {
    std::optional<GraphSet> graphs;
    auto source = read_chunks(path, role, 1024, [&](std::span<const Graph> chunk) {
      if (!graphs) graphs = graph_set(role, classifier_);
      with_file(input_name(path), [&] { graphs->add(chunk, settings_.threads, graphs->size()); });
    });
    check_source(source, role, graphs->dropped());
    return {std::move(source), std::move(*graphs)};
  }

  // Novel graphs are not among those of --train, which nothing else is asked of.
  std::vector<Descriptor> descriptors(Role role) const {
    return role == Role::train ? std::vector<Descriptor>() : measures_.descriptors();
  }

  // For graphs of a file that is open.
  GraphSet graph_set(Role role, bool rows) {
    if (role == Role::reference && !no_labels_) {
      signatures_.node_labels = labels_.node_labels();  // of no file but this, as yet
      signatures_.edge_labels = labels_.edge_labels();
    }
    auto settings = signatures_;
    settings.self_loops =
        self_loops_ == "add-reference" && (role == Role::reference || role == Role::floor);
    if (const auto* preset = measures_.preset())
      settings.pruning = role == Role::reference ? preset->reference : preset->generated;
    settings.gin = gin_;
    return GraphSet(descriptors(role), !no_labels_, rows, settings);
  }

  void check_source(const LabelledFile& source, Role role, const GraphSet::Dropped& dropped) const {
    require_labels(descriptors(role), source.labelled, source.name);
    if (dropped.nodes > 0 || dropped.graphs > 0)
      remark(fmt::format("{}: left out {} nodes and {} graphs, as {} does", source.name,
                         dropped.nodes, dropped.graphs, measures_.preset()->name));
  }

  // Files that are to be seen in the picture have a profile there.
  LabelledFile read_chunks(const std::string& path, Role role, std::size_t chunk_graphs,
                           const std::function<void(std::span<const Graph> chunk)>& take) {
    Profile profile;
    const bool plot = role != Role::train && !plot_.empty();
    auto source = labels_.read(
        path,
        [&](std::span<const Graph> chunk) {
          if (plot) profile.add(chunk, settings_.threads);
          take(chunk);
        },
        chunk_graphs);
    if (plot) profiles_.push_back({source.name, std::move(profile)});
    return source;
  }

  MmdResult compare_all(const std::string& path, Role role, const Reference& judge,
                        const GraphSet& seen) {
    const auto [source, read_graphs] = read(path, role);
    return with_file(source.name, [&, &source = source, &graphs = read_graphs] {
      MmdResult result{source, graphs.size(), judge.compare(graphs),
                       shares(graphs, graphs.novel(seen))};
      if (classifier_)
        result.classifier = classifier_score(judge.graphs().rows(), graphs.rows(), settings_.seed,
                                             settings_.threads);
      if (measures_.preset() != nullptr) result.dropped = graphs.dropped();
      return result;
    });
  }

  MmdResult compare_blocks(const std::string& path, Role role, const Reference& judge,
                           const GraphSet& seen) {
    BlockComparison comparison(judge);
    const auto empty = graph_set(role, false);
    GraphSet counts({});
    std::uint64_t novel = 0;
    auto source = read_chunks(path, role, block_, [&](std::span<const Graph> chunk) {
      auto block = empty;
      with_file(input_name(path), [&] { block.add(chunk, settings_.threads, counts.size()); });
      comparison.add(block);
      counts.count(block);
      novel += block.novel_count(seen);
    });
    check_source(source, role, counts.dropped());
    return with_file(source.name, [&] {
      MmdResult result{
          source, counts.size(), comparison.result(),
          shares(counts, static_cast<double>(novel) / static_cast<double>(counts.size()))};
      if (measures_.preset() != nullptr) result.dropped = counts.dropped();
      return result;
    });
  }

  // Whether the seed has a part in the result.
  bool draws() const {
    return classifier_ || measures_.has(Descriptor::gin) || halves_ || settings_.permutations > 0 ||
           settings_.resamples > 0 || !settings_.subsamples.empty();
  }

  // Distinct graphs are not known of blocks.
  std::vector<std::pair<const char*, double>> shares(const GraphSet& graphs, double novel) const {
    std::vector<std::pair<const char*, double>> result{{"connected", graphs.connected()},
                                                       {"nondegenerate", graphs.nondegenerate()},
                                                       {"novel", novel},
                                                       {"unique", graphs.unique()},
                                                       {"nodes", graphs.mean_nodes()},
                                                       {"edges", graphs.mean_edges()}};
    if (block_ > 0) result.erase(result.begin() + 3);
    return result;
  }

  nlohmann::json settings(const std::optional<File>& train) const {
    auto json = measures_.to_json();
    json["version"] = version();
    json["labels"] = !no_labels_;
    if (settings_.permutations > 0) json["permutations"] = settings_.permutations;
    if (settings_.resamples > 0) json["bootstrap"] = settings_.resamples;
    if (!settings_.subsamples.empty()) json["subsample"] = settings_.subsamples;
    if (block_ > 0) json["block"] = block_;
    if (self_loops_ != "none") json["self_loops"] = self_loops_;
    if (draws()) json["seed"] = settings_.seed;
    if (train)
      json["train"] = json_file(train->source.name, train->graphs.size(), train->source.hash);
    return json;
  }

  // The same as a cell of the table; what has columns of its own needs no word.
  std::string settings_cell(const std::optional<File>& train) const {
    const auto json = settings(train);
    auto text = measures_.text();
    if (no_labels_) text += ",no-labels";
    if (json.contains("self_loops")) text += ",self-loops=" + self_loops_;
    for (const auto* name : {"block", "permutations", "bootstrap", "seed"})
      if (json.contains(name)) text += fmt::format(",{}={}", name, json[name].dump());
    if (train) text += ",train=" + train->source.name;
    return text;
  }

  std::string reference_, output_, floor_, train_, plot_;
  std::string self_loops_ = "none";
  std::vector<NamedProfile> profiles_;
  std::vector<std::string> generated_;
  Measures measures_;
  std::string warning_;
  SignatureSettings signatures_;
  Standardisation gin_;  // what the reference makes of it
  bool no_labels_ = false, classifier_ = false, json_ = false;
  bool halves_ = false, ratio_ = false;
  std::size_t block_ = 0;  // 0: all at once
  MmdSettings settings_;
  SharedLabels labels_;
};

}  // namespace

std::unique_ptr<Command> make_mmd() { return std::make_unique<MmdCommand>(); }

}  // namespace graphvq
