#include "formats/foreign/foreign_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <set>

#include "formats/bytes/zip.hpp"
#include "formats/foreign/text/text_rows.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {
namespace {

namespace fs = std::filesystem;

// Without a file of graphs, an id is all that says how many there are.
constexpr std::size_t max_undeclared = 1'000'000;

/// A file of labels or attributes, one row a thing, all rows of as many columns.
struct Block {
  std::size_t columns = 0;
  std::size_t rows = 0;
  std::vector<std::int64_t> integers;  // [rows, columns]: of labels
  std::vector<double> reals;           // [rows, columns]: of attributes
};

using Open = std::function<std::optional<TextRows>(const std::string& path)>;

class TuReader {
 public:
  /// `open` gives a file by its path, or nothing; `folder` is what paths start with, `name` what
  /// names do.
  TuReader(Open open, std::string folder, std::string name, ForeignBuilder& into)
      : into_(into), open_(std::move(open)), folder_(std::move(folder)), name_(std::move(name)) {}

  void read() {
    const auto classes = block("graph_labels", false, {}, "graphs");
    const auto targets = block("graph_attributes", true,
                               classes ? std::optional(classes->rows) : std::nullopt, "graphs");
    read_indicator(classes   ? std::optional(classes->rows)
                   : targets ? std::optional(targets->rows)
                             : std::nullopt);
    read_arcs();
    add_graphs();
    set(into_.graph_values, classes, "class", graph_rows_);
    set(into_.graph_values, targets, "", graph_rows_);
    set(into_.node_values, block("node_labels", false, node_rows_.size(), "nodes"), "label",
        node_rows_);
    set(into_.node_values, block("node_attributes", true, node_rows_.size(), "nodes"), "",
        node_rows_);
  }

 private:
  struct Row {
    std::size_t graph = 0;
    Node from = 0;
    Node to = 0;
  };

  std::string file(const char* what) const { return folder_ + name_ + "_" + what + ".txt"; }

  TextRows required(const char* what) const {
    auto rows = open_(file(what));
    if (!rows)
      throw Error("no such file (--name gives the prefix where it is not the folder's name)")
          .in(file(what));
    return std::move(*rows);
  }

  /// Reads a whole file; throws Error where it has not `expected` rows, if that is known.
  std::optional<Block> block(const char* what, bool reals, std::optional<std::size_t> expected,
                             const char* things) const {
    auto rows = open_(file(what));
    if (!rows) return std::nullopt;
    Block block;
    for (; rows->next(); ++block.rows) {
      if (expected && block.rows == *expected) {
        rows->fail(fmt::format("a row beyond the {} {}", *expected, things));
      }
      std::size_t columns = 0;
      for (; rows->row_left(); ++columns) {
        if (reals) {
          block.reals.push_back(rows->real());
        } else {
          block.integers.push_back(rows->integer());
        }
      }
      if (block.rows == 0) block.columns = columns;
      if (columns != block.columns) {
        rows->fail(fmt::format("{} columns, {} in the first row", columns, block.columns));
      }
    }
    if (expected && block.rows < *expected) {
      rows->fail(fmt::format("{}, but there are {} {}", block.rows > 0 ? "the last row" : "no row",
                             *expected, things));
    }
    return block;
  }

  static std::string column_name(const char* label, bool reals, std::size_t column) {
    if (reals) return fmt::format("attribute_{}", column + 1);
    return column == 0 ? label : fmt::format("label_{}", column + 1);
  }

  /// Hands a file's values over, row k as those of row `rows[k]`.
  static void set(ValueTable& table, const std::optional<Block>& block, const char* label,
                  const std::vector<std::uint64_t>& rows) {
    if (!block) return;
    const bool reals = *label == 0;
    for (std::size_t c = 0; c < block->columns; ++c) {
      const auto column = table.column(column_name(label, reals, c));
      for (std::size_t k = 0; k < block->rows; ++k) {
        const std::size_t cell = k * block->columns + c;
        if (reals) {
          table.set(column, rows[k], block->reals[cell]);
        } else {
          table.set(column, rows[k], block->integers[cell]);
        }
      }
    }
  }

