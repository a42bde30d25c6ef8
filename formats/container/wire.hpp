#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "libgraphvq/base/error.hpp"

// The container's constants and integers, shared by its reader and its writer.

namespace graphvq::wire {

inline constexpr std::string_view magic = "GVQ\x01";
inline constexpr std::uint16_t version = 3;  // the newest; see version_of() in writer.cpp

// Types of the blocks that follow a header.
inline constexpr std::uint8_t record_block = 'R';
inline constexpr std::uint8_t trailer_block = 'T';

// Fields of a record, in ascending order, each at most once; any other tag is an error. A record
// does not know its file's version: in an older file, newer fields are read too.
enum Field : std::uint8_t {
  node_labels = 1,
  edge_labels = 2,
  graph_class = 3,
  graph_id = 4,
  ordering = 5,
  codes = 6,
  latents = 7,
  node_attributes = 16,
  edge_attributes = 17,
  graph_attributes = 18,
};

inline constexpr std::uint32_t max_header = 1U << 24;
inline constexpr std::uint64_t max_record = 1U << 28;
inline constexpr std::uint64_t max_trailer = 1U << 20;

/// Unsigned LEB128.
inline void put_varint(std::string& out, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<char>(value | 0x80));
  out.push_back(static_cast<char>(value));
}

/// Bytes that a 32-bit value takes at most.
inline constexpr std::size_t longest_varint = 5;

/// The same to where `out` points; returns where it ends.
inline char* put_varint(char* out, std::uint32_t value) {
  for (; value >= 0x80; value >>= 7) *out++ = static_cast<char>(value | 0x80);
  *out++ = static_cast<char>(value);
  return out;
}

/// Appends what `put` writes from a pointer on, which it returns moved past up to `count` varints.
template <class Put>
void append(std::string& out, std::size_t count, Put&& put) {
  const std::size_t start = out.size();
  out.resize(start + count * longest_varint);
  out.resize(static_cast<std::size_t>(put(out.data() + start) - out.data()));
}

/// Little-endian.
template <class T>
void put_fixed(std::string& out, T value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

template <class T>
T get_fixed(std::string_view bytes) {
  static_assert(std::endian::native == std::endian::little);
  T value = 0;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

/// Reads one LEB128 from `next_byte()`; throws Error where it is longer than its value needs.
template <class NextByte>
std::uint64_t get_varint(NextByte&& next_byte) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const std::uint8_t byte = next_byte();
    const std::uint64_t bits = byte & 0x7FU;
    if ((shift > 0 && byte == 0) || (bits << shift >> shift) != bits) break;
    value |= bits << shift;
    if (byte < 0x80) return value;
  }
  throw Error("malformed integer");
}

/// Takes values off the front of a block; every shortfall is an Error.
class Cursor {
 public:
  explicit Cursor(std::string_view bytes) : rest_(bytes) {}

  std::size_t left() const { return rest_.size(); }
  std::string_view rest() const { return rest_; }
  std::string_view take(std::size_t count) {
    if (count > rest_.size()) throw Error("record is shorter than its fields");
    const auto taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }
  std::uint8_t byte() { return static_cast<std::uint8_t>(take(1)[0]); }
  std::uint64_t varint() {
    if (!rest_.empty() && static_cast<unsigned char>(rest_.front()) < 0x80) {
      const auto value = static_cast<std::uint8_t>(rest_.front());  // most are of one byte
      rest_.remove_prefix(1);
      return value;
    }
    const auto [value, rest] = long_varint(rest_);
    rest_ = rest;
    return value;
  }
  /// A varint below `bound`; `what` names it in the Error.
  std::uint32_t below(std::uint64_t bound, const char* what) {
    const std::uint64_t value = varint();
    if (value >= bound || value > std::numeric_limits<std::uint32_t>::max()) {
      throw Error(std::string(what) + " " + std::to_string(value) + " is out of range");
    }
    return static_cast<std::uint32_t>(value);
  }
  /// The number of things that follow, each of at least one byte.
  std::uint32_t count(const char* what) { return below(left() + 1, what); }

 private:
  // Takes and gives values, so that a cursor which is a copy stays in registers.
  [[gnu::noinline]] static std::pair<std::uint64_t, std::string_view> long_varint(
      std::string_view bytes) {
    Cursor in(bytes);
    const std::uint64_t value = get_varint([&in] { return in.byte(); });
    return {value, in.rest_};
  }

  std::string_view rest_;
};

}  // namespace graphvq::wire
