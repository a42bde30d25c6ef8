#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace graphvq {

/// Rows of comma-separated integers, from a text file that is read in one go. LF or CRLF, with or
/// without a newline at the end.
class TextRows {
 public:
  /// Throws Error where the file cannot be read; nothing where it does not exist.
  static std::optional<TextRows> open(const std::filesystem::path& path);

  /// Goes to the next row; false at the end.
  bool next();
  /// The next integer of the row; throws Error where none stands there.
  std::int64_t integer();
  /// Throws Error where the row goes on.
  void end_of_row() const;
  /// Columns of the row that have not been read.
  std::size_t columns_left() const;

  /// Of the current row, from 1.
  std::uint64_t line() const { return line_; }
  /// `FILE: line 5: reason`.
  [[noreturn]] void fail(const std::string& reason) const;
  [[noreturn]] void fail_at(std::uint64_t line, const std::string& reason) const;

 private:
  TextRows(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {}

  std::string name_;
  std::string text_;
  std::size_t next_row_ = 0;
  std::string_view row_;  // what is left of it
  bool first_ = true;     // no column of the row has been read
  std::uint64_t line_ = 0;
};

}  // namespace graphvq
