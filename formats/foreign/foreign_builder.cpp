#include "formats/foreign/foreign_builder.hpp"
#include "formats/container/header_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>

#include "formats/container/strict_json.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {
namespace {

constexpr std::uint64_t max_sparse = std::uint64_t{1} << 22;

std::string name_of(const Graph& graph, std::size_t index) {
  return "graph " + (graph.id.empty() ? std::to_string(index) : graph.id);
}

/// A line, or the row of a file that has none.
std::string spot(const Place& place) {
  if (place.line > 0) return fmt::format("line {}", place.line);
  return place.column > 0 ? fmt::format("row {}", place.column - 1) : "another row";
}

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

void ForeignBuilder::file(const std::string& name) {
  count_one_sided();
  files_.push_back(name);
  claims_left_ = max_nodes;
}

std::optional<TextRows> ForeignBuilder::rows(const std::filesystem::path& path) {
  auto file = open_file(path);
  if (!file) return std::nullopt;
  return TextRows(std::make_unique<HashedSource>(std::move(file), file_hash()), path.string());
}

std::vector<std::string> ForeignBuilder::file_hashes() const {
  std::vector<std::string> result;
  for (const auto& hash : hashes_) result.push_back(hex(hash.value()));
  return result;
}

std::string ForeignBuilder::text(ByteSource& source) const {
  std::string text;
  try {
    read_up_to(*bounded_content(source), text, std::numeric_limits<std::size_t>::max() / 2);
  } catch (const Error& error) {
    if (error.in_file()) throw;
    fail(at(0), error.what());
  }
  return text;
}

Place ForeignBuilder::at(std::uint64_t line, std::uint64_t column) const {
  return {static_cast<std::uint32_t>(files_.size()),
          static_cast<std::uint32_t>(std::min<std::uint64_t>(column, UINT32_MAX)), line};
}

Error ForeignBuilder::error(const Place& place, const std::string& reason) const {
  auto text = place.line > 0 || place.column > 0 ? spot(place) : "";
  if (place.line > 0 && place.column > 0) text += fmt::format(", column {}", place.column);
  const Error error((text.empty() ? "" : text + ": ") + reason);
  return place.file > 0 ? error.in(files_[place.file - 1]) : error;
}

Error ForeignBuilder::error(std::size_t graph, const std::string& reason) const {
  return error(Place{file_of_[graph]}, name_of(graphs_[graph], graph) + ": " + reason);
}

std::string ForeignBuilder::where_all() const {
  const std::set<std::uint32_t> files(file_of_.begin(), file_of_.end());
  return files.size() > 1 ? fmt::format("{} files: ", files.size())
         : files_.empty() ? ""
                          : files_.back() + ": ";
}

void ForeignBuilder::fail(const Place& place, const std::string& reason) const {
  throw error(place, (open_ ? name_of(graphs_.back(), graphs_.size() - 1) + ": " : "") + reason);
}

void ForeignBuilder::begin_graph(std::string id) {
  if (!graphs_.empty()) first_node_ += graphs_.back().n;
  graphs_.emplace_back();
  graphs_.back().id = std::move(id);
  file_of_.push_back(at(0).file);
  open_ = true;
  here_ = at(0);
}

Node ForeignBuilder::add_nodes(std::uint64_t count, const Place& place) {
  Graph& graph = graphs_.back();
  if (count > max_nodes || graph.n + count > max_nodes) {
    fail(place, fmt::format("more than {} nodes", max_nodes));
  }
  const Node first = graph.n;
  graph.n += static_cast<Node>(count);
  return first;
}

Node ForeignBuilder::claim_nodes(std::uint64_t count, const Place& place) {
  const Node first = add_nodes(count, place);
  if (count > claims_left_) {
    fail(place, fmt::format("more than {} nodes in all, most of them without an edge", max_nodes));
  }
  claims_left_ -= count;
  return first;
}

std::uint64_t ForeignBuilder::add_edge(Node u, Node v, const Place& place) {
  claims_left_ += 2;
  if (u == v) {
    repair(options_.loops, repairs_.loops, place, "a self-loop");
  } else {
    arcs_.push_back({std::min(u, v), std::max(u, v), u < v, edge_rows_, place});
  }
  return edge_rows_++;
}

void ForeignBuilder::repair(Policy policy, std::uint64_t& count, const Place& place,
                            const char* what) {
  if (options_.strict || policy == Policy::error) fail(place, what);
  ++count;
}

void ForeignBuilder::end_graph(EdgeRows rows) {
  Graph& graph = graphs_.back();
  try {
    check_text(graph.id);
  } catch (const Error& error) {
    fail(at(0), std::string("its id: ") + error.what());
  }
  std::ranges::sort(arcs_, {},
                    [](const Arc& arc) { return std::tuple(arc.low, arc.high, arc.row); });
  for (auto first = arcs_.begin(); first != arcs_.end();) {
    graph.edges.push_back({first->low, first->high});
    kept_rows_.push_back(first->row);
    std::array<bool, 2> seen{};
    auto arc = first;
    for (; arc != arcs_.end() && arc->low == first->low && arc->high == first->high; ++arc) {
      if (seen[arc->forward] || (rows == EdgeRows::edges && arc != first)) {
        repair(options_.duplicates, repairs_.duplicates, arc->place, "a repeated edge");
      }
      seen[arc->forward] = true;
      if (arc != first && edge_values.size() > 0) {
        joined_.push_back({first->row, arc->row, first->place, arc->place, graphs_.size() - 1});
      }
    }
    const bool both = seen[0] && seen[1];
    if (rows == EdgeRows::arcs && !both) {
      repair(options_.asymmetric, repairs_.one_sided, first->place,
             "an edge in one direction only");
    }
    if (rows == EdgeRows::either) {
      if (!both && one_way_ == 0) one_way_place_ = first->place;
      ++(both ? both_ways_ : one_way_);
    }
    first = arc;
  }
  arcs_.clear();
  open_ = false;
  if (advance_) advance_(graphs_.size());
}

void ForeignBuilder::name_nodes(const std::vector<Value>& names) {
  bool plain = true;
  for (std::size_t i = 0; plain && i < names.size(); ++i) {
    plain = names[i] == Value(static_cast<std::int64_t>(i));
  }
  if (plain) return;
  if (!names_) names_ = node_values.names_column("name");
  for (std::size_t i = 0; i < names.size(); ++i) {
    node_values.set(*names_, node_row(static_cast<Node>(i)), names[i]);
  }
}

void ForeignBuilder::header_line(const Place& place) {
  if (options_.strict) fail(place, "a line of names, which --header announces");
  ++repairs_.headers;
}

void ForeignBuilder::not_kept(const std::string& what, const Place& place) {
  if (options_.strict) fail(place, what + " cannot be kept");
  constexpr std::size_t enough = 20;
  auto& known = repairs_.not_kept;
  if (known.size() > enough || std::ranges::find(known, what) != known.end()) return;
  known.push_back(known.size() < enough ? what : "and more");
}

void ForeignBuilder::check_joined(const ValueTable::Values& values) const {
  const auto text = [&values](double value) -> std::string {
    if (std::isnan(value)) return "none";
    if (!values.column.values) return fmt::format("{}", value);
    const auto& raw = values.column.values->at(static_cast<std::size_t>(value));
    return std::visit([](const auto& v) { return fmt::format("{}", v); }, raw);
  };
  for (const Joined& pair : joined_) {
    const double kept = values.of_row[pair.kept];
    const double other = values.of_row[pair.row];
    if (kept == other || (std::isnan(kept) && std::isnan(other))) continue;
    throw error(pair.place,
                name_of(graphs_[pair.graph], pair.graph) + ": " +
                    fmt::format("edge {} {}, but {} has {} for the same edge", values.column.name,
                                text(other), spot(pair.first), text(kept)));
  }
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
  const auto values = things.table.take_labels(*column, things.rows);
  if (!values.column.values) {
    const char* kept =
        values.refused.empty() ? ", and under another name than label they are kept" : "";
    const auto reason = no_categories(things, fmt::format("{} labels", things.what), values);
    throw Error(
        fmt::format("{}, which are no categories; `import --{}-labels none` leaves them "
                    "out{}",
                    reason, things.what, kept));
  }
  if (things.row_of != nullptr) check_joined(values);
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
  if (!column) return;
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
    if (table.name(c) != (things.labels != nullptr ? "label" : "class")) wanted.push_back(c);
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
    if (things.row_of != nullptr) check_joined(values);
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
  return {std::move(header_), std::move(graphs_), std::move(repairs_)};
}

}  // namespace graphvq
