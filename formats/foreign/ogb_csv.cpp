#include "formats/foreign/foreign_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "formats/bytes/gzip.hpp"
#include "formats/foreign/ogb.hpp"
#include "formats/foreign/text/text_rows.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {
namespace {

namespace fs = std::filesystem;

/// Names of files that are not those of arrays.
constexpr std::pair<const char*, const char*> file_names[] = {{"num-node-list", "num_nodes_list"},
                                                              {"num-edge-list", "num_edges_list"},
                                                              {"node-feat", "node_feat"},
                                                              {"edge-feat", "edge_feat"},
                                                              {"node-label", "node_label"},
                                                              {"graph-label", "graph_label"},
                                                              {"edge", "edge_index"}};

constexpr std::size_t longest_name = 255;  // of a file, in bytes

/// The stem of NAME.csv, compressed or not, or "".
std::string stem_of(const std::string& file) {
  const auto name = uncompressed_name(file);
  return std::string(name.ends_with(".csv") ? name.substr(0, name.rfind('.')) : "");
}

/// The array that the stem of a file stands for.
std::string array_of(const std::string& stem) {
  const auto* known = std::ranges::find(file_names, stem, [](const auto& n) { return n.first; });
  return known != std::end(file_names) ? known->second : stem;
}

/// The file of an array. Throws Error where none can be called so.
std::string file_of(const std::string& array) {
  const auto* known = std::ranges::find(file_names, array, [](const auto& n) { return n.second; });
  const auto file = (known != std::end(file_names) ? known->first : array) + ".csv.gz";
  if (file.find_first_of(std::string_view("/\0", 2)) != std::string::npos ||
      file.size() > longest_name) {
    throw Error(nlohmann::json(array).dump() + ": a name that no file can have");
  }
  return file;
}

/// `gaps`: cells may be empty.
OgbArray read_array(const fs::path& path, bool gaps, ForeignBuilder& into) {
  auto rows = into.rows(path);
  if (!rows) throw Error(path.string() + ": no such file");
  into.file(path.string());
  OgbArray array;
  array.file = into.at(0).file;
  bool integral = true;
  for (; rows->next(); ++array.rows) {
    std::uint64_t columns = 0;
    for (; rows->row_left(); ++columns) {
      array.reals.push_back(gaps ? rows->real_or_none() : rows->real());
      integral = integral && rows->whole() && !std::isnan(array.reals.back());
    }
    if (array.rows == 0) array.columns = columns;
    if (columns != array.columns) {
      rows->fail(fmt::format("{} columns, {} in the first row", columns, array.columns));
    }
  }
  if (!integral) return array;
  for (const double value : array.reals) array.integers.push_back(static_cast<std::int64_t>(value));
  array.reals.clear();
  return array;
}

class OgbCsvWriter final : public ForeignWriter {
 public:
  OgbCsvWriter(const Header& header, const OpenSink& open) : collector_(header), open_(open) {}
  void write(const Record& record) override { collector_.add(record.graph); }
  void finish() override {
    for (const auto& [name, array] : collector_.arrays()) {
      const bool pairs = name == "edge_index";
      const std::uint64_t rows = pairs ? array.columns : array.rows;
      const std::uint64_t columns = pairs ? 2 : array.columns;
      std::string text;
      for (std::uint64_t row = 0; row < rows; ++row) {
        for (std::uint64_t c = 0; c < columns; ++c) {
          const std::uint64_t cell = pairs ? c * rows + row : row * columns + c;
          if (c > 0) text += ',';
          text += array.integral() ? whole(name, array.integers[cell]) : real(array.reals[cell]);
        }
        text += '\n';
      }
      open_(file_of(name)).write(gzipped(text));
    }
  }

 private:
  static std::string whole(const std::string& name, std::int64_t value) {
    if (fits_double(value)) return fmt::format("{}", value);
    throw Error(fmt::format("{} has {}, an integer of more than 53 bits", name, value));
  }

  static std::string real(double value) { return std::isnan(value) ? "nan" : spelled(value); }

  OgbCollector collector_;
  OpenSink open_;
};

void read_ogb_csv(const fs::path& folder, ForeignBuilder& into) {
  if (!fs::is_directory(folder)) throw Error(folder.string() + ": no folder");
  OgbArrays arrays;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
  std::ranges::sort(files);
  into.file(folder.string());
  for (const auto& path : files) {
    const auto stem = stem_of(path.filename().string());
    if (stem.empty()) {
      into.not_kept("file " + path.filename().string(), into.at(0));
      continue;
    }
    const auto name = array_of(stem);
    if (!keeps_array(name, into)) continue;
    if (arrays.contains(name)) throw Error(path.string() + ": stands twice");
    const bool numbers = name == "edge_index" || name.starts_with("num_");
    OgbArray array = read_array(path, !numbers, into);
    into.file(folder.string());
    if (name == "edge_index") {
      if (array.rows > 0 && array.columns != 2) throw Error(path.string() + ": not two columns");
      if (!array.integral()) throw Error(path.string() + ": not integers alone");
      OgbArray turned{2, array.rows, true, {}, {}, array.file};
      for (std::uint64_t c = 0; c < 2; ++c) {
        for (std::uint64_t row = 0; row < array.rows; ++row) {
          turned.integers.push_back(array.integers[2 * row + c]);
        }
      }
      array = std::move(turned);
    }
    arrays[name] = std::move(array);
  }
  read_ogb(arrays, into);
}

bool is_ogb_csv_file(const std::string& file, const std::string& /*set*/) {
  return is_ogb_array(array_of(stem_of(file)));
}

bool is_ogb_csv(const fs::path& folder) {
  std::error_code ignored;
  return std::ranges::any_of(possible_names("edge.csv"),
                             [&](const auto& file) { return fs::exists(folder / file, ignored); });
}

std::unique_ptr<ForeignWriter> write_ogb_csv(const Header& header, const OpenSink& open) {
  return std::make_unique<OgbCsvWriter>(header, open);
}

}  // namespace

/// Reads a folder of OGB's csv files in its layout (formats/foreign/ogb.hpp), each NAME.csv or
/// compressed: edge (two columns), num-node-list, num-edge-list and, where they exist, node-feat,
/// edge-feat, graph-label, node_*, edge_* and graph_*.
ForeignFormat ogb_format() {
  return {.name = "ogb",
          .summary = "a folder of OGB's csv files",
          .suffixes = {},
          .folder = true,
          .read_folder = read_ogb_csv,
          .is_folder = is_ogb_csv,
          .is_file_of = is_ogb_csv_file,
          .writer = write_ogb_csv,
          .left_out = text_of,
          .renamed = renamed_in_ogb};
}

}  // namespace graphvq
