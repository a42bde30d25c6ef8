#pragma once

#include <cctype>
#include <cstdint>
#include <string>
#include <string_view>

#include "formats/foreign/foreign_builder.hpp"

namespace graphvq {

/// A token of DOT.
struct DotToken {
  enum class Kind { word, text, mark, end } kind = Kind::end;
  std::string value;  // of a text, what stands within its quotes or outer angle brackets
  Place place;        // where it starts
};

/// Cuts DOT into tokens as Graphviz does; comments are none.
class DotLexer {
 public:
  DotLexer(std::string_view text, const ForeignBuilder& into) : text_(text), into_(into) {}

  /// The next token, of kind end behind the last. Throws Error for what is none.
  DotToken next() {
    skip();
    DotToken token{DotToken::Kind::end, "", place()};
    if (at_ == text_.size()) return token;
    const char c = text_[at_];
    if (c == '"' || c == '<') {
      token.kind = DotToken::Kind::text;
      token.value = c == '"' ? quoted() : html();
      return token;
    }
    std::size_t length = mark_length();
    token.kind = length > 0 ? DotToken::Kind::mark : DotToken::Kind::word;
    if (length == 0) length = is_letter(c) ? word_length() : number_length();
    if (length == 0) into_.fail(token.place, "a character that DOT has within quotes only");
    token.value = text_.substr(at_, length);
    at_ += length;
    // Two words to Graphviz, which warns.
    if (token.kind == DotToken::Kind::word && !is_letter(c) && at_ < text_.size() &&
        (is_letter(text_[at_]) || text_[at_] == '.')) {
      into_.fail(token.place, "a word that starts as a number and stands in no quotes");
    }
    return token;
  }

 private:
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  static bool is_letter(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || c == '_' || std::isalpha(byte) != 0;
  }
  Place place() const { return into_.at(line_, at_ - line_start_ + 1); }
  void step() {
    if (text_[at_] == '\n') {
      ++line_;
      line_start_ = at_ + 1;
    }
    ++at_;
  }

  void skip() {
    while (at_ < text_.size()) {
      const auto rest = text_.substr(at_);
      if (std::isspace(static_cast<unsigned char>(rest[0])) != 0) {
        step();
      } else if (rest[0] == '#' || rest.starts_with("//")) {
        skip_line();
      } else if (rest.starts_with("/*")) {
        skip_comment();
      } else {
        return;
      }
    }
  }
  /// To the line feed: a carriage return alone ends no line, so that the comment would go on.
  void skip_line() {
    for (; at_ < text_.size() && text_[at_] != '\n'; ++at_) {
      const auto behind = text_.substr(at_ + 1, 1);
      if (text_[at_] == '\r' && !behind.empty() && behind != "\n" && behind != "\r") {
        into_.fail(place(), "a carriage return without a line feed, which ends no comment");
      }
    }
  }
  void skip_comment() {
    const auto start = place();
    for (at_ += 2; !text_.substr(at_).starts_with("*/"); step()) {
      if (at_ == text_.size()) into_.fail(start, "a comment without an end");
    }
    at_ += 2;
  }

  std::size_t mark_length() const {
    const auto rest = text_.substr(at_);
    if (rest.starts_with("--") || rest.starts_with("->")) return 2;
    return std::string_view("{}[]=;:,+").find(rest[0]) != std::string_view::npos ? 1 : 0;
  }
  std::size_t word_length() const {
    std::size_t end = at_;
    while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]))) ++end;
    return end - at_;
  }
  /// 0 where there is none.
  std::size_t number_length() const {
    std::size_t end = at_;
    std::size_t digits = 0;
    const auto pass_digits = [&] {
      for (; end < text_.size() && is_digit(text_[end]); ++end) ++digits;
    };
    if (text_[end] == '-') ++end;
    pass_digits();
    if (end < text_.size() && text_[end] == '.') {
      ++end;
      pass_digits();
    }
    return digits > 0 ? end - at_ : 0;
  }

  /// Of backslashes, only those before a quote or a line's end are no part of the text.
  std::string quoted() {
    const auto start = place();
    std::string value;
    for (step(); at_ < text_.size() && text_[at_] != '"'; step()) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) {
        const char escaped = text_[at_ + 1];
        if (escaped != '"' && escaped != '\n') value += '\\';
        step();
        if (escaped == '\n') continue;
      }
      value += text_[at_];
    }
    if (at_ == text_.size()) into_.fail(start, "quoted text without an end");
    ++at_;
    return value;
  }
  /// Angle brackets within it are in pairs.
  std::string html() {
    const auto start = place();
    const auto first = at_ + 1;
    std::size_t depth = 0;
    for (; at_ < text_.size(); step()) {
      if (text_[at_] == '<') ++depth;
      if (text_[at_] == '>' && --depth == 0) break;
    }
    if (at_ == text_.size()) into_.fail(start, "an HTML text without an end");
    return std::string(text_.substr(first, at_++ - first));
  }

  std::string_view text_;
  const ForeignBuilder& into_;
  std::size_t at_ = 0;
  std::uint64_t line_ = 1;
  std::size_t line_start_ = 0;
};

}  // namespace graphvq
