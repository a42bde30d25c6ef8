#include <memory>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/method/counts/draw.hpp"

namespace graphvq {

void CountsSetup::fields(Fields& fields) {
  if (config.method == BaselineMethod::configuration)
    fields.choice({nullptr, "--simple",
                   "configuration: match stubs and erase loops and repeated edges, or swap edges, "
                   "which keeps all degrees"},
                  config.swaps, {{"erase", false}, {"swaps", true}});
  if (config.method != BaselineMethod::resample)
    fields.choice({nullptr, "--labels",
                   "Each label from the shares of all nodes, or all from a training graph of the "
                   "same size"},
                  config.graph_labels, {{"shares", false}, {"graph", true}});
  fields.flag({"swaps"}, config.swaps);
  fields.flag({"graph_labels"}, config.graph_labels);
  fields.labels({"node_labels"}, node_labels);
  fields.sizes({"sizes"}, counts);
  config.labels = static_cast<std::uint32_t>(node_labels.size());
}

void CountsSetup::learn(Lessons& lessons) {
  if (lessons.train.records.empty())
    throw Error(lessons.train.name +
                ": has no graphs to train on; `graphvq info` shows the steps that left none");
  node_labels = lessons.train.header.node_labels;
  config.labels = static_cast<std::uint32_t>(node_labels.size());
  for (const auto& record : lessons.train.records) ++counts[record.graph.n];
}

namespace {

class CountsGenerator final : public Generator {
 public:
  CountsGenerator(const CountsSetup& setup, const Tensors& tensors)
      : counts_(Baseline::from_tensors(setup.config, setup.counts, tensors)) {}

  void draw(std::span<Record> records, const Draw& draw) const override {
    for (std::size_t r = 0; r < records.size(); ++r) {
      auto graph = counts_.draw(records[r].graph.n, draw.seed, draw.first + r);
      graph.id = std::move(records[r].graph.id);
      records[r].graph = std::move(graph);
    }
  }

 private:
  Baseline counts_;
};

Tensors fit(const Setup& setup, const Lessons& lessons) {
  std::vector<Graph> graphs;
  for (const auto& record : lessons.train.records) graphs.push_back(record.graph);
  return Baseline::fit(static_cast<const CountsSetup&>(setup).config, graphs).tensors();
}

template <BaselineMethod method>
Method counts(const char* name, const char* help) {
  return {.kind = "baseline",
          .name = name,
          .help = help,
          .setup = []() -> std::unique_ptr<Setup> { return std::make_unique<CountsSetup>(method); },
          .open = [](const Trained& model) -> std::unique_ptr<Generator> {
            return std::make_unique<CountsGenerator>(static_cast<const CountsSetup&>(*model.setup),
                                                     model.tensors);
          },
          .fit = fit,
          .scores = false};
}

}  // namespace

std::vector<Method> counts_methods() {
  return {counts<BaselineMethod::resample>("resample", "training graphs as they are"),
          counts<BaselineMethod::configuration>("configuration", "their degrees"),
          counts<BaselineMethod::er>("er", "density of each size"),
          counts<BaselineMethod::label_block>("label-block", "density between each two labels")};
}

}  // namespace graphvq
