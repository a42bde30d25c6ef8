#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>
#include <variant>

#include "cmd/files/records.hpp"
#include "cmd/program/command.hpp"
#include "cmd/program/options.hpp"
#include "cmd/report/table.hpp"
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

// Nothing is an empty cell, or null. Text must outlive the row.
using Cell = std::variant<std::monostate, std::uint64_t, double, std::string_view>;
using Row = std::vector<Cell>;

// Rows as TSV, or as a JSON object each.
class Table {
 public:
  Table(TextOutput& output, std::vector<std::string> names, int digits, bool as_json)
      : output_(output), names_(std::move(names)), digits_(digits), json_(as_json) {
    if (!json_) output_.write(fmt::format("{}\n", fmt::join(names_, "\t")));
  }
  void add(const Row& row) {
    if (json_) {
      nlohmann::json object;
      for (std::size_t k = 0; k < row.size(); ++k) object[names_[k]] = json_of(row[k]);
      // Names of files may be no UTF-8.
      output_.write(object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
      return;
    }
    line_.clear();
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (k > 0) line_ += '\t';
      put(row[k]);
    }
    output_.write(line_ += '\n');
  }

 private:
  static nlohmann::json json_of(const Cell& value) {
    if (const auto* count = std::get_if<std::uint64_t>(&value)) return *count;
    if (const auto* number = std::get_if<double>(&value)) return *number;
    if (const auto* text = std::get_if<std::string_view>(&value)) return *text;
    return nullptr;
  }
  void put(const Cell& value) {
    const auto end = std::back_inserter(line_);
    if (const auto* count = std::get_if<std::uint64_t>(&value)) fmt::format_to(end, "{}", *count);
    if (const auto* number = std::get_if<double>(&value)) {
      if (std::abs(*number) >= std::pow(10, digits_))
        fmt::format_to(end, "{:.0f}", *number);
      else
        fmt::format_to(end, "{:.{}g}", *number, digits_);
    }
    if (const auto* text = std::get_if<std::string_view>(&value)) line_ += cell(std::string(*text));
  }

  TextOutput& output_;
  std::vector<std::string> names_;
  int digits_;
  bool json_;
  std::string line_;
};

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

  Row row(const std::string& name) const {
    if (graphs == 0) return {name, std::uint64_t{0}, {}, {}, {}, {}, {}, {}, {}, {}};
    const auto mean = [&](std::uint64_t total) {
      return static_cast<double>(total) / static_cast<double>(graphs);
    };
    return {name,
            graphs,
            mean(sum.nodes),
            mean(sum.edges),
            min_nodes,
            max_nodes,
            mean(connected),
            mean(sum.components),
            mean(sum.triangles),
            mean(sum.max_degree)};
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
  void write(const std::string& name, Table& table) const {
    std::uint64_t within = 0;
    for (std::size_t span = 1; span < edges_.size(); ++span) {
      within += edges_[span];
      table.add(
          {name, span, edges_[span], static_cast<double>(within) / static_cast<double>(total_)});
    }
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
    auto table = spans_     ? Table(output, {"file", "span", "edges", "covered"}, 6, json_)
                 : summary_ ? Table(output,
                                    {"file", "graphs", "nodes", "edges", "min_nodes", "max_nodes",
                                     "connected", "components", "triangles", "max_degree"},
                                    4, json_)
                            : Table(output,
                                    {"id", "nodes", "edges", "components", "triangles",
                                     "max_degree", "class", "largest", "isolated", "file"},
                                    0, json_);
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
        Row row = {id,
                   counts.nodes,
                   counts.edges,
                   counts.components,
                   counts.triangles,
                   counts.max_degree,
                   {},
                   counts.largest,
                   counts.isolated,
                   input.name()};
        std::string of_class;
        if (graph.graph_class) {
          of_class = label_text(input.header().classes[*graph.graph_class]);
          row[6] = of_class;
        }
        table.add(row);
      }
      if (summary_) table.add(summary.row(input.name()));
      if (spans_) spans.write(input.name(), table);
    }
    output.commit();
    return 0;
  }

 private:
  std::vector<std::string> inputs_;
  std::string output_;
  bool summary_ = false;
  bool spans_ = false;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_stats() { return std::make_unique<Stats>(); }

}  // namespace graphvq
