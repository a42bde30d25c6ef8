#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "libgraphvq/data/header.hpp"

namespace graphvq {

/// The category whose raw value reads `text`, if any does.
std::optional<std::uint32_t> category(const Alphabet& alphabet, const std::string& text);

/// For each category of `from`, the category of `to` with the same raw value.
std::vector<std::optional<std::uint32_t>> category_map(const Alphabet& from, const Alphabet& to);

/// All raw values of both, ascending: numbers, then text.
Alphabet unite(const Alphabet& a, const Alphabet& b);

/// All columns of both by name. Throws Error where one has numbers and the other categories.
Columns unite(const Columns& a, const Columns& b);

/// Turns node labels of one alphabet into categories of another, a model's.
class LabelTranslation {
 public:
  LabelTranslation(const Alphabet& from, const Alphabet& to)
      : from_(from), map_(category_map(from, to)), labelled_(!to.empty()) {}
  /// Throws Error naming file, graph and label where the model does not know the label, or where it
  /// knows some and the graph has none.
  void apply(Graph& graph, const std::string& file, std::uint64_t index) const;

 private:
  Alphabet from_;
  std::vector<std::optional<std::uint32_t>> map_;
  bool labelled_;
};

/// Turns rows of attributes under some columns into rows under others, which include them. A column
/// that was not there becomes NaN; a category becomes its integer where the new column has numbers.
class ColumnTranslation {
 public:
  ColumnTranslation(const Columns& from, const Columns& to);
  void apply(std::vector<double>& values) const;

 private:
  struct Origin {
    std::optional<std::size_t> column;
    std::vector<double> values;  // of its categories; empty where it has numbers
  };
  std::size_t width_;
  bool same_;
  std::vector<Origin> origins_;
};

/// Turns labels, classes and attributes under one header into those under another, which has all
/// its values and columns.
class HeaderTranslation {
 public:
  HeaderTranslation(const Header& from, const Header& to);
  void apply(Graph& graph) const;

 private:
  std::vector<std::optional<std::uint32_t>> nodes_, edges_, classes_;
  ColumnTranslation node_columns_, edge_columns_, graph_columns_;
};

}  // namespace graphvq
