#include <fmt/format.h>

#include <algorithm>

#include "cmd/files/records.hpp"
#include "cmd/program/command.hpp"
#include "cmd/program/options.hpp"
#include "cmd/report/writer.hpp"
#include "libgraphvq/base/error.hpp"
#include "libgraphvq/graph/counts.hpp"

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

  // JSON has all digits of a mean, the table four.
  TableRow row(const std::string& name, bool json) const {
    const auto mean = [&](std::uint64_t total) -> TableCell {
      if (graphs == 0) return {};
      const double value = static_cast<double>(total) / static_cast<double>(graphs);
      if (json) return value;
      return value < 1e4 ? fmt::format("{:.4g}", value) : fmt::format("{:.0f}", value);
    };
    const auto if_any = [&](std::uint64_t value) {
      return graphs > 0 ? TableCell(value) : TableCell();
    };
    return {{"file", name},
            {"graphs", graphs},
            {"nodes", mean(sum.nodes)},
            {"edges", mean(sum.edges)},
            {"min_nodes", if_any(min_nodes)},
            {"max_nodes", if_any(max_nodes)},
            {"connected", mean(connected)},
            {"components", mean(sum.components)},
            {"triangles", mean(sum.triangles)},
            {"max_degree", mean(sum.max_degree)}};
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
  std::vector<TableRow> rows(const std::string& name) const {
    std::vector<TableRow> result;
    std::uint64_t within = 0;
    for (std::size_t span = 1; span < edges_.size(); ++span) {
      within += edges_[span];
      result.push_back(
          row(name, span, edges_[span], static_cast<double>(within) / static_cast<double>(total_)));
    }
    return result;
  }
  static TableRow row(const std::string& name, std::uint64_t span, std::uint64_t edges,
                      TableCell covered) {
    return {{"file", name}, {"span", span}, {"edges", edges}, {"covered", std::move(covered)}};
  }

 private:
  std::vector<std::uint64_t> edges_;  // of each span
  std::uint64_t total_ = 0;
};

class Stats final : public Command {
 public:
  void setup(Options& options) override {
    options.inputs(inputs_, "Graphs, sequences or tokens (.gvg .gvs .gvt)");
    options.output(output_);
    options.flag("--summary", summary_, "One line a file: means over its graphs");
    options.flag("--spans", spans_,
                 "A line a span: edges of nodes so far apart, and the share of no longer ones");
    options.flag("--json", json_, "A JSON object a line instead of a table");
  }

  void check() override {
    if (summary_ && spans_) throw UsageError("--summary and --spans: one table is printed");
  }

  int run() override {
    or_standard(inputs_);
    TextOutput output(output_);
    const TableRow like = spans_     ? Spans::row("", 0, 0, {})
                          : summary_ ? Summary().row("", json_)
                                     : row(Counts(), "", {}, "");
    const auto write = [&](const TableRow& row) {
      output.write(json_ ? json_line(row) : tsv_line(row, like, ""));
    };
    if (!json_) output.write(tsv_heading(like));
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
        const auto of_class =
            graph.graph_class ? TableCell(label_text(input.header().classes[*graph.graph_class]))
                              : TableCell();
        write(row(counts, id, of_class, input.name()));
      }
      if (summary_) write(summary.row(input.name(), json_));
      if (spans_) std::ranges::for_each(spans.rows(input.name()), write);
    }
    output.commit();
    return 0;
  }

 private:
  static TableRow row(const Counts& counts, const std::string& id, const TableCell& of_class,
                      const std::string& file) {
    return {{"id", id},
            {"nodes", counts.nodes},
            {"edges", counts.edges},
            {"components", counts.components},
            {"triangles", counts.triangles},
            {"max_degree", counts.max_degree},
            {"class", of_class},
            {"largest", counts.largest},
            {"isolated", counts.isolated},
            {"file", file}};
  }

  std::vector<std::string> inputs_;
  std::string output_;
  bool summary_ = false;
  bool spans_ = false;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_stats() { return std::make_unique<Stats>(); }

}  // namespace graphvq
