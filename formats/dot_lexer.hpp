#pragma once

#include <cctype>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "formats/foreign_builder.hpp"

namespace graphvq {

/// A token of DOT.
struct DotToken {
  enum class Kind { id, text, mark, end } kind = Kind::end;
  std::string value;  // of an ID, unquoted; of a mark, itself
  std::size_t start = 0;
};

/// Cuts DOT into tokens; comments are none.
class DotLexer {
 public:
  DotLexer(std::string_view text, const ForeignBuilder& into) : text_(text), into_(into) {}

  [[noreturn]] void fail(const std::string& reason) const {
    into_.fail(into_.at(line_, at_ - line_start_ + 1), reason);
  }
  std::uint64_t line() const { return line_; }
  std::size_t place() const { return at_; }

  DotToken next() {
    skip();
    DotToken token{DotToken::Kind::end, "", at_};
    if (at_ == text_.size()) return token;
    const char c = text_[at_];
    if (c == '"') return quoted();
    if (c == '<') return html();
    if (c == '-' && at_ + 1 < text_.size() && (text_[at_ + 1] == '-' || text_[at_ + 1] == '>')) {
      token = {DotToken::Kind::mark, std::string(text_.substr(at_, 2)), at_};
      at_ += 2;
      return token;
    }
    if (is_word(c) || c == '-') {
      token.kind = DotToken::Kind::id;
      do token.value += text_[at_++];
      while (at_ < text_.size() && is_word(text_[at_]));
      return token;
    }
    token = {DotToken::Kind::mark, std::string(1, c), at_};
    ++at_;
    return token;
  }

 private:
  static bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' ||
           static_cast<unsigned char>(c) >= 0x80;
  }
  void step() {
    if (text_[at_] == '\n') {
      ++line_;
      line_start_ = at_ + 1;
    }
    ++at_;
  }
  void skip_to(std::string_view end) {
    while (at_ < text_.size() && !text_.substr(at_).starts_with(end)) step();
  }
  void skip() {
    for (;;) {
      const auto rest = text_.substr(at_);
      if (rest.empty()) return;
      if (std::isspace(static_cast<unsigned char>(rest[0])) != 0) {
        step();
      } else if (rest.starts_with("//") || (rest[0] == '#' && at_ == line_start_)) {
        skip_to("\n");
      } else if (rest.starts_with("/*")) {
        skip_to("*/");
        if (at_ == text_.size()) fail("a comment without an end");
        at_ += 2;
      } else {
        return;
      }
    }
  }
  /// Quoted text, and what + joins to it.
  DotToken quoted() {
    DotToken token{DotToken::Kind::text, "", at_};
    for (;;) {
      quoted_part(token.value);
      const auto before = std::tuple(at_, line_, line_start_);
      skip();
      if (at_ < text_.size() && text_[at_] == '+') {
        ++at_;
        skip();
        if (at_ < text_.size() && text_[at_] == '"') continue;
      }
      std::tie(at_, line_, line_start_) = before;
      return token;
    }
  }
  /// Of backslashes, only those before a quote or a line's end are no part of the text.
  void quoted_part(std::string& value) {
    for (step(); at_ < text_.size() && text_[at_] != '"'; step()) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) {
        const char escaped = text_[at_ + 1];
        if (escaped != '"' && escaped != '\n') value += '\\';
        step();
        if (escaped == '\n') continue;
      }
      value += text_[at_];
    }
    if (at_ == text_.size()) fail("quoted text without an end");
    ++at_;
  }
  DotToken html() {
    DotToken token{DotToken::Kind::text, "", at_};
    std::size_t depth = 0;
    for (; at_ < text_.size(); step()) {
      if (text_[at_] == '<') ++depth;
      if (text_[at_] == '>' && --depth == 0) break;
    }
    if (at_ == text_.size()) fail("an HTML text without an end");
    ++at_;
    token.value = text_.substr(token.start, at_ - token.start);
    return token;
  }

  std::string_view text_;
  const ForeignBuilder& into_;
  std::size_t at_ = 0;
  std::uint64_t line_ = 1;
  std::size_t line_start_ = 0;
};

}  // namespace graphvq
