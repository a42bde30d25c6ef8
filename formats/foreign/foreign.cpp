#include "formats/foreign/foreign.hpp"

#include <algorithm>

#include "formats/foreign/dot.hpp"
#include "formats/foreign/edge_list.hpp"
#include "formats/foreign/foreign_builder.hpp"
#include "formats/foreign/graph6.hpp"
#include "formats/foreign/graphml.hpp"
#include "formats/foreign/node_link_reader.hpp"
#include "formats/foreign/npz.hpp"
#include "formats/foreign/ogb.hpp"
#include "formats/foreign/ogb_csv.hpp"
#include "formats/foreign/tu.hpp"

namespace graphvq {
namespace {

const std::vector<ForeignFormat>& formats() {
  static const std::vector<ForeignFormat> all = {
      {.name = "tu",
       .summary = "a folder of the TUDataset collection, or its zip",
       .suffixes = {"zip"},
       .folder = true,
       .read = read_tu_zip,
       .read_folder = read_tu,
       .starts = starts_tu_zip,
       .is_folder = is_tu,
       .is_file_of = is_tu_file,
       .writer = write_tu,
       .left_out = text_of},
      {.name = "graph6",
       .summary = "graph6 or sparse6 lines",
       .suffixes = {"g6"},
       .read = read_graph6,
       .starts = starts_graph6,
       .writer = write_graph6,
       .left_out = labels_of},
      {.name = "sparse6",
       .summary = "the same, written as sparse6",
       .suffixes = {"s6"},
       .read = read_graph6,
       .starts = starts_graph6,
       .writer = write_sparse6,
       .left_out = labels_of},
      {.name = "json",
       .summary = "node-link objects of NetworkX, one a line",
       .suffixes = {"json", "jsonl"},
       .ids = true,
       .read = read_node_link,
       .starts = starts_node_link,
       .writer = write_node_link},
      {.name = "edgelist",
       .summary = "rows of two ids, as of SNAP, one graph a file",
       .suffixes = {"edges", "edgelist", "txt", "tsv", "csv"},
       .one_graph = true,
       .read = read_edge_list,
       .starts = starts_edge_list,
       .writer = write_edge_list,
       .left_out = labels_of},
      {.name = "npz",
       .summary = "numpy arrays in OGB's layout",
       .suffixes = {"npz"},
       .binary = true,
       .read = read_npz,
       .starts = starts_npz,
       .writer = write_npz,
       .left_out = text_of,
       .renamed = renamed_in_ogb},
      {.name = "ogb",
       .summary = "a folder of OGB's csv files",
       .suffixes = {},
       .folder = true,
       .read_folder = read_ogb_csv,
       .is_folder = is_ogb_csv,
       .is_file_of = is_ogb_csv_file,
       .writer = write_ogb_csv,
       .left_out = text_of,
       .renamed = renamed_in_ogb},
      {.name = "dot",
       .summary = "graphs of Graphviz",
       .suffixes = {"dot", "gv"},
       .ids = true,
       .read = read_dot,
       .starts = starts_dot,
       .writer = write_dot,
       .left_out = numbers_in_dot},
      {.name = "graphml",
       .summary = "graphs as XML",
       .suffixes = {"graphml", "xml"},
       .ids = true,
       .read = read_graphml,
       .starts = starts_graphml,
       .writer = write_graphml},
  };
  return all;
}

bool has_suffix(const ForeignFormat& format, std::string_view file) {
  const auto path = uncompressed_name(file);
  return std::ranges::any_of(format.suffixes, [&path](std::string_view suffix) {
    return path.ends_with(suffix) && path.size() > suffix.size() &&
           path[path.size() - suffix.size() - 1] == '.';
  });
}

}  // namespace

std::vector<std::string> labels_of(const Header& header) {
  std::vector<std::string> what;
  if (!header.node_labels.empty()) what.emplace_back("node labels");
  if (!header.edge_labels.empty()) what.emplace_back("edge labels");
  if (!header.classes.empty()) what.emplace_back("classes");
  for (const auto* columns : {&header.node_columns, &header.edge_columns, &header.graph_columns}) {
    for (const auto& column : *columns) what.push_back("attribute " + column.name);
  }
  return what;
}

bool has_text(const Alphabet& alphabet) {
  return std::ranges::any_of(
      alphabet, [](const auto& value) { return std::holds_alternative<std::string>(value); });
}

std::vector<std::string> text_of(const Header& header) {
  Header text;
  if (has_text(header.node_labels)) text.node_labels = header.node_labels;
  if (has_text(header.edge_labels)) text.edge_labels = header.edge_labels;
  if (has_text(header.classes)) text.classes = header.classes;
  for (auto part : {&Header::node_columns, &Header::edge_columns, &Header::graph_columns}) {
    for (const auto& column : header.*part) {
      if (column.values && has_text(*column.values)) (text.*part).push_back(column);
    }
  }
  return labels_of(text);
}

std::span<const ForeignFormat> foreign_formats() { return formats(); }

const ForeignFormat* find_format(std::string_view name) {
  const auto found = std::ranges::find(formats(), name, &ForeignFormat::name);
  return found == formats().end() ? nullptr : &*found;
}

const ForeignFormat* detect_format(std::string_view start, const std::string& path) {
  const ForeignFormat* found = nullptr;
  for (const auto& format : formats()) {
    if (format.starts == nullptr || !format.starts(start)) continue;
    if (has_suffix(format, path)) return &format;
    if (found == nullptr) found = &format;
  }
  return found;
}

const ForeignFormat* detect_folder(const std::filesystem::path& folder) {
  for (const auto& format : formats()) {
    if (format.is_folder != nullptr && format.is_folder(folder)) return &format;
  }
  return nullptr;
}

}  // namespace graphvq
