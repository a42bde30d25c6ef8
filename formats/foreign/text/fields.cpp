#include "formats/foreign/text/fields.hpp"

#include <algorithm>

#include "formats/foreign/text/words.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }

/// Whether a blank and ` # ` follow, as a comment behind words is written.
bool starts_comment(std::string_view text) {
  return text.size() > 1 && is_blank(text[0]) && text[1] == '#' &&
         (text.size() == 2 || is_blank(text[2]));
}

/// Bytes of the quoted text that `text` starts with; 0 where it has no end.
std::size_t quoted_size(std::string_view text) {
  auto end = text.find('"', 1);
  while (end != std::string_view::npos && text.substr(end + 1).starts_with('"')) {
    end = text.find('"', end + 2);
  }
  return end == std::string_view::npos ? 0 : end + 1;
}

}  // namespace

char separator_of(std::string_view row) {
  row = row.substr(0, row.find_last_not_of(" \t") + 1);
  char separator = ' ';
  for (std::size_t i = 0; i < row.size();) {
    const auto rest = row.substr(i);
    const bool starts = i == 0 || row[i - 1] == ',' || is_blank(row[i - 1]);
    const bool dictionary = starts && i > 0 && rest[0] == '{';
    if (dictionary || starts_comment(rest)) break;
    if (rest[0] == '\t') return '\t';
    if (rest[0] == ',') separator = ',';
    i += starts && rest[0] == '"' ? std::max<std::size_t>(quoted_size(rest), 1) : 1;
  }
  return separator;
}

Fields::Fields(std::string_view row, char separator)
    : rest_(trimmed(row, separator == '\t' ? " " : " \t")),
      separator_(separator),
      more_(!rest_.empty()) {}

std::string_view Fields::next() {
  if (separator_ == ' ') return next_word();
  quoted_ = rest_.starts_with('"');
  const auto end = quoted_ ? unquote() : std::min(rest_.find(separator_), rest_.size());
  const auto found = quoted_ ? std::string_view(text_) : trimmed(rest_.substr(0, end));
  more_ = end < rest_.size();
  rest_.remove_prefix(more_ ? end + 1 : end);
  skip_blanks(rest_, " ");
  return found;
}

std::string_view Fields::next_word() {
  // A quote that does not end where a word does is a letter of it.
  const auto size = rest_.starts_with('"') ? quoted_size(rest_) : 0;
  quoted_ = size > 0 && (size == rest_.size() || is_blank(rest_[size]));
  const auto end = quoted_ ? unquote() : std::min(rest_.find_first_of(" \t"), rest_.size());
  const auto found = quoted_ ? std::string_view(text_) : rest_.substr(0, end);
  rest_.remove_prefix(end);
  skip_blanks(rest_);
  if (rest_.starts_with('#')) rest_.remove_prefix(rest_.size());
  more_ = !rest_.empty();
  return found;
}

/// Takes over the text of the quoted field that comes next; returns where it ends.
std::size_t Fields::unquote() {
  const auto size = quoted_size(rest_);
  if (size == 0) throw Error("a quote without an end in its line");
  if (size < rest_.size() && rest_[size] != separator_ && separator_ != ' ') {
    throw Error("text behind a closing quote");
  }
  text_.clear();
  for (std::size_t i = 1; i + 1 < size; ++i) {
    text_ += rest_[i];
    if (rest_[i] == '"') ++i;
  }
  return size;
}

std::size_t count_fields(std::string_view row, char separator) {
  std::size_t count = 0;
  try {
    for (Fields fields(row, separator); fields.more(); ++count) fields.next();
  } catch (const Error&) {
    return 0;
  }
  return count;
}

}  // namespace graphvq