  /// The graph of each node, and how many graphs there are.
  void read_indicator(std::optional<std::size_t> declared) {
    auto rows = required("graph_indicator");
    std::size_t largest = 0;
    while (rows.next()) {
      const std::int64_t id = rows.integer();
      rows.end_of_row();
      if (id < 1) rows.fail(fmt::format("graph id {} is not positive", id));
      const auto graph = static_cast<std::size_t>(id);
      if (declared && graph > *declared) {
        rows.fail(fmt::format("graph id {} of {} graphs", id, *declared));
      }
      if (!declared && graph > max_undeclared)
        rows.fail(
            fmt::format("graph id {}, with neither labels nor attributes of graphs; the most is {}",
                        id, max_undeclared));
      if (graph_of_.size() == std::numeric_limits<Node>::max()) rows.fail("too many nodes");
      largest = std::max(largest, graph);
      graph_of_.push_back(graph - 1);
    }
    sizes_.resize(declared.value_or(largest));
    for (const auto graph : graph_of_) place_.push_back(sizes_[graph]++);
  }

  std::size_t node(TextRows& rows) const {
    const std::int64_t id = rows.integer();
    if (id < 1 || static_cast<std::uint64_t>(id) > graph_of_.size()) {
      rows.fail(fmt::format("node {} of {} nodes", id, graph_of_.size()));
    }
    return static_cast<std::size_t>(id) - 1;
  }

  void read_arcs() {
    auto rows = required("A");
    while (rows.next()) {
      const auto from = node(rows);
      const auto to = node(rows);
      rows.end_of_row();
      if (graph_of_[from] != graph_of_[to]) {
        rows.fail(fmt::format("an edge between graphs {} and {}", graph_of_[from] + 1,
                              graph_of_[to] + 1));
      }
      arcs_.push_back({graph_of_[from], place_[from], place_[to]});
    }
  }

  /// Nodes and edges, graph by graph; the files may have them in any order.
  void add_graphs() {
    const auto labels = block("edge_labels", false, arcs_.size(), "rows of A");
    const auto attributes = block("edge_attributes", true, arcs_.size(), "rows of A");
    into_.file(file("A"));
    // The columns must be known before the first graph ends.
    for (std::size_t c = 0; labels && c < labels->columns; ++c) {
      into_.edge_values.column(column_name("label", false, c));
    }
    for (std::size_t c = 0; attributes && c < attributes->columns; ++c) {
      into_.edge_values.column(column_name("", true, c));
    }
    std::vector<std::size_t> ends(sizes_.size() + 1);
    for (const Row& arc : arcs_) ++ends[arc.graph + 1];
    for (std::size_t g = 0; g < sizes_.size(); ++g) ends[g + 1] += ends[g];
    std::vector<std::size_t> by_graph(arcs_.size());
    auto next = ends;
    for (std::size_t k = 0; k < arcs_.size(); ++k) by_graph[next[arcs_[k].graph]++] = k;

    std::vector<std::uint64_t> edge_rows(arcs_.size());
    std::vector<std::uint64_t> first_row(sizes_.size());
    for (std::size_t g = 0; g < sizes_.size(); ++g) {
      into_.begin_graph(std::to_string(g + 1));
      into_.add_nodes(sizes_[g], into_.at(0));
      first_row[g] = into_.node_row(0);
      graph_rows_.push_back(into_.graph_row());
      for (std::size_t i = ends[g]; i < ends[g + 1]; ++i) {
        const std::size_t k = by_graph[i];
        edge_rows[k] = into_.add_edge(arcs_[k].from, arcs_[k].to, into_.at(k + 1));
      }
      into_.end_graph(EdgeRows::arcs);
    }
    for (std::size_t k = 0; k < graph_of_.size(); ++k) {
      node_rows_.push_back(first_row[graph_of_[k]] + place_[k]);
    }
    set(into_.edge_values, labels, "label", edge_rows);
    set(into_.edge_values, attributes, "", edge_rows);
  }

