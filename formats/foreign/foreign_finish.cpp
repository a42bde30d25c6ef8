#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "formats/container/header_json.hpp"
#include "formats/foreign/foreign_builder.hpp"

namespace graphvq {
namespace {

constexpr std::uint64_t max_sparse = std::uint64_t{1} << 22;

// What Things are: of nodes, of edges, of the graph itself.
std::size_t count_of_nodes(const Graph& graph) { return graph.n; }
std::size_t count_of_edges(const Graph& graph) { return graph.edges.size(); }
std::size_t count_one(const Graph& /*graph*/) { return 1; }
std::vector<std::uint32_t>& labels_of_nodes(Graph& graph) { return graph.node_labels; }
std::vector<std::uint32_t>& labels_of_edges(Graph& graph) { return graph.edge_labels; }
std::vector<double>& values_of_nodes(Graph& graph) { return graph.attributes.nodes; }
std::vector<double>& values_of_edges(Graph& graph) { return graph.attributes.edges; }
std::vector<double>& values_of_graph(Graph& graph) { return graph.attributes.graph; }

}  // namespace

void ForeignBuilder::settle(ValueTable::Values& values) {
  const auto text = [&values](double value) -> std::string {
    if (std::isnan(value)) return "none";
    if (!values.column.values) return fmt::format("{}", value);
    const auto& raw = values.column.values->at(static_cast<std::size_t>(value));
    return std::visit([](const auto& v) { return fmt::format("{}", v); }, raw);
  };
  for (const Joined& pair : joined_) {
    double& kept = values.of_row[pair.kept];
    const double other = values.of_row[pair.row];
    if (kept == other || (std::isnan(kept) && std::isnan(other))) continue;
    if (options_.conflicts == ForeignOptions::Conflicts::error || options_.strict) {
      const bool label = values.column.name == "label";
      throw error(
          pair.place,
          name_of(graphs_[pair.graph], pair.graph) + ": " +
              fmt::format("edge {} {}, but {} has {} for the same edge; import --conflicts first, "
                          "last or drop settles it{}",
                          values.column.name, text(other), spot(pair.first), text(kept),
                          label ? ", --edge-labels none leaves labels out" : ""));
    }
    conflicts_.insert(pair.kept);
    const bool last = options_.conflicts == ForeignOptions::Conflicts::last;
    if (std::isnan(kept) || (last && !std::isnan(other))) kept = other;
  }
}

void ForeignBuilder::drop_conflicts() {
  repairs_.conflicts = conflicts_.size();
  if (options_.conflicts != ForeignOptions::Conflicts::drop || conflicts_.empty()) return;
  const auto columns = header_.edge_columns.size();
  auto row = kept_rows_.begin();
  for (Graph& graph : graphs_) {
    std::size_t into = 0;
    for (std::size_t e = 0; e < graph.edges.size(); ++e, ++row) {
      if (conflicts_.contains(*row)) continue;
      graph.edges[into] = graph.edges[e];
      if (!graph.edge_labels.empty()) graph.edge_labels[into] = graph.edge_labels[e];
      auto& values = graph.attributes.edges;
      if (!values.empty())
        std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(e * columns), columns,
                    values.begin() + static_cast<std::ptrdiff_t>(into * columns));
      ++into;
    }
    graph.edges.resize(into);
    if (!graph.edge_labels.empty()) graph.edge_labels.resize(into);
    if (!graph.attributes.edges.empty()) graph.attributes.edges.resize(into * columns);
  }
}

void ForeignBuilder::note_twins(const char* what, const Alphabet& alphabet) {
  for (const auto& value : alphabet)
    if (const auto* number = std::get_if<std::int64_t>(&value);
        number &&
        std::ranges::find(alphabet, LabelValue(std::to_string(*number))) != alphabet.end())
      repairs_.renamed.push_back(
          fmt::format("{} {} is there as a number and as text, which are two", what, *number));
}

bool ForeignBuilder::drops(const std::string& column) const {
  return std::ranges::find(options_.drop, column) != options_.drop.end();
}

std::string ForeignBuilder::no_categories(const Things& things, const std::string& labels,
                                          const ValueTable::Values& values) const {
  const std::string all = where_all() + labels + ": ";
  if (!values.refused.empty()) return all + values.refused;
  std::uint64_t thing = 0;
  for (std::size_t g = 0; g < graphs_.size(); ++g) {
    for (const auto end = thing + things.count(graphs_[g]); thing < end; ++thing) {
      const double value = values.of_row[things.row(thing)];
      if (std::isnan(value) || is_integer(value)) continue;
      return error(g, fmt::format("{}: numbers such as {}", labels, value)).what();
    }
  }
  return all + "too many integers";
}

Alphabet ForeignBuilder::take_labels(const Things& things) {
  const auto column = things.table.find("label");
  if (!column) return {};
  if (drops("label")) return {};
  auto values = things.table.take_labels(*column, things.rows);
  if (!values.column.values) {
    const char* kept =
        values.refused.empty() ? ", and under another name than label they are kept" : "";
    const auto reason = no_categories(things, fmt::format("{} labels", things.what), values);
    throw Error(
        fmt::format("{}, which are no categories; `import --{}-labels none` leaves them "
                    "out{}",
                    reason, things.what, kept));
  }
  if (things.row_of != nullptr) settle(values);
  std::uint64_t thing = 0;
  for (std::size_t g = 0; g < graphs_.size(); ++g) {
    auto& labels = things.labels(graphs_[g]);
    const std::size_t count = things.count(graphs_[g]);
    std::size_t bare = count;
    for (std::size_t i = 0; i < count; ++i, ++thing) {
      const double value = values.of_row[things.row(thing)];
      if (std::isnan(value)) {
        bare = std::min(bare, i);
      } else {
        labels.push_back(static_cast<std::uint32_t>(value));
      }
    }
    if (!labels.empty() && bare < count) {
      throw error(g,
                  fmt::format("{0} {1} has no label, others have one; `import --{0}-labels none` "
                              "leaves them out",
                              things.what, bare));
    }
  }
  return *values.column.values;
}

