#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace graphvq {

/// XXH3-64 of a stream of bytes.
class Hash {
 public:
  Hash();
  ~Hash();
  Hash(Hash&&) noexcept;

  void reset();
  void update(std::string_view bytes);
  std::uint64_t value() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// 16 lower-case hexadecimal digits.
std::string hex(std::uint64_t hash);
/// The inverse; throws Error for other text.
std::uint64_t from_hex(std::string_view digits);

}  // namespace graphvq
