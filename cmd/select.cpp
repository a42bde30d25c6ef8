#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "cmd/files/progress.hpp"
#include "cmd/files/records.hpp"
#include "cmd/program/command.hpp"
#include "cmd/program/help.hpp"
#include "cmd/program/options.hpp"
#include "cmd/report/measures.hpp"
#include "cmd/report/writer.hpp"
#include "libgraphvq/base/error.hpp"
#include "libgraphvq/measure/judge/select.hpp"

namespace graphvq {

namespace {

class Select final : public Command {
 public:
  void setup(Options& options) override {
    options.input(input_, "Reference graphs (.gvg)");
    options.output(output_);
    options.add("--desc", names_, fmt::format("What is tried [{}]", fmt::join(names_, ",")))
        .type(fmt::format("{{{}}}", fmt::join(names_of(all_descriptors), ",")))
        .list();
    options
        .add("--kernel", kernel_names_, fmt::format("Kernels [{}]", fmt::join(kernel_names_, ",")))
        .type(fmt::format("{{{}}}", fmt::join(names_of(all_kernels), ",")))
        .list();
    options
        .add("--factors", factors_,
             fmt::format("Bandwidths, as multiples of the median distance [{}]",
                         fmt::join(factors_, ",")))
        .list()
        .positive()
        .type("LIST");
    options.add("--steps", steps_, "Steps from the graphs as they are to all edges changed")
        .shown()
        .whole(2, 1000);
    options.flag("--json", json_, "JSON with the curves instead of a table");
    options.seed(seed_);
    options.threads(threads_);
    options.quiet();
  }

  void check() override {
    descriptors_ = parse_descriptors(names_);
    for (const auto& name : kernel_names_) kernels_.push_back(kernel_kind(name));
    refuse_repeats("--kernel", kernel_names_);
    refuse_repeats("--factors", factors_);
  }

  int run() override {
    TextOutput output(output_);
    const auto data = read_dataset(input_);
    std::vector<Graph> graphs;
    for (const auto& record : data.records) graphs.push_back(record.graph);
    require_graphs(graphs.size(), data.name, "to perturb");
    require_labels(descriptors_, !data.header.node_labels.empty(), data.name);
    SignatureSettings settings;
    settings.node_labels = static_cast<std::uint32_t>(data.header.node_labels.size());
    settings.seed = seed_;
    std::optional<Progress> progress;
    const auto advance = [&](const char* unit, std::size_t done, std::size_t total) {
      if (done == 0) progress.emplace(unit, total);
      progress->advance(done);
    };
    const auto found = follow_perturbations(graphs, descriptors_, kernels_, factors_, steps_, seed_,
                                            threads_, settings, advance);
    progress.reset();
    std::vector<TableRow> rows;
    for (const auto& each : found) rows.push_back(row(each));
    output.write(json_ ? json(found, data) : tsv(rows, row({})));
    output.commit();
    return 0;
  }

 private:
  static TableRow row(const Following& each) {
    const auto rounded = [](double value) { return fmt::format("{:.4f}", value); };
    const bool linear = each.kernel == KernelKind::linear;
    TableRow result = {{"descriptor", std::string(to_string(each.descriptor))},
                       {"kernel", std::string(to_string(each.kernel))},
                       {"factor", linear ? TableCell() : each.factor},
                       {"bandwidth", linear ? TableCell() : each.bandwidth},
                       {"spearman", rounded(each.spearman)},
                       {"pearson", rounded(each.pearson)}};
    for (std::size_t p = 0; p < all_perturbations.size(); ++p) {
      const std::string name(to_string(all_perturbations[p]));
      result.emplace_back(name + "_spearman", rounded(each.responses[p].spearman));
      result.emplace_back(name + "_pearson", rounded(each.responses[p].pearson));
    }
    return result;
  }

  std::string json(const std::vector<Following>& found, const Dataset& data) const {
    nlohmann::json report{
        {"reference", json_file(data.name, data.records.size(), data.totals.hash)},
        {"settings", {{"version", version()}, {"steps", steps_}, {"seed", seed_}}},
        {"results", nlohmann::json::array()}};
    for (const auto& each : found) {
      nlohmann::json result{{"descriptor", to_string(each.descriptor)},
                            {"kernel", to_string(each.kernel)},
                            {"spearman", each.spearman},
                            {"pearson", each.pearson}};
      if (each.kernel != KernelKind::linear) {
        result["factor"] = each.factor;
        result["bandwidth"] = each.bandwidth;
      }
      for (std::size_t p = 0; p < all_perturbations.size(); ++p)
        result["curves"][std::string(to_string(all_perturbations[p]))] = {
            {"mmd2", each.responses[p].mmd2},
            {"spearman", each.responses[p].spearman},
            {"pearson", each.responses[p].pearson}};
      report["results"].push_back(std::move(result));
    }
    return json_text(report);
  }

  std::string input_, output_;
  std::vector<std::string> names_ = names_of(paper_descriptors);
  std::vector<std::string> kernel_names_ = {"gaussian", "laplacian", "linear"};
  std::vector<Descriptor> descriptors_;
  std::vector<KernelKind> kernels_;
  std::vector<double> factors_ = {.01, .1, .25, .5, .75, 1, 2.5, 5, 7.5, 10};
  unsigned steps_ = 10;
  std::uint64_t seed_ = 0;
  unsigned threads_ = 1;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_select() { return std::make_unique<Select>(); }

}  // namespace graphvq
