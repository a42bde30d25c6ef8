#include "formats/foreign/text/python_dict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

#include "formats/foreign/text/words.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {
namespace {

void expect(char c, std::string_view& rest) {
  skip_blanks(rest, " ");
  if (!rest.starts_with(c)) throw Error(fmt::format("no {} where one is due", c));
  rest.remove_prefix(1);
  skip_blanks(rest, " ");
}

void append_utf8(std::uint32_t code, std::string& text) {
  const auto append = [&text](std::uint32_t byte) { text += static_cast<char>(byte); };
  const auto follow = [&](unsigned shift) { append(0x80U | (code >> shift & 0x3FU)); };
  if (code < 0x80) return append(code);
  if (code < 0x800) {
    append(0xC0U | code >> 6U);
  } else {
    if (code < 0x10000) {
      append(0xE0U | code >> 12U);
    } else {
      append(0xF0U | code >> 18U);
      follow(12);
    }
    follow(6);
  }
  follow(0);
}

/// The character of `\xNN`, `\uNNNN` or `\UNNNNNNNN`, where it is one.
std::optional<std::uint32_t> code_point(std::string_view digits, std::size_t due) {
  std::uint32_t code = 0;
  const char* last = digits.data() + digits.size();
  const auto [end, error] = std::from_chars(digits.data(), last, code, 16);
  const bool surrogate = code >= 0xD800 && code < 0xE000;
  const bool sound = due > 0 && digits.size() == due && error == std::errc() && end == last;
  return sound && !surrogate && code < 0x110000 ? std::optional(code) : std::nullopt;
}

void take_escape(std::string_view& rest, std::string& text) {
  constexpr std::string_view names = "ntr\\'\"";
  constexpr std::string_view characters = "\n\t\r\\'\"";
  const char name = rest.size() > 1 ? rest[1] : '\0';
  const std::size_t digits = name == 'x' ? 2 : name == 'u' ? 4 : name == 'U' ? 8 : 0;
  const auto escape = rest.substr(0, 2 + digits);
  if (const auto known = names.find(name); known != std::string_view::npos) {
    text += characters[known];
  } else if (const auto code =
                 code_point(escape.substr(std::min<std::size_t>(2, escape.size())), digits)) {
    append_utf8(*code, text);
  } else {
    throw Error(fmt::format("{} is no escape that Python writes", escape));
  }
  rest.remove_prefix(escape.size());
}

std::string take_text(std::string_view& rest) {
  if (!rest.starts_with('\'') && !rest.starts_with('"')) throw Error("no quoted text");
  const auto start = rest;
  rest.remove_prefix(1);
  std::string text;
  while (!rest.empty() && rest[0] != start[0]) {
    if (rest[0] == '\\') {
      take_escape(rest, text);
    } else {
      text += rest[0];
      rest.remove_prefix(1);
    }
  }
  if (rest.empty()) {
    rest = start;
    throw Error("quoted text without an end");
  }
  rest.remove_prefix(1);
  return text;
}

std::optional<Value> take_value(std::string_view& rest) {
  if (rest.starts_with('\'') || rest.starts_with('"')) return take_text(rest);
  const auto word = rest.substr(0, rest.find_first_of(", }"));
  std::optional<Value> value;
  // As numpy 2 writes its numbers: np.float64(0.5), np.True_.
  if (const auto open = word.find('('); word.starts_with("np.") && word.ends_with(')')) {
    auto inner = word.substr(open + 1, word.size() - open - 2);
    value = take_value(inner);
    if (!inner.empty()) throw Error(fmt::format("{} is no number of numpy", word));
    rest.remove_prefix(word.size());
    return value;
  }
  if (word == "inf" || word == "-inf") throw Error(fmt::format("{} is not finite", word));
  if (word == "True" || word == "False" || word == "np.True_" || word == "np.False_") {
    value = std::int64_t{word.find("True") != word.npos};
  } else if (word == "nan") {
    value = std::numeric_limits<double>::quiet_NaN();
  } else if (word != "None") {
    value = value_of(word);
    if (std::holds_alternative<std::string>(*value)) {
      throw Error("neither a number nor quoted text");
    }
  }
  rest.remove_prefix(word.size());
  return value;
}

}  // namespace

std::vector<std::pair<std::string, Value>> take_python_dict(std::string_view& rest) {
  std::vector<std::pair<std::string, Value>> entries;
  expect('{', rest);
  for (bool first = true; !rest.starts_with('}'); first = false) {
    if (!first) expect(',', rest);
    auto key = take_text(rest);
    expect(':', rest);
    if (auto value = take_value(rest)) entries.emplace_back(std::move(key), std::move(*value));
    skip_blanks(rest, " ");
  }
  rest.remove_prefix(1);
  return entries;
}

}  // namespace graphvq
