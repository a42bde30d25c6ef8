#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "libgraphvq/data/header.hpp"

namespace graphvq {

/// The category whose raw value reads `text`; nothing where there is none.
std::optional<std::uint32_t> category(const Alphabet& alphabet, const std::string& text);

/// For each category of `from`, the category of `to` with the same raw value.
std::vector<std::optional<std::uint32_t>> category_map(const Alphabet& from, const Alphabet& to);

/// Node labels of one alphabet as categories of another, a model's.
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

/// All raw values of both, ascending: numbers, then text.
Alphabet unite(const Alphabet& a, const Alphabet& b);

/// All columns of both by name. Throws Error where one has numbers and the other categories.
Columns unite(const Columns& a, const Columns& b);

/// Rows of attributes of one set of columns as those of another, which has them all: a value that
/// is not there becomes NaN, a category where the other has numbers its integer.
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

/// The text as XML may hold it, which has no control characters, no U+FFFE or U+FFFF, escaped or
/// not, and no broken UTF-8: ? and U+FFFD stand for these.
std::string xml_text(const std::string& text);

/// A cell of a TSV table: tabs, line ends and backslashes as \t, \n, \r and \\.
std::string cell(const std::string& text);

}  // namespace graphvq
