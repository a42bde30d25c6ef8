#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "formats/text_lines.hpp"

namespace graphvq {

/// Rows of comma-separated numbers. LF or CRLF, with or without a newline at the end.
class TextRows {
 public:
  TextRows(ByteSource& source, std::string name) : lines_(source, std::move(name)) {}
  TextRows(std::unique_ptr<ByteSource> file, const std::string& name)
      : file_(std::move(file)), lines_(*file_, name) {}
  /// Nothing where the file does not exist; throws Error where it cannot be opened.
  static std::optional<TextRows> open(const std::filesystem::path& path);

  /// Goes to the next row; false at the end.
  bool next();
  /// The next number of the row; throws Error where none stands there.
  std::int64_t integer();
  /// A finite number, or NaN for `nan` in any case.
  double real();
  /// Whether the number read last was written as an integer.
  bool whole() const { return whole_; }
  bool row_left() const { return !row_.empty() || first_; }
  /// Throws Error where the row goes on.
  void end_of_row() const;

  /// Of the current row, from 1.
  std::uint64_t line() const { return lines_.line(); }
  const std::string& name() const { return lines_.name(); }
  /// `FILE: line 5, column 3: reason`, the column being that of the number read last.
  [[noreturn]] void fail(const std::string& reason) const;

 private:
  void next_column();

  std::unique_ptr<ByteSource> file_;
  TextLines lines_;
  std::string_view row_;  // what is left of it
  bool first_ = true;     // no column of the row has been read
  bool whole_ = false;
  std::uint64_t column_ = 0;  // of the number that was read last
};

}  // namespace graphvq
