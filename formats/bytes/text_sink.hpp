#pragma once

#include <string>
#include <string_view>

#include "formats/bytes/bytes.hpp"

namespace graphvq {

/// Text gathered into large writes; flush() ends it.
class TextSink {
 public:
  explicit TextSink(ByteSink& out) : out_(out) {}
  void put(std::string_view text) {
    constexpr std::size_t enough = std::size_t{1} << 16;
    buffer_ += text;
    if (buffer_.size() >= enough) flush();
  }
  void flush() {
    out_.write(buffer_);
    buffer_.clear();
  }

 private:
  ByteSink& out_;
  std::string buffer_;
};

}  // namespace graphvq
