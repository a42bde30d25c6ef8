#include <fmt/format.h>

#include <algorithm>

#include "cmd/command.hpp"
#include "cmd/labels.hpp"
#include "cmd/options.hpp"
#include "cmd/records.hpp"
#include "libgraphvq/graph/counts.hpp"
#include "libgraphvq/graph/error.hpp"

namespace graphvq {

namespace {

struct Counts {
  std::uint64_t nodes = 0;
  std::uint64_t edges = 0;
  std::uint64_t components = 0;
  std::uint64_t largest = 0;  // nodes of the largest component
  std::uint64_t isolated = 0;
  std::uint64_t max_degree = 0;
  std::uint64_t triangles = 0;
};

Counts count(const Graph& graph) {
  Counts counts{graph.n, graph.edges.size()};
  const auto parts = components(graph);
  counts.components = parts.sizes.size();
  for (const auto size : parts.sizes)
    counts.largest = std::max<std::uint64_t>(counts.largest, size);
  for (const auto degree : degrees(graph)) {
    counts.isolated += degree == 0;
    counts.max_degree = std::max<std::uint64_t>(counts.max_degree, degree);
  }
  // Each triangle is a link among the neighbours of its three nodes.
  for (const auto& node : local_clustering(graph)) counts.triangles += node.links;
  counts.triangles /= 3;
  return counts;
}

struct Summary {
  std::uint64_t graphs = 0;
  Counts sum;
  std::uint64_t min_nodes = 0;
  std::uint64_t max_nodes = 0;
  std::uint64_t connected = 0;

  void add(const Counts& counts) {
    min_nodes = graphs == 0 ? counts.nodes : std::min(min_nodes, counts.nodes);
    max_nodes = std::max(max_nodes, counts.nodes);
    ++graphs;
    connected += counts.components == 1;
    sum.nodes += counts.nodes;
    sum.edges += counts.edges;
    sum.components += counts.components;
    sum.triangles += counts.triangles;
    sum.max_degree += counts.max_degree;
  }

  std::string line(const std::string& name) const {
    const auto mean = [&](std::uint64_t total) {
      return graphs == 0
                 ? "nan"
                 : fmt::format("{:.4g}", static_cast<double>(total) / static_cast<double>(graphs));
    };
    return fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", cell(name), graphs,
                       mean(sum.nodes), mean(sum.edges), min_nodes, max_nodes, mean(connected),
                       mean(sum.components), mean(sum.triangles), mean(sum.max_degree));
  }
};

// How far apart the ends of edges stand: the windows that hold them.
class Spans {
 public:
  void add(const Graph& graph) {
    for (const auto& [u, v] : graph.edges) {
      if (v - u >= edges_.size()) edges_.resize(v - u + 1);
      ++edges_[v - u];
      ++total_;
    }
  }
  std::string lines(const std::string& name) const {
    std::string text;
    std::uint64_t within = 0;
    for (std::size_t span = 1; span < edges_.size(); ++span) {
      within += edges_[span];
      text += fmt::format("{}\t{}\t{}\t{:.6g}\n", cell(name), span, edges_[span],
                          static_cast<double>(within) / static_cast<double>(total_));
    }
    return text;
  }

 private:
  std::vector<std::uint64_t> edges_;  // of each span
  std::uint64_t total_ = 0;
};

class Stats final : public Command {
 public:
  void setup(CLI::App& app) override {
    add_inputs(app, inputs_, "Graphs, sequences or tokens (.gvg .gvs .gvt)");
    add_output(app, output_);
    app.add_flag("--summary", summary_, "One line a file: means over its graphs");
    app.add_flag("--spans", spans_,
                 "A line a span: edges of nodes so far apart, and the share of no longer ones");
  }

  void check() override {
    if (summary_ && spans_) throw UsageError("--summary and --spans: one table is printed");
  }

  int run() override {
    or_standard(inputs_);
    TextOutput output(output_);
    output.write(spans_ ? "file\tspan\tedges\tcovered\n"
                 : summary_
                     ? "file\tgraphs\tnodes\tedges\tmin_nodes\tmax_nodes\tconnected\tcomponents\t"
                       "triangles\tmax_degree\n"
                     : "id\tnodes\tedges\tcomponents\ttriangles\tmax_degree\tclass\tlargest\t"
                       "isolated\tfile\n");
    for (const auto& path : inputs_) {
      RecordInput input(path);
      Summary summary;
      Spans spans;
      Record record;
      while (input.next(record)) {
        const auto& graph = record.graph;
        if (spans_) {
          spans.add(graph);
          continue;
        }
        const auto counts = count(graph);
        if (summary_) {
          summary.add(counts);
          continue;
        }
        const auto id = graph.id.empty() ? std::to_string(input.reader().index()) : graph.id;
        const auto of_class = graph.graph_class
                                  ? label_text(input.header().classes[*graph.graph_class])
                                  : std::string();
        output.write(fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", cell(id), counts.nodes,
                                 counts.edges, counts.components, counts.triangles,
                                 counts.max_degree, cell(of_class), counts.largest, counts.isolated,
                                 cell(input.name())));
      }
      if (summary_) output.write(summary.line(input.name()));
      if (spans_) output.write(spans.lines(input.name()));
    }
    output.commit();
    return 0;
  }

 private:
  std::vector<std::string> inputs_;
  std::string output_;
  bool summary_ = false;
  bool spans_ = false;
};

}  // namespace

std::unique_ptr<Command> make_stats() { return std::make_unique<Stats>(); }

}  // namespace graphvq
