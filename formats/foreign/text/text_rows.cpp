#include "formats/foreign/text/text_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <type_traits>

#include "formats/foreign/text/words.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {
namespace {

/// Takes a number off the front of `row`, up to a comma or the end.
template <class T>
std::errc take(std::string_view& row, T& value) {
  std::string_view rest = row;
  if (rest.size() > 1 && rest[0] == '+' && rest[1] != '-') rest.remove_prefix(1);
  const auto read = [&] {
    if constexpr (std::is_floating_point_v<T>)
      return real_from_chars(rest, value);
    else
      return std::from_chars(rest.data(), rest.data() + rest.size(), value);
  };
  const auto [end, code] = read();
  if (code == std::errc::invalid_argument) return code;
  rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  skip_blanks(rest);
  if (!rest.empty() && rest[0] != ',') return std::errc::invalid_argument;
  if (code == std::errc()) row = rest;
  return code;
}

}  // namespace

bool TextRows::next() {
  if (!lines_.next()) return false;
  row_ = lines_.text();
  columns_ = 0;
  column_ = 0;
  return true;
}

void TextRows::next_column() {
  if (columns_ > 0) {
    if (row_.empty()) {
      lines_.fail(fmt::format("{} columns, {} expected", columns_, columns_ + 1),
                  lines_.column(row_));
    }
    row_.remove_prefix(1);  // the comma
  }
  ++columns_;
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
  if (code == std::errc::result_out_of_range) fail("a number that is too large");
  if (code != std::errc()) fail("no number");
  if (std::isinf(value)) fail("a number that is not finite");
  const auto digits = from.substr(0, from.size() - row_.size());
  whole_ = digits.find_first_not_of("+-0123456789 \t") == std::string_view::npos;
  if (whole_ && std::abs(value) >= 0x1p53) {
    std::string_view again = from;
    std::int64_t integer = 0;
    if (take(again, integer) != std::errc() || !fits_double(integer)) {
      fail("an integer of more than 53 bits");
    }
  }
  return value;
}

double TextRows::real_or_none() {
  std::string_view cell = row_.substr(columns_ > 0 && !row_.empty() ? 1 : 0);
  skip_blanks(cell);
  const bool alone = columns_ == 0 && cell.empty();
  if (alone || !(cell.empty() || cell.starts_with(','))) return real();
  next_column();
  return std::numeric_limits<double>::quiet_NaN();
}

void TextRows::end_of_row() const {
  if (!row_.empty()) lines_.fail("more columns than expected", lines_.column(row_));
}

void TextRows::fail(const std::string& reason) const {
  if (line() == 0) throw Error(reason).in(name());
  lines_.fail(reason, column_);
}

}  // namespace graphvq
