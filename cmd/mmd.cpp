#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>

#include "cmd/command.hpp"
#include "cmd/help.hpp"
#include "cmd/io.hpp"
#include "cmd/labels.hpp"
#include "cmd/options.hpp"
#include "cmd/shared_labels.hpp"
#include "libgraphvq/graph/error.hpp"
#include "libgraphvq/measure/classifier.hpp"
#include "libgraphvq/measure/mmd.hpp"

namespace graphvq {

namespace {

struct File {
  LabelledFile source;
  GraphSet graphs;
};

struct Result {
  std::string file;
  std::string hash;
  std::uint64_t graphs = 0;
  std::vector<Discrepancy> mmd2;
  std::vector<std::pair<const char*, double>> shares;
  std::optional<ClassifierScore> classifier = std::nullopt;
};

nlohmann::json identity(const std::string& file, std::uint64_t graphs, const std::string& hash) {
  return {{"file", file}, {"graphs", graphs}, {"hash", hash}};
}

nlohmann::json to_json(const Result& result) {
  auto json = identity(result.file, result.graphs, result.hash);
  for (const auto& [descriptor, value, bandwidth] : result.mmd2)
    json["mmd2"][std::string(to_string(descriptor))] = {{"value", value}, {"bandwidth", bandwidth}};
  for (const auto& [name, value] : result.shares) json[name] = value;
  if (result.classifier) {
    const auto& score = *result.classifier;
    auto& of = json["classifier"];
    of = {{"distance", score.distance},
          {"descriptor", to_string(result.mmd2[score.best].descriptor)}};
    for (std::size_t k = 0; k < score.parts.size(); ++k)
      of["divergence"][std::string(to_string(result.mmd2[k].descriptor))] =
          score.parts[k].divergence;
  }
  return json;
}

// An Error of the measures, with the file's name.
template <class Work>
auto named(const std::string& name, const Work& work) {
  try {
    return work();
  } catch (const Error& error) {
    throw Error(name + ": " + error.what());
  }
}

class MmdCommand final : public Command {
 public:
  void setup(CLI::App& app) override {
    app.add_option("REFERENCE", reference_, "Graphs that the others are compared with")
        ->type_name("")
        ->required();
    app.add_option("GENERATED", generated_, "Graphs to judge; - or nothing is standard input")
        ->type_name("");
    add_output(app, output_);
    app.add_option("--floor", floor_, "Real graphs, judged like generated ones on a line apart")
        ->type_name("FILE");
    app.add_option("--train", train_, "Graphs that novel ones are not among [REFERENCE]")
        ->type_name("FILE");
    app.add_option("--desc", names_, fmt::format("What is compared [{}]", fmt::join(names_, ",")))
        ->type_name("LIST")
        ->delimiter(',');
    app.add_option("--bandwidth", bandwidth_,
                   "Of the Gaussian kernel: median or mean distance of pairs, or a number [median]")
        ->type_name("{median,mean,X}");
    from_option_ = add_choice(app, "--bandwidth-from", from_, {"reference", "pooled"},
                              "Whose pairs: the reference's, or all with the generated ones");
    add_choice(app, "--estimator", estimator_, {"biased", "unbiased"},
               "V-statistic, or U-statistic that can be negative");
    app.add_flag("--classifier", classifier_,
                 "Also how well a classifier tells held-out graphs apart, 0 to 1");
    app.add_flag("--no-labels", no_labels_, "Node labels do not count for novel and unique");
    app.add_flag("--json", json_, "JSON instead of a table");
    add_seed(app, seed_);
    add_threads(app, settings_.threads);
    add_quiet(app, quiet_);
  }

  void check() override {
    for (const auto& name : names_) {
      const auto found = descriptor(name);
      if (std::find(descriptors_.begin(), descriptors_.end(), found) != descriptors_.end())
        throw UsageError("--desc has " + name + " twice");
      descriptors_.push_back(found);
    }
    KernelSettings kernel;
    if (bandwidth_ == "mean") {
      kernel.rule = BandwidthRule::mean;
    } else if (bandwidth_ != "median") {
      kernel.rule = BandwidthRule::fixed;
      const auto* end = bandwidth_.data() + bandwidth_.size();
      const auto [last, error] = std::from_chars(bandwidth_.data(), end, kernel.bandwidth);
      if (error != std::errc{} || last != end || !std::isfinite(kernel.bandwidth) ||
          kernel.bandwidth < 0)
        throw UsageError(fmt::format(
            "--bandwidth: '{}' is neither median, mean nor a number from 0", bandwidth_));
      if (from_option_->count() > 0)
        throw UsageError("--bandwidth-from says nothing beside a number for --bandwidth");
    }
    if (from_ == "pooled") kernel.from = BandwidthFrom::pooled;
    settings_.kernels = {kernel};
    if (estimator_ == "unbiased") settings_.estimator = Estimator::unbiased;
    if (generated_.empty()) generated_.emplace_back("-");
  }

