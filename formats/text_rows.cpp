#include "formats/text_rows.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <limits>

#include "formats/bytes.hpp"
#include "libgraphvq/graph/error.hpp"

namespace graphvq {
namespace {

void skip_blanks(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
}

}  // namespace

std::optional<TextRows> TextRows::open(const std::filesystem::path& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0 && errno == ENOENT) return std::nullopt;
  if (fd < 0) throw Error(path.string() + ": cannot open: " + std::strerror(errno));
  FdSource source(fd, path.string());
  std::string text;
  try {
    read_up_to(source, text, std::numeric_limits<std::size_t>::max() / 2);
  } catch (...) {
    ::close(fd);
    throw;
  }
  ::close(fd);
  return TextRows(path.string(), std::move(text));
}

bool TextRows::next() {
  if (next_row_ == text_.size()) return false;
  const std::size_t end = std::min(text_.find('\n', next_row_), text_.size());
  row_ = std::string_view(text_).substr(next_row_, end - next_row_);
  if (row_.ends_with('\r')) row_.remove_suffix(1);
  next_row_ = std::min(end + 1, text_.size());
  first_ = true;
  ++line_;
  return true;
}

std::int64_t TextRows::integer() {
  if (!first_) {
    if (!row_.starts_with(',')) fail("a column is missing");
    row_.remove_prefix(1);
  }
  first_ = false;
  skip_blanks(row_);
  std::int64_t value = 0;
  const auto [end, code] = std::from_chars(row_.data(), row_.data() + row_.size(), value);
  if (code == std::errc::result_out_of_range) fail("a number that is too large");
  row_.remove_prefix(static_cast<std::size_t>(end - row_.data()));
  skip_blanks(row_);
  if (code != std::errc() || (!row_.empty() && row_[0] != ',')) fail("no integer");
  return value;
}

void TextRows::end_of_row() const {
  if (!row_.empty()) fail("more columns than expected");
}

std::size_t TextRows::columns_left() const {
  if (row_.empty()) return 0;
  return static_cast<std::size_t>(std::ranges::count(row_, ',')) + (first_ ? 1 : 0);
}

void TextRows::fail(const std::string& reason) const { fail_at(line_, reason); }

void TextRows::fail_at(std::uint64_t line, const std::string& reason) const {
  throw Error(name_ + ": line " + std::to_string(line) + ": " + reason);
}

}  // namespace graphvq
