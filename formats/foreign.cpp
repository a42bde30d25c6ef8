#include "formats/foreign.hpp"

#include <algorithm>

#include "formats/foreign_builder.hpp"
#include "formats/graph6.hpp"
#include "formats/node_link_reader.hpp"
#include "formats/tu.hpp"
#include "libgraphvq/graph/error.hpp"

namespace graphvq {
namespace {

const std::vector<ForeignFormat>& formats() {
  static const std::vector<ForeignFormat> all = {
      {.name = "tu",
       .summary = "a folder of the TUDataset collection",
       .suffixes = {},
       .folder = true,
       .read_folder = read_tu,
       .is_folder = is_tu,
       .writer = write_tu},
      {.name = "graph6",
       .summary = "graph6 or sparse6 lines",
       .suffixes = {"g6"},
       .labels = false,
       .read = read_graph6,
       .starts = starts_graph6,
       .writer = write_graph6},
      {.name = "sparse6",
       .summary = "the same, written as sparse6",
       .suffixes = {"s6"},
       .labels = false,
       .read = read_graph6,
       .starts = starts_graph6,
       .writer = write_sparse6},
      {.name = "json",
       .summary = "node-link objects of NetworkX, one a line",
       .suffixes = {"json", "jsonl"},
       .read = read_node_link,
       .starts = starts_node_link,
       .writer = write_node_link},
  };
  return all;
}

bool has_suffix(const ForeignFormat& format, std::string path) {
  for (const char* packed : {".gz", ".zst"}) {
    if (path.ends_with(packed)) path.resize(path.rfind('.'));
  }
  return std::ranges::any_of(format.suffixes, [&path](std::string_view suffix) {
    return path.ends_with(suffix) && path.size() > suffix.size() &&
           path[path.size() - suffix.size() - 1] == '.';
  });
}

}  // namespace

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
