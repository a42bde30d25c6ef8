#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "libgraphvq/data/header.hpp"

namespace graphvq {

/// A number that is spelled otherwise than it would be written: `1.10`, `1e5`, `+1`.
struct SpelledNumber {
  std::string text;
  bool operator==(const SpelledNumber&) const = default;
};

/// A foreign label or attribute.
using Value = std::variant<std::int64_t, double, std::string, SpelledNumber>;

/// What a text says: an integer or a number where it is written as one, else the text.
Value value_of(std::string_view text);

std::string to_text(const Value& value);

/// A number as text that is read as one that is no integer: 1 is `1.0`.
std::string spelled(double number);

/// What a name says: an integer where it is written as one, else the text, `1.10` and `1e5` too.
Value name_value(std::string_view text);

/// Whether a number may be a label: it is whole, and exact as a double.
bool is_integer(double value);
/// A number as a label: 1.0 is 1.
Value label_of(double number);

/// Where something stands in a file; 0 where that is not known.
struct Place {
  std::uint32_t file = 0;    // which of the builder's
  std::uint32_t column = 0;  // without a line: of a row, and one more
  std::uint64_t line = 0;
};

/// Values of named columns by row, gathered before it is known what a column holds.
class ValueTable {
 public:
  /// `fail` throws an Error with the reason it is given.
  explicit ValueTable(std::function<void(const std::string&)> fail) : fail_(std::move(fail)) {}

  /// The number of the column, which is new where there was none of that name. Fails for too many:
  /// each costs more memory than the bytes that name it.
  std::size_t column(std::string_view name);
  /// A column of the names of things, which no name finds, and in which nan is a name.
  std::size_t names_column(std::string_view name);
  void set(std::size_t column, std::uint64_t row, const Value& value);

  struct Values {
    Column column;
    std::vector<double> of_row;  // [rows], NaN where there is none
    std::string refused;         // why it cannot be kept, or ""
  };
  /// What became of one column: categories where it has integers and text, numbers where it has
  /// numbers and no text but `nan`, which is no value there, and where it has nothing.
  /// Beside text, numbers are the text that they were. Fails where it has two values in a row.
  Values take(std::size_t column, std::uint64_t rows);
  /// The same for labels: categories where its numbers are whole, 1.0 as 1, and where it has
  /// nothing. Refused where one number is spelled in two ways.
  Values take_labels(std::size_t column, std::uint64_t rows);
  /// Nothing where there is no such column.
  std::optional<std::size_t> find(std::string_view name) const;
  std::size_t size() const { return columns_.size(); }
  const std::string& name(std::size_t column) const { return columns_[column].name; }
  /// Values in all columns.
  std::uint64_t count() const;

  /// Whether NA is no value beside numbers, either, as in tables that R wrote.
  bool r_missing = false;
  /// How many values the lists of a name have, each of which is in a column of its own.
  std::unordered_map<std::string, std::size_t> list_lengths;

 private:
  enum class Kind : std::uint8_t { integer, real, spelled, text };
  struct Cell {
    std::uint64_t row;
    std::int64_t bits;  // an integer, a double's bits, or the number of a text
    Kind kind;
  };
  static bool has(const std::vector<Cell>& cells, Kind kind);
  std::int64_t number_of(const std::string& text);
  const std::string& text_of(const Cell& cell) const;
  double real(const Cell& cell) const;
  struct Cells {
    std::string name;
    std::vector<Cell> cells;
    bool names = false;
  };
  std::size_t add_column(std::string_view name);
  void drop_missing(Cells& column) const;
  LabelValue label(const Cell& cell) const;
  void require_text(std::string_view text) const;

  std::function<void(const std::string&)> fail_;
  std::vector<Cells> columns_;
  std::unordered_map<std::string, std::size_t> by_name_;
  std::deque<std::string> texts_;  // which stay where they are
  std::unordered_map<std::string_view, std::size_t> text_number_;
};

}  // namespace graphvq
