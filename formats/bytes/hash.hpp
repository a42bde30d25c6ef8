#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "formats/bytes/bytes.hpp"

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

/// Another source, whose bytes are hashed as they are read. `hash` is not owned.
class HashedSource final : public ByteSource {
 public:
  HashedSource(ByteSource& source, Hash& hash) : source_(source), hash_(hash) {}
  HashedSource(std::unique_ptr<ByteSource> source, Hash& hash)
      : owned_(std::move(source)), source_(*owned_), hash_(hash) {}
  std::size_t read(std::span<std::byte> into) override;

 private:
  std::unique_ptr<ByteSource> owned_;
  ByteSource& source_;
  Hash& hash_;
};

/// 16 lower-case hexadecimal digits.
std::string hex(std::uint64_t hash);
/// The inverse; throws Error for other text.
std::uint64_t from_hex(std::string_view digits);

}  // namespace graphvq
