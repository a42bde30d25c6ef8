#include "formats/foreign/foreign.hpp"

#include <algorithm>

// One line a format, whose .cpp defines NAME_format(). Those whose first bytes say more stand
// first.
// clang-format off
#define GRAPHVQ_FORMATS(each) \
  each(tu) \
  each(graph6) \
  each(sparse6) \
  each(json) \
  each(edgelist) \
  each(npz) \
  each(ogb) \
  each(dot) \
  each(graphml)
// clang-format on

namespace graphvq {

#define GRAPHVQ_DECLARE(name) ForeignFormat name##_format();
GRAPHVQ_FORMATS(GRAPHVQ_DECLARE)

namespace {

const std::vector<ForeignFormat>& formats() {
  static const std::vector<ForeignFormat> all = {
#define GRAPHVQ_CALL(name) name##_format(),
      GRAPHVQ_FORMATS(GRAPHVQ_CALL)};
  return all;
}

bool has_suffix(const std::vector<std::string_view>& suffixes, std::string_view file) {
  const auto path = uncompressed_name(file);
  return std::ranges::any_of(suffixes, [&path](std::string_view suffix) {
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
    if (has_suffix(format.suffixes, path)) return &format;
    if (found == nullptr) found = &format;
  }
  for (const auto& format : formats())
    if (found == nullptr && has_suffix(format.sure_suffixes, path)) found = &format;
  return found;
}

const ForeignFormat* detect_folder(const std::filesystem::path& folder) {
  for (const auto& format : formats()) {
    if (format.is_folder != nullptr && format.is_folder(folder)) return &format;
  }
  return nullptr;
}

}  // namespace graphvq
