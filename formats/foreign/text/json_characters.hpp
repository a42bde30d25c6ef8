#pragma once

#include <array>
#include <cstdint>
#include <iterator>
#include <memory>
#include <span>

#include "formats/bytes/bytes.hpp"

namespace graphvq {

/// Characters with their place; more than 1 MiB between two tokens is an Error.
class Characters {
 public:
  explicit Characters(ByteSource& source) : content_(bounded_content(source)) {}

  /// Null at the end.
  const char* peek() {
    if (used_ == have_) {
      used_ = 0;
      have_ = content_->read(std::as_writable_bytes(std::span(buffer_)));
    }
    return have_ == 0 ? nullptr : &buffer_[used_];
  }
  void advance() {
    constexpr std::uint64_t most = std::uint64_t{1} << 20;
    last_line = line;
    last_column = column;
    if (buffer_[used_] == '\n') {
      ++line;
      column = 0;
    }
    ++column;
    ++used_;
    if (++since_token > most) throw Error("more than 1 MiB without a value");
  }
  bool skip_blanks() {
    const char* c = peek();
    for (; c != nullptr && (*c == ' ' || *c == '\n' || *c == '\r' || *c == '\t'); c = peek()) {
      advance();
    }
    return c != nullptr;
  }

  std::uint64_t line = 1;
  std::uint64_t column = 1;
  std::uint64_t last_line = 1;  // of the character before
  std::uint64_t last_column = 1;
  std::uint64_t since_token = 0;

 private:
  std::unique_ptr<ByteSource> content_;
  std::array<char, std::size_t{1} << 15> buffer_;
  std::size_t used_ = 0;
  std::size_t have_ = 0;
};

/// What nlohmann's parser takes: an input iterator, whose end is where there are no more.
struct CharacterIterator {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = char;

  Characters* from = nullptr;
  char operator*() const { return *from->peek(); }
  CharacterIterator& operator++() {
    from->advance();
    return *this;
  }
  bool operator==(const CharacterIterator& other) const {
    return (from == nullptr || from->peek() == nullptr) ==
           (other.from == nullptr || other.from->peek() == nullptr);
  }
  bool operator!=(const CharacterIterator& other) const { return !(*this == other); }
};

}  // namespace graphvq
