#include "formats/tu.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <unordered_set>

#include "formats/text_rows.hpp"
#include "libgraphvq/graph/error.hpp"

namespace graphvq {
namespace {

namespace fs = std::filesystem;

/// Files of integers, one row a thing: the first column, and how many more there were.
struct Column {
  TextRows rows;
  std::vector<std::int64_t> values;
  std::size_t extra = 0;
};

/// Reads the whole file; throws Error where it has not `expected` rows, if that is known.
std::optional<Column> read_column(const fs::path& path, std::optional<std::size_t> expected,
                                  const char* things) {
  auto rows = TextRows::open(path);
  if (!rows) return std::nullopt;
  Column column{std::move(*rows), {}, 0};
  if (expected) column.values.reserve(*expected);
  while (column.rows.next()) {
    if (expected && column.values.size() == *expected) {
      column.rows.fail(fmt::format("a row beyond the {} {}", *expected, things));
    }
    column.values.push_back(column.rows.integer());
    const std::size_t extra = column.rows.columns_left();
    if (column.values.size() == 1) column.extra = extra;
    if (extra != column.extra) column.rows.fail("not as many columns as the first row has");
  }
  if (expected && column.values.size() < *expected) {
    column.rows.fail(fmt::format("the last row, but there are {} {}", *expected, things));
  }
  return column;
}

/// Raw values ascending, and the category of each value.
std::vector<std::uint32_t> categories(const std::vector<std::int64_t>& values, Alphabet& alphabet) {
  const std::unordered_set<std::int64_t> distinct(values.begin(), values.end());
  std::vector<std::int64_t> sorted(distinct.begin(), distinct.end());
  std::ranges::sort(sorted);
  alphabet.assign(sorted.begin(), sorted.end());
  std::vector<std::uint32_t> out;
  out.reserve(values.size());
  for (const auto value : values) {
    out.push_back(
        static_cast<std::uint32_t>(std::ranges::lower_bound(sorted, value) - sorted.begin()));
  }
  return out;
}

class TuReader {
 public:
  TuReader(const fs::path& folder, const TuOptions& options)
      : options_(options), folder_(folder), name_(options.name) {
    if (!fs::is_directory(folder)) throw Error(folder.string() + ": no folder");
    if (name_.empty()) name_ = fs::canonical(folder).filename().string();
  }

  TuData read() {
    read_nodes();
    read_labels();
    read_edges();
    note_attributes();
    return std::move(data_);
  }

 private:
  using Policy = TuOptions::Policy;

  /// A row of A; nodes are numbered by graph, then by their place in the files.
  struct Arc {
    Node other = 0;  // the larger end
    bool forward = false;
    std::size_t row = 0;
  };

  fs::path file(const char* what) const { return folder_ / (name_ + "_" + what + ".txt"); }

  TextRows required(const char* what) const {
    auto rows = TextRows::open(file(what));
    if (!rows) {
      throw Error(file(what).string() +
                  ": no such file (--name gives the prefix where it is not the folder's name)");
    }
    return std::move(*rows);
  }

  void not_kept(const char* what, std::size_t columns) {
    if (columns == 0) return;
    data_.repairs.not_kept.push_back(
        fmt::format("{} ({} column{})", what, columns, columns == 1 ? "" : "s"));
  }

  void repair(Policy policy, std::uint64_t& count, const TextRows& rows, std::size_t row,
              const char* what) const {
    if (options_.strict || policy == Policy::error) rows.fail_at(row + 1, what);
    ++count;
  }

  /// How many graphs the files of graphs have rows for, if there are any.
  std::optional<std::size_t> declared_graphs() {
    if (auto classes = read_column(file("graph_labels"), {}, "graphs")) {
      not_kept("graph labels", classes->extra);
      class_of_ = categories(classes->values, data_.classes);
      return class_of_.size();
    }
    auto rows = TextRows::open(file("graph_attributes"));
    if (!rows) return std::nullopt;
    while (rows->next()) {
    }
    return rows->line();
  }

  /// Graphs of the right sizes, and each node's place among all.
  void read_nodes() {
    const auto declared = declared_graphs();
    auto rows = required("graph_indicator");
    std::vector<std::size_t> graph_of;
    std::size_t largest = 0;
    while (rows.next()) {
      const std::int64_t id = rows.integer();
      rows.end_of_row();
      if (id < 1) rows.fail(fmt::format("graph id {} is not positive", id));
      const auto graph = static_cast<std::size_t>(id);
      if (declared && graph > *declared) {
        rows.fail(fmt::format("graph id {} of {} graphs", id, *declared));
      }
      // Without a file of graphs, an id is all that says how many there are.
      if (!declared && graph > max_undeclared) rows.fail(fmt::format("graph id {}", id));
      if (graph_of.size() == std::numeric_limits<Node>::max()) rows.fail("too many nodes");
      largest = std::max(largest, graph);
      graph_of.push_back(graph - 1);
    }
    data_.graphs.resize(declared.value_or(largest));
    for (const auto graph : graph_of) ++data_.graphs[graph].n;
    first_of_.assign(data_.graphs.size() + 1, 0);
    for (std::size_t g = 0; g < data_.graphs.size(); ++g) {
      Graph& graph = data_.graphs[g];
      graph.id = std::to_string(g + 1);
      if (!class_of_.empty()) graph.graph_class = class_of_[g];
      first_of_[g + 1] = first_of_[g] + graph.n;
    }
    auto next = first_of_;
    for (const auto graph : graph_of) place_.push_back(next[graph]++);
    graph_at_.resize(place_.size());
    for (std::size_t i = 0; i < place_.size(); ++i) graph_at_[place_[i]] = graph_of[i];
  }

