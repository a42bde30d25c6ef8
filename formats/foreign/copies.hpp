#pragma once

#include <cstddef>
#include <cstdint>

namespace graphvq {

/// Memory for what a text says once and means many times, as defaults and groups: 192 MiB and 1024
/// times the text.
class Copies {
 public:
  explicit Copies(std::size_t text)
      : left_((std::uint64_t{192} << 20) + 1024 * std::uint64_t{text}) {}

  /// What one costs, about, beside the bytes of its name and value.
  static constexpr std::uint64_t attribute = 100;
  static constexpr std::uint64_t edge = 200;
  static constexpr std::uint64_t node = 50;  // of a group

  /// False where there is no more.
  bool take(std::uint64_t bytes) {
    if (bytes > left_) return false;
    left_ -= bytes;
    return true;
  }

 private:
  std::uint64_t left_;
};

}  // namespace graphvq
