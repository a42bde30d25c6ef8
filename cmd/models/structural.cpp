#include "cmd/models/structural.hpp"

#include <fmt/format.h>

#include "cmd/models/models.hpp"
#include "cmd/models/token_codes.hpp"
#include "cmd/program/options.hpp"
#include "libgraphvq/base/error.hpp"
#include "libgraphvq/graph/row_decisions.hpp"

namespace graphvq {

namespace {

bool connected(const Dataset& data) {
  for (const auto& record : data.records) {
    const EarlierNeighbours earlier(record.graph);
    for (Node j = 1; j < record.graph.n; ++j)
      if (earlier.of(j).empty()) return false;
  }
  return true;
}

}  // namespace

void require_drawable(const std::vector<Record>& records, bool roots, const std::string& name) {
  for (std::size_t r = 0; r < records.size(); ++r) try {
      require_rows(EarlierNeighbours(records[r].graph), roots);
    } catch (const Error& error) {
      throw Error(fmt::format("{}: graph {}: {}", name, r, error.what()));
    }
}

namespace {

void require_order(const Dataset& data) {
  if (data.header.order != OrderKind::bfs && data.header.order != OrderKind::bfs_recent)
    throw Error(fmt::format(
        "{}: has its nodes in the order {}, a structural decoder needs a breadth-first one; "
        "`graphvq serialize --order bfs` makes it",
        data.name, to_string(data.header.order.value())));
  require_drawable(data.records, true, data.name);
}

}  // namespace

void StructuralOptions::setup(CLI::App& app, const std::string& decoder) {
  const std::string of = decoder.empty() ? "" : decoder + ": ";
  app.add_option("--dropout", dropout_, of + "share of units left out in training, in [0, .9]")
      ->capture_default_str()
      ->type_name("P")
      ->check(real(0.0, .9));
  add_choice(app, "--roots", roots_, {"auto", "learned"},
             of + "whether a node may start a new component: never where all graphs are "
                  "connected (auto), or as learned");
  app.add_option("--without", without_, of + "parts to leave out, to see what they are worth")
      ->type_name("PART")
      ->default_str("none")
      ->delimiter(',')
      ->check(CLI::IsMember(names_of(part_names)));
}

bool StructuralOptions::given(const CLI::App& app) const {
  return app.count("--dropout") + app.count("--roots") + app.count("--without") > 0;
}

StructuralConfig StructuralOptions::config(bool joint, std::uint32_t hidden, const Dataset& train,
                                           const std::optional<Dataset>& valid) const {
  require_codes(train, "a structural decoder");
  require_order(train);
  if (valid) require_order(*valid);
  StructuralConfig config;
  config.codes = train.header.codes.value();
  config.hidden = hidden;
  config.joint = joint;
  config.dropout = dropout_;
  config.roots = roots_ == "learned" || !connected(train) || (valid && !connected(*valid));
  for (const auto& name : without_) {
    const auto part = part_names.at(name);
    if (!joint && (part == StructuralPart::counts || part == StructuralPart::quota))
      throw UsageError(fmt::format("--without {}: belongs to train-joint", name));
    if (config.has(part)) config.without.push_back(part);
  }
  return config;
}

ModelFile StructuralOptions::model(const StructuralConfig& config, const Dataset& data) {
  ModelFile model;
  model.kind = config.joint ? "joint" : "edges";
  model.method = "structural";
  model.config = to_json(config);
  model.config["temperature"] = 1.0;
  model.parent = data.header.tokenizer.value();
  if (!config.joint) return model;
  SizeCounts sizes;
  for (const auto& record : data.records) ++sizes[record.graph.n];
  model.config["sizes"] = to_json(sizes);
  return model;
}

TrainOptions StructuralOptions::training() {
  TrainOptions options;
  options.epochs = 40;
  options.epoch_records = 1600;
  options.lr = 5e-3;
  options.final_lr = .02;
  options.weight_decay = 1e-5;
  options.clip = .1;
  return options;
}

}  // namespace graphvq
