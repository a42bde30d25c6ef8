#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "formats/foreign/foreign_builder.hpp"

// OGB's layout of a set of graphs, as arrays by name, whatever file they stand in: edge_index,
// num_nodes_list, num_edges_list, and node_*, edge_*, graph_* with a row for each node, row of
// edge_index, or graph. node_label, edge_label and graph_label are the labels and classes; a
// matrix node_x is the columns x_0, x_1...; others are columns of their name. Where edges have a
// column index, or graphs a column label, `_` follows its name.

namespace graphvq {

struct OgbArray {
  std::uint64_t rows = 0;
  std::uint64_t columns = 1;
  bool matrix = false;                 // of two dimensions
  std::vector<std::int64_t> integers;  // [rows, columns], or empty
  std::vector<double> reals;           // [rows, columns] where there are no integers
  std::uint32_t file = 0;              // the builder's, whose lines are the rows; else 0
  std::size_t place = 0;               // among the arrays, where they have an order
  bool integral() const { return reals.empty(); }
};
using OgbArrays = std::map<std::string, OgbArray>;

/// The names by the arrays' places and, of one place, as a person sorts them: x_2 before x_10.
std::vector<std::string> names_in_order(const OgbArrays& arrays);

/// Whether an array of that name is of the layout.
bool is_ogb_array(std::string_view name);
/// The same, told to the builder where it is not.
bool keeps_array(const std::string& name, ForeignBuilder& into);

/// edge_index is [2, E]; all arrays are of the layout. Throws Error naming the array that does not
/// fit.
void read_ogb(const OgbArrays& arrays, ForeignBuilder& into);

/// Columns of a file that get another name in this layout, as words: `graph attribute label kept
/// as label_`.
std::vector<std::string> renamed_in_ogb(const Header& header);

/// Gathers records as such arrays, each edge in both directions, one after the other. Text is left
/// out; an integer that is missing makes its array one of reals.
class OgbCollector {
 public:
  explicit OgbCollector(const Header& header);
  void add(const Graph& graph);
  OgbArrays arrays();

 private:
  struct Things {
    Alphabet labels;  // or classes
    Columns columns;
    std::vector<std::vector<double>> values;  // of the label, then of each column
    void add(std::optional<std::uint32_t> label, const std::vector<double>& all, std::size_t row);
    void put(const std::string& prefix, OgbArrays& into) const;
  };
  Things nodes_;
  Things edges_;
  Things graphs_;
  OgbArray edge_from_;
  OgbArray edge_to_;
  OgbArray node_counts_;
  OgbArray edge_counts_;
};

}  // namespace graphvq
