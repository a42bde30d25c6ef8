#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>

// Pieces of text that readers of several formats look at alike.

namespace graphvq {

/// Takes the blanks off the front of a text.
inline void skip_blanks(std::string_view& text, std::string_view blanks = " \t") {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
}

/// The text without blanks before and behind it.
inline std::string_view trimmed(std::string_view text, std::string_view blanks = " \t") {
  skip_blanks(text, blanks);
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

/// Whether a word is `lower`, which is in lower case, but for the case of ASCII letters.
inline bool same_word(std::string_view word, std::string_view lower) {
  return std::ranges::equal(word, lower, {}, [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
}

/// Whether a word says that there is no value: nan in any case and, in tables of R, NA.
inline bool says_missing(std::string_view word, bool of_r) {
  return same_word(word, "nan") || (of_r && word == "NA");
}

/// std::from_chars, which rounds no 1e-400: here it is 0. What is too large is infinite, beside the
/// error.
inline std::from_chars_result real_from_chars(std::string_view text, double& value) {
  auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec == std::errc::result_out_of_range) {
    value = std::strtod(std::string(text.data(), result.ptr).c_str(), nullptr);
    if (std::isfinite(value)) result.ec = {};
  }
  return result;
}

/// Whether a name comes before another where digits count as the numbers they are: x_2, x_10.
inline bool natural_less(std::string_view a, std::string_view b) {
  constexpr std::string_view digits = "0123456789";
  const auto run = [digits](std::string_view text) {
    return text.substr(0, std::min(text.find_first_not_of(digits), text.size()));
  };
  while (!a.empty() && !b.empty()) {
    const auto x = run(a);
    const auto y = run(b);
    if (x.empty() || y.empty()) {
      if (a[0] != b[0]) return a[0] < b[0];
      a.remove_prefix(1);
      b.remove_prefix(1);
      continue;
    }
    const auto p = x.substr(std::min(x.find_first_not_of('0'), x.size() - 1));
    const auto q = y.substr(std::min(y.find_first_not_of('0'), y.size() - 1));
    if (p.size() != q.size()) return p.size() < q.size();
    if (p != q) return p < q;
    if (x.size() != y.size()) return x.size() < y.size();
    a.remove_prefix(x.size());
    b.remove_prefix(y.size());
  }
  return a.size() < b.size();
}

}  // namespace graphvq
