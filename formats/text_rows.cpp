#include "formats/text_rows.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace graphvq {
namespace {

void skip_blanks(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
}

/// Takes a number off the front of `row`, up to a comma or the end.
template <class T>
std::errc take(std::string_view& row, T& value) {
  std::string_view rest = row;
  if (rest.size() > 1 && rest[0] == '+' && rest[1] != '-') rest.remove_prefix(1);
  const auto [end, code] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
  if (code == std::errc::invalid_argument) return code;
  rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  skip_blanks(rest);
  if (!rest.empty() && rest[0] != ',') return std::errc::invalid_argument;
  if (code == std::errc()) row = rest;
  return code;
}

}  // namespace

std::optional<TextRows> TextRows::open(const std::filesystem::path& path) {
  auto file = open_file(path);
  if (!file) return std::nullopt;
  return TextRows(std::move(file), path.string());
}

bool TextRows::next() {
  if (!lines_.next()) return false;
  row_ = lines_.text();
  first_ = true;
  column_ = 0;
  return true;
}

void TextRows::next_column() {
  if (!first_) {
    if (!row_.starts_with(',')) lines_.fail("a column is missing", lines_.column(row_));
    row_.remove_prefix(1);
  }
  first_ = false;
  skip_blanks(row_);
  column_ = lines_.column(row_);
}

std::int64_t TextRows::integer() {
  next_column();
  std::int64_t value = 0;
  const std::errc code = take(row_, value);
  if (code == std::errc::result_out_of_range) fail("a number that is too large");
  if (code != std::errc()) fail("no integer");
  return value;
}

double TextRows::real() {
  next_column();
  double value = 0;
  const std::string_view from = row_;
  const std::errc code = take(row_, value);
  if (code == std::errc::result_out_of_range) fail("a number that is too large or too small");
  if (code != std::errc()) fail("no number");
  if (std::isinf(value)) fail("a number that is not finite");
  const auto digits = from.substr(0, from.size() - row_.size());
  whole_ = digits.find_first_not_of("+-0123456789 \t") == std::string_view::npos;
  return value;
}

void TextRows::end_of_row() const {
  if (!row_.empty()) lines_.fail("more columns than expected", lines_.column(row_));
}

void TextRows::fail(const std::string& reason) const { lines_.fail(reason, column_); }

}  // namespace graphvq
