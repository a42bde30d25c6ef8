#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "formats/bytes/hash.hpp"
#include "formats/foreign/foreign.hpp"
#include "formats/foreign/text/text_rows.hpp"
#include "formats/foreign/value_table.hpp"
#include "libgraphvq/base/error.hpp"
#include "libgraphvq/base/parallel.hpp"

namespace graphvq {

/// What a format's rows of edges say.
enum class EdgeRows {
  arcs,    // each edge stands in both directions
  edges,   // each edge stands once, in one direction
  either,  // one of the two, for a whole file
};

/// Gathers foreign graphs, one after another, and makes simple undirected ones of them by the
/// options' policies. Columns of edges are made known before the graph ends.
class ForeignBuilder {
 public:
  /// `advance` is told after each graph how many there are.
  explicit ForeignBuilder(const ForeignOptions& options, Advance advance = {})
      : options_(options), advance_(std::move(advance)) {}
  ForeignBuilder(const ForeignBuilder&) = delete;
  ForeignBuilder& operator=(const ForeignBuilder&) = delete;

  const ForeignOptions& options() const { return options_; }
  /// Names the file of what follows.
  void file(const std::string& name);
  /// Where the bytes of a file that is read are hashed: from its first to its last.
  Hash& file_hash() { return hashes_.emplace_back(); }
  /// The rows of a file of a folder, hashed; nothing where it does not exist.
  std::optional<TextRows> rows(const std::filesystem::path& path);
  /// The hash of each file that was read, in the order of reading.
  std::vector<std::string> file_hashes() const;
  /// All of a file whose parser wants it whole, decompressed.
  std::string text(ByteSource& source) const;
  Place at(std::uint64_t line, std::uint64_t column = 0) const;
  /// The same of a row, counted from 0, of a file without lines.
  Place at_row(std::uint64_t row) const { return at(0, row + 1); }
  /// `FILE: line 5, column 2: graph 3: reason`, the graph being the open one, if there is one.
  [[noreturn]] void fail(const Place& place, const std::string& reason) const;

  void begin_graph(std::string id = "");
  void rename_graph(std::string id) { graphs_.back().id = std::move(id); }
  /// The open graph's next node, or the first of `count`. Throws Error for too many.
  Node add_nodes(std::uint64_t count, const Place& place);
  /// The same of nodes that no more than a number says are there: in a file, so many as one graph
  /// may have, and two for each edge before.
  Node claim_nodes(std::uint64_t count, const Place& place);
  Node nodes() const { return graphs_.back().n; }
  /// An edge as the file has it, in either direction, repeated or a loop; returns its row.
  std::uint64_t add_edge(Node u, Node v, const Place& place);
  std::uint64_t edge_rows() const { return edge_rows_; }
  void end_graph(EdgeRows rows);

  /// Rows of nodes and edges count from the first of the whole set. A node's or an edge's label is
  /// the column `label`, a graph's class the column `class`.
  std::uint64_t node_row(Node node) const { return first_node_ + node; }
  std::uint64_t graph_row() const { return graphs_.size() - 1; }
  ValueTable node_values{failing()};
  ValueTable edge_values{failing()};
  ValueTable graph_values{failing()};
  /// Names of the open graph's nodes, kept as a column where they are not 0, 1, 2...
  void name_nodes(const std::vector<Value>& names);

  /// Where the values stand that follow in the open graph.
  void here(const Place& place) { here_ = place; }

  /// A line of names of columns that --header did not announce.
  /// Whether a column of that name is left out.
  bool drops(const std::string& column) const;
  void header_line(const Place& place);
  /// A comment among the edges.
  void comment() { ++repairs_.comments; }

  /// Something that is read over; an Error where that is not allowed.
  void not_kept(const std::string& what, const Place& place);

  /// The whole set. Throws Error where two rows of an edge do not agree in their values, or a
  /// graph has labels for some of its nodes or edges only.
  ForeignGraphs finish();

 private:
  // More nodes than a file's bytes stand for cost memory that only a claim asks for.
  static constexpr std::uint64_t max_nodes = std::uint64_t{1} << 24;

  std::function<void(const std::string&)> failing() const {
    return [this](const std::string& reason) { fail(open_ ? here_ : at(0), reason); };
  }
  using Policy = ForeignOptions::Policy;
  struct Arc {
    Node low = 0;
    Node high = 0;
    bool forward = false;
    std::uint64_t row = 0;
    Place place;
  };
  struct Joined {  // rows of one edge
    std::uint64_t kept = 0;
    std::uint64_t row = 0;
    Place first;
    Place place;
    std::uint64_t graph = 0;
  };
  /// Nodes, edges or graphs of the whole set.
  struct Things {
    const char* what;
    ValueTable& table;
    std::uint64_t rows;
    const std::vector<std::uint64_t>* row_of;  // null: a thing is its row
    const std::vector<std::string>& reserved;
    std::size_t (*count)(const Graph& graph);
    std::vector<std::uint32_t>& (*labels)(Graph& graph);
    std::vector<double>& (*attributes)(Graph& graph);

    std::uint64_t row(std::uint64_t thing) const { return row_of ? (*row_of)[thing] : thing; }
  };
  Error error(const Place& place, const std::string& reason) const;
  /// Of a graph that has been read.
  Error error(std::size_t graph, const std::string& reason) const;
  /// `FILE: `, or how many files there are: for what is of the whole set.
  std::string where_all() const;
  /// Where and why a column of labels, called so in the message, has no categories.
  std::string no_categories(const Things& things, const std::string& labels,
                            const ValueTable::Values& values) const;
  /// Of the edges of a file that is read.
  void count_one_sided();
  void repair(Policy policy, std::uint64_t& count, const Place& place, const char* what);
  static std::string name_of(const Graph& graph, std::size_t index);
  /// A line, or the row of a file that has none.
  static std::string spot(const Place& place);
  /// Gives each edge that several rows have the value that --conflicts says, and notes it where
  /// they differ.
  void settle(ValueTable::Values& values);
  void drop_conflicts();
  /// Says which numbers of an alphabet are there as text, too.
  void note_twins(const char* what, const Alphabet& alphabet);
  Alphabet take_labels(const Things& things);
  void take_classes(const Things& graphs);
  Columns take_columns(const Things& things);

  ForeignOptions options_;
  Advance advance_;
  std::vector<std::string> files_;
  std::deque<Hash> hashes_;  // of the files; readers have references
  std::vector<Graph> graphs_;
  std::vector<std::uint32_t> file_of_;  // each graph's, as in Place
  bool open_ = false;
  Place here_;
  std::uint64_t first_node_ = 0;      // row of the open graph's first
  std::optional<std::size_t> names_;  // the nodes' column of names
  std::uint64_t edge_rows_ = 0;
  std::uint64_t claims_left_ = max_nodes;  // of the file
  std::vector<Arc> arcs_;                  // of the open graph
  std::vector<std::uint64_t> kept_rows_;   // of every edge that is kept
  std::vector<Joined> joined_;
  std::unordered_set<std::uint64_t> conflicts_;  // rows of edges whose rows differ
  std::uint64_t one_way_ = 0;  // edges of the file, of EdgeRows::either, by their directions
  std::uint64_t both_ways_ = 0;
  Place one_way_place_;
  Repairs repairs_;
  Header header_;
};

}  // namespace graphvq
