#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "formats/foreign/text/text_lines.hpp"
#include "libgraphvq/data/header.hpp"

namespace graphvq {

/// Rows of comma-separated numbers. LF or CRLF, with or without a newline at the end.
class TextRows {
 public:
  TextRows(ByteSource& source, std::string name) : lines_(source, std::move(name)) {}
  TextRows(std::unique_ptr<ByteSource> file, const std::string& name)
      : file_(std::move(file)), lines_(*file_, name) {}

  /// Goes to the next row; false at the end.
  bool next();
  /// The next number of the row; throws Error where none stands there.
  std::int64_t integer();
  /// A finite number, or NaN for `nan` in any case; no integer that would be rounded.
  double real();
  /// The same, or NaN for nothing between two commas or one and the row's end.
  double real_or_none();
  /// Whether the number read last was written as an integer.
  bool whole() const { return whole_; }
  bool row_left() const { return !row_.empty() || columns_ == 0; }
  /// Throws Error where the row goes on.
  void end_of_row() const;

  /// Of the current row, from 1.
  std::uint64_t line() const { return lines_.line(); }
  const std::string& name() const { return lines_.name(); }
  /// `FILE: line 5, column 3: reason`, the column being that of the number read last; `FILE:
  /// reason` before the first row.
  [[noreturn]] void fail(const std::string& reason) const;

 private:
  void next_column();

  std::unique_ptr<ByteSource> file_;
  TextLines lines_;
  std::string_view row_;       // what is left of it
  std::uint64_t columns_ = 0;  // of the row that have been read
  bool whole_ = false;
  std::uint64_t column_ = 0;  // where the number that was read last stands
};

}  // namespace graphvq