  int run() override {
    auto inputs = generated_;
    inputs.insert(inputs.begin(), reference_);
    if (!floor_.empty()) inputs.push_back(floor_);
    if (!train_.empty()) inputs.push_back(train_);
    announce_inputs(inputs);
    TextOutput output(output_);

    auto reference = read(reference_, descriptors_);
    std::optional<File> train;
    if (!train_.empty()) train = read(train_, {});
    const LabelledFile& known = train ? train->source : reference.source;
    const Reference judge = named(
        reference.source.name, [&] { return Reference(std::move(reference.graphs), settings_); });
    const GraphSet& seen = train ? train->graphs : judge.graphs();

    const auto compare = [&](const std::string& path) {
      const auto file = read(path, descriptors_);
      if (const auto warning = labels_differ(file.source, known); warning && !no_labels_ && !quiet_)
        say(*warning);
      const auto& graphs = file.graphs;
      auto mmd2 = named(file.source.name, [&] { return judge.compare(graphs); });
      std::optional<ClassifierScore> classifier;
      if (classifier_)
        classifier = named(file.source.name, [&] {
          return classifier_score(judge.graphs().rows(), graphs.rows(), seed_, settings_.threads);
        });
      return Result{file.source.name,
                    file.source.hash,
                    graphs.size(),
                    std::move(mmd2),
                    {{"connected", graphs.connected()},
                     {"nondegenerate", graphs.nondegenerate()},
                     {"novel", graphs.novel(seen)},
                     {"unique", graphs.unique()},
                     {"nodes", graphs.mean_nodes()},
                     {"edges", graphs.mean_edges()}},
                    std::move(classifier)};
    };
    std::vector<Result> results;
    for (const auto& path : generated_) results.push_back(compare(path));
    std::optional<Result> floor;
    if (!floor_.empty()) floor = compare(floor_);

    if (json_) {
      nlohmann::json report{{"reference", identity(reference.source.name, judge.graphs().size(),
                                                   reference.source.hash)},
                            {"settings", settings(train)},
                            {"results", nlohmann::json::array()}};
      for (const auto& result : results) report["results"].push_back(to_json(result));
      if (floor) report["floor"] = to_json(*floor);
      output.write(json_text(report));
    } else {
      output.write(heading(results.front()));
      for (const auto& result : results) output.write(line(result, result.file));
      if (floor) output.write(line(*floor, "floor:" + floor->file));
    }
    output.commit();
    return 0;
  }

 private:
  File read(const std::string& path, const std::vector<Descriptor>& descriptors) {
    GraphSet graphs(descriptors, !no_labels_, classifier_);
    auto source = labels_.read(
        path, [&](std::span<const Graph> chunk) { graphs.add(chunk, settings_.threads); });
    return {std::move(source), std::move(graphs)};
  }

  nlohmann::json settings(const std::optional<File>& train) const {
    nlohmann::json json{{"version", version()},    {"descriptors", names_},
                        {"kernel", "gaussian"},    {"bandwidth", bandwidth_},
                        {"estimator", estimator_}, {"labels", !no_labels_}};
    if (const auto& kernel = settings_.kernels[0]; kernel.rule == BandwidthRule::fixed)
      json["bandwidth"] = kernel.bandwidth;
    else
      json["bandwidth_from"] = from_;
    if (classifier_) json["seed"] = seed_;
    if (train)
      json["train"] = identity(train->source.name, train->graphs.size(), train->source.hash);
    return json;
  }

  static std::string heading(const Result& result) {
    std::string text = "file\tgraphs";
    for (const auto& each : result.mmd2) text += fmt::format("\t{}", to_string(each.descriptor));
    for (const auto& share : result.shares) text += fmt::format("\t{}", share.first);
    for (const auto& each : result.mmd2)
      text += fmt::format("\t{}_bandwidth", to_string(each.descriptor));
    if (result.classifier) text += "\tclassifier\tclassifier_descriptor";
    return text + "\tsettings\n";
  }

  std::string line(const Result& result, const std::string& name) const {
    std::string text = fmt::format("{}\t{}", cell(name), result.graphs);
    for (const auto& each : result.mmd2) text += fmt::format("\t{:.6g}", each.value);
    for (const auto& share : result.shares) text += fmt::format("\t{:.6g}", share.second);
    for (const auto& each : result.mmd2) text += fmt::format("\t{:.6g}", each.bandwidth);
    if (result.classifier)
      text += fmt::format("\t{:.6g}\t{}", result.classifier->distance,
                          to_string(result.mmd2[result.classifier->best].descriptor));
    const bool fixed = settings_.kernels[0].rule == BandwidthRule::fixed;
    const auto rule = fixed ? "fixed" : bandwidth_ + "," + from_;
    return text + fmt::format("\tgaussian,{},{}\n", rule, estimator_);
  }

  std::string reference_, output_, floor_, train_;
  std::vector<std::string> generated_;
  std::vector<std::string> names_ = {"degree", "clustering", "orbit", "spectral", "components"};
  std::vector<Descriptor> descriptors_;
  std::string bandwidth_ = "median";
  std::string from_ = "reference";
  CLI::Option* from_option_ = nullptr;
  std::string estimator_ = "biased";
  bool no_labels_ = false, classifier_ = false, json_ = false, quiet_ = false;
  std::uint64_t seed_ = 0;
  MmdSettings settings_;
  SharedLabels labels_;
};

}  // namespace

std::unique_ptr<Command> make_mmd() { return std::make_unique<MmdCommand>(); }

}  // namespace graphvq