void ForeignBuilder::take_classes(const Things& graphs) {
  const auto column = graph_values.find("class");
  if (!column || drops("class")) return;
  const auto values = graph_values.take_labels(*column, graphs_.size());
  if (!values.column.values) {
    throw Error(no_categories(graphs, "classes", values) +
                ", which are no categories; under another name than class they are kept as an "
                "attribute");
  }
  header_.classes = *values.column.values;
  for (std::size_t g = 0; g < graphs_.size(); ++g) {
    const double value = values.of_row[g];
    if (!std::isnan(value)) graphs_[g].graph_class = static_cast<std::uint32_t>(value);
  }
}

Columns ForeignBuilder::take_columns(const Things& things) {
  ValueTable& table = things.table;
  std::set<std::string> names(things.reserved.begin(), things.reserved.end());
  const auto own = &table == &node_values ? names_ : std::nullopt;
  if (own) names.insert(table.name(*own));
  std::vector<std::size_t> wanted;
  for (std::size_t c = 0; c < table.size(); ++c) {
    const auto& name = table.name(c);
    if (name != (things.labels != nullptr ? "label" : "class") && !drops(name)) wanted.push_back(c);
  }
  const std::uint64_t cells = things.rows * wanted.size();
  if (cells > max_sparse && cells / 64 > table.count()) {
    throw Error(where_all() +
                fmt::format("{} attributes: {} values are too few for {} rows of {} columns, each "
                            "of which would take a cell",
                            things.what, table.count(), things.rows, wanted.size()));
  }
  Columns columns;
  std::vector<std::vector<double>> kept;
  for (const auto c : wanted) {
    auto values = table.take(c, things.rows);
    if (!values.refused.empty()) {
      const auto what =
          fmt::format("{} attribute {} ({})", things.what, values.column.name, values.refused);
      if (options_.strict) throw Error(where_all() + what + " cannot be kept");
      not_kept(what, at(0));
      continue;
    }
    if (things.row_of != nullptr) settle(values);
    auto& name = values.column.name;
    while (c != own && (name.empty() || !names.insert(name).second)) name += '_';
    if (name != table.name(c)) {
      const auto renamed =
          fmt::format("{} attribute {} kept as {}", things.what, table.name(c), name);
      if (options_.strict) throw Error(where_all() + renamed);
      repairs_.renamed.push_back(renamed);
    }
    columns.push_back(std::move(values.column));
    kept.push_back(std::move(values.of_row));
  }
  std::uint64_t thing = 0;
  for (Graph& graph : graphs_) {
    auto& into = things.attributes(graph);
    const std::size_t count = things.count(graph);
    for (std::size_t c = 0; c < kept.size(); ++c) {
      for (std::size_t i = 0; i < count; ++i) {
        const double value = kept[c][things.row(thing + i)];
        if (std::isnan(value)) continue;
        if (into.empty()) {
          into.assign(count * kept.size(), std::numeric_limits<double>::quiet_NaN());
        }
        into[i * kept.size() + c] = value;
      }
    }
    thing += count;
  }
  return columns;
}

void ForeignBuilder::count_one_sided() {
  if (both_ways_ > 0 && one_way_ > 0) {
    repair(options_.asymmetric, repairs_.one_sided, one_way_place_,
           "an edge in one direction only, where others stand in both");
    repairs_.one_sided += one_way_ - 1;
  }
  both_ways_ = 0;
  one_way_ = 0;
}

ForeignGraphs ForeignBuilder::finish() {
  count_one_sided();
  std::uint64_t node_rows = 0;
  for (const Graph& graph : graphs_) node_rows += graph.n;
  const Things of_nodes{"node",          node_values,         node_rows,
                        nullptr,         reserved_node_names, count_of_nodes,
                        labels_of_nodes, values_of_nodes};
  const Things of_edges{"edge",          edge_values,         edge_rows_,
                        &kept_rows_,     reserved_edge_names, count_of_edges,
                        labels_of_edges, values_of_edges};
  const Things of_graphs{"graph",   graph_values, graphs_.size(), nullptr, reserved_graph_names,
                         count_one, nullptr,      values_of_graph};
  if (options_.node_labels) header_.node_labels = take_labels(of_nodes);
  if (options_.edge_labels) header_.edge_labels = take_labels(of_edges);
  take_classes(of_graphs);
  header_.node_columns = take_columns(of_nodes);
  header_.edge_columns = take_columns(of_edges);
  header_.graph_columns = take_columns(of_graphs);
  drop_conflicts();
  note_twins("node label", header_.node_labels);
  note_twins("edge label", header_.edge_labels);
  note_twins("class", header_.classes);
  return {std::move(header_), std::move(graphs_), std::move(repairs_)};
}

}  // namespace graphvq
