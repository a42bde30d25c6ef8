#pragma once

#include <algorithm>
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

}  // namespace graphvq
