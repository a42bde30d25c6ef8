#include "formats/foreign/foreign_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <tuple>

#include "formats/container/strict_json.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {

std::string ForeignBuilder::name_of(const Graph& graph, std::size_t index) {
  return "graph " + (graph.id.empty() ? std::to_string(index) : graph.id);
}

std::string ForeignBuilder::spot(const Place& place) {
  if (place.line > 0) return fmt::format("line {}", place.line);
  return place.column > 0 ? fmt::format("row {}", place.column - 1) : "another row";
}

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

}  // namespace graphvq
