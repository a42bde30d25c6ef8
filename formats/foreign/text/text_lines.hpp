#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "formats/bytes/bytes.hpp"

namespace graphvq {

/// The longest line that is read, in bytes.
inline constexpr std::size_t max_line = std::size_t{1} << 26;

/// Lines of a text as a stream: LF or CRLF, with or without a newline at the end.
class TextLines {
 public:
  /// Decompresses where there is a magic for it. `name` stands in messages.
  TextLines(ByteSource& source, std::string name);

  /// Goes to the next line; false at the end. Throws Error for one over max_line.
  bool next();
  /// The current line, without its end.
  std::string_view text() const { return text_; }
  /// Of the current line, from 1.
  std::uint64_t line() const { return line_; }
  const std::string& name() const { return name_; }
  /// Column, from 1, where `rest`, which is an end of the line, starts.
  std::uint64_t column(std::string_view rest) const { return text_.size() - rest.size() + 1; }

  /// `NAME: line 5: reason`, or with a column where it is not 0.
  [[noreturn]] void fail(const std::string& reason, std::uint64_t column = 0) const;

 private:
  std::unique_ptr<ByteSource> content_;
  std::string name_;
  std::string buffer_;
  std::size_t used_ = 0;
  std::string_view text_;
  std::uint64_t line_ = 0;
  bool ended_ = false;
};

/// An open file as a source; null where it does not exist. Throws Error where it cannot be opened.
std::unique_ptr<ByteSource> open_file(const std::filesystem::path& path);

}  // namespace graphvq