  void read_labels() {
    if (!options_.node_labels) return;
    const auto labels = read_column(file("node_labels"), place_.size(), "nodes");
    if (!labels) return;
    not_kept("node labels", labels->extra);
    const auto category = categories(labels->values, data_.node_labels);
    for (Graph& graph : data_.graphs) graph.node_labels.resize(graph.n);
    for (std::size_t i = 0; i < place_.size(); ++i) {
      const auto graph = graph_at_[place_[i]];
      data_.graphs[graph].node_labels[place_[i] - first_of_[graph]] = category[i];
    }
  }

  Node node(TextRows& rows) const {
    const std::int64_t id = rows.integer();
    if (id < 1 || static_cast<std::uint64_t>(id) > place_.size()) {
      rows.fail(fmt::format("node {} of {} nodes", id, place_.size()));
    }
    return place_[static_cast<std::size_t>(id) - 1];
  }

  void read_edges() {
    auto rows = required("A");
    std::vector<std::pair<Node, Arc>> arcs;  // the smaller end, and the rest
    std::vector<std::size_t> ends(place_.size() + 1);
    std::size_t row = 0;
    for (; rows.next(); ++row) {
      const Node from = node(rows);
      const Node to = node(rows);
      rows.end_of_row();
      if (graph_at_[from] != graph_at_[to]) {
        rows.fail(fmt::format("an edge between graphs {} and {}", graph_at_[from] + 1,
                              graph_at_[to] + 1));
      }
      if (from == to) {
        repair(options_.loops, data_.repairs.loops, rows, row, "a self-loop");
        continue;
      }
      const auto [low, high] = std::minmax(from, to);
      arcs.push_back({low, {high, from < to, row}});
      ++ends[low + 1];
    }
    const auto labels = read_column(file("edge_labels"), row, "rows of A");
    std::vector<std::uint32_t> category;
    if (labels) {
      not_kept("edge labels", labels->extra);
      category = categories(labels->values, data_.edge_labels);
    }
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
    std::vector<Arc> by_end(arcs.size());
    auto next = ends;
    for (const auto& [low, arc] : arcs) by_end[next[low]++] = arc;
    for (Node low = 0; low < place_.size(); ++low) {
      const std::span of_low(by_end.data() + ends[low], by_end.data() + ends[low + 1]);
      std::ranges::stable_sort(of_low, {}, &Arc::other);
      for (std::size_t i = 0; i < of_low.size();) {
        std::size_t end = i + 1;
        while (end < of_low.size() && of_low[end].other == of_low[i].other) ++end;
        add_edge(low, of_low.subspan(i, end - i), rows, labels ? &*labels : nullptr, category);
        i = end;
      }
    }
  }

  /// One edge from all its rows, in their order.
  void add_edge(Node low, std::span<const Arc> arcs, const TextRows& rows, const Column* labels,
                const std::vector<std::uint32_t>& category) {
    const auto graph_index = graph_at_[low];
    Graph& graph = data_.graphs[graph_index];
    const auto first = first_of_[graph_index];
    const Arc& one = arcs.front();
    graph.edges.push_back({low - first, one.other - first});
    if (labels != nullptr) graph.edge_labels.push_back(category[one.row]);
    std::array<bool, 2> seen{};
    for (const Arc& arc : arcs) {
      if (labels != nullptr && category[arc.row] != category[one.row]) {
        labels->rows.fail_at(arc.row + 1, fmt::format("edge label {}, but line {} has {} for it",
                                                      labels->values[arc.row], one.row + 1,
                                                      labels->values[one.row]));
      }
      if (seen[arc.forward]) {
        repair(options_.duplicates, data_.repairs.duplicates, rows, arc.row, "a repeated edge");
      }
      seen[arc.forward] = true;
    }
    if (!seen[0] || !seen[1]) {
      repair(options_.asymmetric, data_.repairs.one_sided, rows, one.row,
             "an edge in one direction only");
    }
  }

  void note_attributes() {
    for (const auto& [what, words] : {std::pair{"node_attributes", "node attributes"},
                                      std::pair{"edge_attributes", "edge attributes"},
                                      std::pair{"graph_attributes", "graph attributes"}}) {
      auto rows = TextRows::open(file(what));
      if (rows && rows->next()) not_kept(words, rows->columns_left());
    }
  }

  static constexpr std::size_t max_undeclared = 1'000'000;

  const TuOptions& options_;
  fs::path folder_;
  std::string name_;
  TuData data_;
  std::vector<std::uint32_t> class_of_;  // [graphs], or empty
  std::vector<Node> first_of_;           // place of each graph's first node
  std::vector<Node> place_;              // of each node of the files
  std::vector<std::size_t> graph_at_;    // graph of the node at each place
};

}  // namespace

TuData read_tu(const std::filesystem::path& folder, const TuOptions& options) {
  return TuReader(folder, options).read();
}

}  // namespace graphvq
