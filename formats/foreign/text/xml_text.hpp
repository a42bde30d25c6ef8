#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <pugixml.hpp>
#include <string>
#include <string_view>

// The text of an XML file before it is parsed.

namespace graphvq {

struct CodeUnits {
  std::size_t bytes = 1;
  bool big_endian = false;
};

/// Of which a text is, by its first bytes (XML 1.0, appendix F).
inline CodeUnits code_units(std::string_view text) {
  using namespace std::string_view_literals;
  const auto starts = [text](auto mark, auto first) {
    return text.starts_with(mark) || text.starts_with(first);
  };
  if (starts("\0\0\xFE\xFF"sv, "\0\0\0<"sv)) return {4, true};
  if (starts("\xFF\xFE\0\0"sv, "<\0\0\0"sv)) return {4, false};
  if (starts("\xFE\xFF"sv, "\0<"sv)) return {2, true};
  if (starts("\xFF\xFE"sv, "<\0"sv)) return {2, false};
  return {};
}

/// UTF-32, UTF-16 or, of one byte, Latin-1 as UTF-8.
inline std::string in_utf8(std::string_view text, CodeUnits units) {
  std::wstring wide;
  for (std::size_t i = 0; i + units.bytes <= text.size(); i += units.bytes) {
    std::uint32_t unit = 0;
    for (std::size_t k = 0; k < units.bytes; ++k) {
      const char byte = text[i + (units.big_endian ? k : units.bytes - 1 - k)];
      unit = unit << 8 | static_cast<unsigned char>(byte);
    }
    const auto before = wide.empty() ? 0 : static_cast<std::uint32_t>(wide.back());
    if (units.bytes == 2 && before >> 10 == 0xD800 >> 10 && unit >> 10 == 0xDC00 >> 10) {
      wide.pop_back();
      unit = 0x10000 + ((before & 0x3FF) << 10 | (unit & 0x3FF));
    }
    wide += static_cast<wchar_t>(unit);
  }
  return pugi::as_utf8(wide);
}

/// What the declaration of a text of single bytes says, or "".
inline std::string_view declared_encoding(std::string_view text) {
  if (!text.starts_with("<?xml")) return "";
  text = text.substr(0, text.find("?>"));
  text.remove_prefix(std::min(text.find("encoding"), text.size()));
  text.remove_prefix(std::min(text.find_first_of("\"'"), text.size()));
  return text.empty() ? text : text.substr(1, text.find(text[0], 1) - 1);
}

/// Whether XML may hold a character (XML 1.0, production 2).
inline bool is_xml(std::uint32_t c) {
  return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c < 0xD800) ||
         (c >= 0xE000 && c < 0xFFFE) || (c >= 0x10000 && c < 0x110000);
}

/// The length of a reference to a character that XML knows without declarations, or 0.
inline std::size_t reference_length(std::string_view text) {
  for (const std::string_view known : {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"}) {
    if (text.starts_with(known)) return known.size();
  }
  const bool hex = text.starts_with("&#x");
  if (!hex && !text.starts_with("&#")) return 0;
  text = text.substr(0, text.find(';'));
  const char* start = text.data() + (hex ? 3 : 2);
  const char* end = text.data() + text.size();
  std::uint32_t c = 0;
  const auto number = std::from_chars(start, end, c, hex ? 16 : 10);
  return number.ec == std::errc() && number.ptr == end && is_xml(c) ? text.size() + 1 : 0;
}

}  // namespace graphvq