  ForeignBuilder& into_;
  Open open_;
  std::string folder_;
  std::string name_;
  std::vector<std::size_t> graph_of_;  // of each node of the files
  std::vector<Node> place_;            // of each node, in its graph
  std::vector<Node> sizes_;            // of each graph
  std::vector<Row> arcs_;
  std::vector<std::uint64_t> node_rows_;  // the builder's, of each node of the files
  std::vector<std::uint64_t> graph_rows_;
};

const std::set<std::string> known_files = {
    "A",           "graph_indicator", "graph_labels", "graph_attributes",
    "node_labels", "node_attributes", "edge_labels",  "edge_attributes"};

/// Names those of the set's files that are not of the collection's layout. Throws Error for a file
/// that stands there twice.
void name_others(const std::set<std::string>& files, const std::string& name,
                 const std::string& where, ForeignBuilder& into) {
  into.file(where);
  std::set<std::string> known;
  for (const auto& what : known_files) {
    std::vector<std::string> found;
    for (const auto& file : possible_names(fmt::format("{}_{}.txt", name, what)))
      if (files.contains(file)) found.push_back(file);
    if (found.size() > 1)
      throw Error(fmt::format("{} and {} are one file twice", found[0], found[1])).in(where);
    known.insert(found.begin(), found.end());
  }
  for (const auto& file : files)
    if (file.starts_with(name + "_") && !known.contains(file))
      into.not_kept("file " + file, into.at(0));
}

constexpr std::string_view arcs_end = "_A.txt";
constexpr const char* slashes = "/\\";  // of a zip's folders; Windows' programs write the second

Error compressed_member() { return Error("is compressed within the zip; unpack the zip"); }

/// The one member that holds the edges: NAME_A.txt, or any of such an end for "".
std::string arcs_member(Zip& zip, const std::string& name) {
  const auto has_arcs = [&name](std::string_view path) {
    if (path.starts_with("__MACOSX/")) return false;  // what a Mac keeps beside each file
    const auto file = path.substr(path.find_last_of(slashes) + 1);
    return name.empty() ? file.ends_with(arcs_end) : file == name + std::string(arcs_end);
  };
  std::string found;
  for (const auto& path : zip.names()) {
    if (!has_arcs(path)) continue;
    if (!found.empty()) throw Error(found + " and " + path + ": --name says which");
    found = path;
  }
  if (!found.empty()) return found;
  for (const auto& path : zip.names())
    if (has_arcs(uncompressed_name(path))) throw Error(path + ": " + compressed_member().what());
  throw Error(fmt::format("a zip without {}_A.txt", name.empty() ? "NAME" : name));
}

}  // namespace

void read_tu(const fs::path& folder, ForeignBuilder& into) {
  if (!fs::is_directory(folder)) throw Error(folder.string() + ": no folder");
  auto name = into.options().name;
  if (name.empty()) name = fs::canonical(folder).filename().string();
  const auto open = [&](const std::string& path) {
    std::optional<TextRows> rows;
    for (const auto& file : possible_names(path))
      if (!rows) rows = into.rows(file);
    return rows;
  };
  TuReader(open, (folder / "").string(), name, into).read();
  std::set<std::string> files;
  for (const auto& entry : fs::directory_iterator(folder))
    files.insert(entry.path().filename().string());
  name_others(files, name, folder.string(), into);
}

bool is_tu_file(const std::string& file, const std::string& set) {
  return std::ranges::any_of(known_files, [&](const std::string& what) {
    return uncompressed_name(file) == fmt::format("{}_{}.txt", set, what);
  });
}

bool is_tu(const fs::path& folder) {
  std::error_code ignored;
  const auto name = fs::canonical(folder, ignored).filename().string();
  return std::ranges::any_of(possible_names(name + std::string(arcs_end)),
                             [&](const auto& file) { return fs::exists(folder / file, ignored); });
}

void read_tu_zip(ByteSource& source, const std::string& name, ForeignBuilder& into) {
  into.file(name);
  const auto bytes = into.text(source);
  if (!bytes.starts_with("PK")) throw Error("is no folder and no zip").in(name);
  with_file(name, [&] {
    Zip zip(bytes, ZIP_RDONLY | ZIP_CHECKCONS);
    const auto arcs = arcs_member(zip, into.options().name);
    const auto base = arcs.find_last_of(slashes) + 1;  // 0 where there is no folder
    const auto shown = name + ": ";
    MemorySource nothing("");
    const auto open = [&](const std::string& path) -> std::optional<TextRows> {
      const auto place = path.substr(shown.size());
      const auto index = zip_name_locate(zip.get(), place.c_str(), 0);
      if (index < 0) {
        for (const auto& member : zip.names())
          if (uncompressed_name(member) == place) throw compressed_member().in(shown + member);
        return std::nullopt;
      }
      auto member = zip.read(static_cast<zip_uint64_t>(index));
      if (is_compressed(member)) throw compressed_member().in(path);
      return TextRows(rejoined(std::move(member), nothing), path);
    };
    const auto set = arcs.substr(base, arcs.size() - base - arcs_end.size());
    TuReader(open, shown + arcs.substr(0, base), set, into).read();
    std::set<std::string> files;
    for (const auto& path : zip.names())
      if (path.starts_with(arcs.substr(0, base))) files.insert(path.substr(base));
    name_others(files, set, name, into);
  });
}

bool starts_tu_zip(std::string_view start) {
  const auto first = first_member(start);
  return first && !first->ends_with(".npy");
}

}  // namespace graphvq
