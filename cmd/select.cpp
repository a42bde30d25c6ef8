#include <fmt/format.h>

#include "cmd/command.hpp"
#include "cmd/help.hpp"
#include "cmd/labels.hpp"
#include "cmd/options.hpp"
#include "cmd/records.hpp"
#include "libgraphvq/graph/error.hpp"
#include "libgraphvq/measure/select.hpp"

namespace graphvq {

namespace {

class Select final : public Command {
 public:
  void setup(CLI::App& app) override {
    add_input(app, input_, "Reference graphs");
    add_output(app, output_);
    app.add_option("--desc", names_, fmt::format("What is tried [{}]", fmt::join(names_, ",")))
        ->type_name("LIST")
        ->delimiter(',');
    app.add_option("--factors", factors_,
                   fmt::format("Bandwidths, as multiples of the median distance [{}]",
                               fmt::join(factors_, ",")))
        ->type_name("LIST")
        ->delimiter(',')

        ->check(positive());
    app.add_option("--steps", steps_, "Steps from the graphs as they are to all edges changed")
        ->capture_default_str()
        ->type_name("N")
        ->check(whole(2, 1000));
    app.add_flag("--json", json_, "JSON with the curves instead of a table");
    add_seed(app, seed_);
    add_threads(app, threads_);
  }

  void check() override {
    for (const auto& name : names_) descriptors_.push_back(descriptor(name));
  }

  int run() override {
    std::vector<std::string> inputs = {input_};
    announce_inputs(inputs);
    TextOutput output(output_);
    const auto data = read_dataset(inputs.front());
    std::vector<Graph> graphs;
    for (const auto& record : data.records) graphs.push_back(record.graph);
    if (graphs.empty()) throw Error(data.name + ": no graphs to perturb");
    const auto found =
        follow_perturbations(graphs, descriptors_, factors_, steps_, seed_, threads_);
    output.write(json_ ? json(found, data) : table(found));
    output.commit();
    return 0;
  }

 private:
  static std::string table(const std::vector<Following>& found) {
    std::string text = "descriptor\tkernel\tfactor\tbandwidth\tspearman\tpearson";
    for (const auto perturbation : all_perturbations)
      text += fmt::format("\t{0}_spearman\t{0}_pearson", to_string(perturbation));
    text += "\n";
    for (const auto& each : found) {
      text +=
          fmt::format("{}\tgaussian\t{:.6g}\t{:.6g}\t{:.4f}\t{:.4f}", to_string(each.descriptor),
                      each.factor, each.bandwidth, each.spearman, each.pearson);
      for (const auto& curve : each.curves)
        text += fmt::format("\t{:.4f}\t{:.4f}", curve.spearman, curve.pearson);
      text += "\n";
    }
    return text;
  }

  std::string json(const std::vector<Following>& found, const Dataset& data) const {
    nlohmann::json report{
        {"reference",
         {{"file", data.name}, {"graphs", data.records.size()}, {"hash", data.totals.hash}}},
        {"settings", {{"version", version()}, {"steps", steps_}, {"seed", seed_}}},
        {"results", nlohmann::json::array()}};
    for (const auto& each : found) {
      nlohmann::json result{{"descriptor", to_string(each.descriptor)},
                            {"kernel", "gaussian"},
                            {"factor", each.factor},
                            {"bandwidth", each.bandwidth},
                            {"spearman", each.spearman},
                            {"pearson", each.pearson}};
      for (std::size_t p = 0; p < all_perturbations.size(); ++p)
        result["curves"][std::string(to_string(all_perturbations[p]))] = {
            {"mmd2", each.curves[p].mmd2},
            {"spearman", each.curves[p].spearman},
            {"pearson", each.curves[p].pearson}};
      report["results"].push_back(std::move(result));
    }
    return json_text(report);
  }

  std::string input_, output_;
  std::vector<std::string> names_ = {"degree", "clustering", "orbit", "spectral", "components"};
  std::vector<Descriptor> descriptors_;
  std::vector<double> factors_ = {.01, .1, .25, .5, .75, 1, 2.5, 5, 7.5, 10};
  unsigned steps_ = 10;
  std::uint64_t seed_ = 0;
  unsigned threads_ = 1;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_select() { return std::make_unique<Select>(); }

}  // namespace graphvq
