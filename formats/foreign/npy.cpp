#include "formats/foreign/npy.hpp"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

#include "formats/container/wire.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {
namespace {

constexpr std::string_view npy_magic = "\x93NUMPY";

struct NpyHeader {
  std::string type;  // descr
  bool fortran = false;
  std::vector<std::uint64_t> shape;
};

/// The header's Python dictionary.
class HeaderParser {
 public:
  explicit HeaderParser(std::string_view text) : rest_(text) {}

  NpyHeader parse() {
    NpyHeader header;
    bool seen[3] = {};
    expect('{');
    for (skip(); !rest_.starts_with('}'); skip()) {
      const auto key = quoted();
      expect(':');
      skip();
      if (key == "descr" && !seen[0]) {
        seen[0] = true;
        if (!rest_.starts_with('\'')) throw Error("a structured type is no array of numbers");
        header.type = quoted();
      } else if (key == "fortran_order" && !seen[1]) {
        seen[1] = true;
        header.fortran = take("True");
        if (!header.fortran && !take("False")) fail();
      } else if (key == "shape" && !seen[2]) {
        seen[2] = true;
        header.shape = shape();
      } else {
        fail();
      }
      skip();
      if (!take(",")) break;
    }
    expect('}');
    if (!seen[0] || !seen[1] || !seen[2]) fail();
    return header;
  }

 private:
  [[noreturn]] static void fail() { throw Error("malformed npy header"); }
  void skip() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\n')) rest_.remove_prefix(1);
  }
  bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  void expect(char c) {
    skip();
    if (!take({&c, 1})) fail();
  }
  std::string quoted() {
    skip();
    if (!take("'")) fail();
    const auto end = rest_.find('\'');
    if (end == std::string_view::npos) fail();
    std::string text(rest_.substr(0, end));
    rest_.remove_prefix(end + 1);
    return text;
  }
  std::vector<std::uint64_t> shape() {
    std::vector<std::uint64_t> sizes;
    expect('(');
    for (skip(); !rest_.starts_with(')'); skip()) {
      std::uint64_t size = 0;
      const auto [end, code] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), size);
      if (code != std::errc()) fail();
      rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
      take("L");
      sizes.push_back(size);
      skip();
      if (!take(",")) break;
    }
    expect(')');
    return sizes;
  }

  std::string_view rest_;
};

/// One value of `size` bytes as an unsigned integer.
std::uint64_t bits(const char* from, unsigned size, bool big) {
  std::uint64_t value = 0;
  for (unsigned i = 0; i < size; ++i) {
    const auto byte = static_cast<unsigned char>(from[big ? size - 1 - i : i]);
    value |= std::uint64_t{byte} << (8 * i);
  }
  return value;
}

double half(std::uint64_t bits16) {
  const int exponent = static_cast<int>(bits16 >> 10 & 0x1F);
  const auto fraction = static_cast<double>(bits16 & 0x3FF);
  const double sign = (bits16 & 0x8000) != 0 ? -1 : 1;
  if (exponent == 31) {
    return fraction != 0 ? std::numeric_limits<double>::quiet_NaN()
                         : sign * std::numeric_limits<double>::infinity();
  }
  return exponent == 0 ? sign * std::ldexp(fraction, -24)
                       : sign * std::ldexp(1 + fraction / 1024, exponent - 15);
}

double real(std::uint64_t value, unsigned size) {
  if (size == 8) return std::bit_cast<double>(value);
  if (size == 4) return std::bit_cast<float>(static_cast<std::uint32_t>(value));
  return half(value);
}

std::int64_t integer(std::uint64_t value, unsigned size, bool is_signed) {
  const unsigned unused = 64 - 8 * size;
  if (is_signed) return static_cast<std::int64_t>(value << unused) >> unused;
  if (value > std::uint64_t{INT64_MAX}) throw Error(fmt::format("{} is too large", value));
  return static_cast<std::int64_t>(value);
}

}  // namespace

OgbArray read_npy(std::string_view bytes) {
  if (!bytes.starts_with(npy_magic) || bytes.size() < 10) throw Error("no npy array");
  const auto version = static_cast<unsigned char>(bytes[6]);
  const std::size_t width = version == 1 ? 2 : 4;
  if (version < 1 || version > 3 || bytes.size() < 8 + width) {
    throw Error(fmt::format("npy version {}", version));
  }
  const auto length = bits(bytes.data() + 8, static_cast<unsigned>(width), false);
  bytes.remove_prefix(8 + width);
  if (length > bytes.size()) throw cut_short(" inside the npy header");
  const NpyHeader header = HeaderParser(bytes.substr(0, length)).parse();
  bytes.remove_prefix(length);

  const std::string& type = header.type;
  const auto is = [&type](std::size_t place, std::string_view any) {
    return type.size() > place && any.find(type[place]) != std::string_view::npos;
  };
  const char kind = type.size() > 1 ? type[1] : ' ';
  if (kind == 'O') throw Error("an array of objects is a pickle, which is not read");
  const bool known = type.size() == 3 && is(0, "<>|=") && is(1, "iufb") &&
                     is(2, kind == 'f'   ? "248"
                           : kind == 'b' ? "1"
                                         : "1248");
  if (!known) throw Error("values of type '" + type + "' are no numbers");
  const auto size = static_cast<unsigned>(type[2] - '0');

  OgbArray array;
  if (header.shape.empty() || header.shape.size() > 2) {
    throw Error(fmt::format("{} dimensions", header.shape.size()));
  }
  array.rows = header.shape[0];
  array.matrix = header.shape.size() == 2;
  if (array.matrix) array.columns = header.shape[1];
  // The bytes that are there bound what is allocated.
  const std::uint64_t cells = bytes.size() / size;
  const bool fits = array.rows == 0 || array.columns == 0
                        ? bytes.empty()
                        : array.columns <= cells / array.rows &&
                              array.rows * array.columns * size == bytes.size();
  if (!fits) throw Error("its bytes are not as many as its shape says");
  const std::uint64_t count = array.rows * array.columns;
  if (array.rows == 0 || array.columns == 0) return array;
  const bool big = type[0] == '>';
  for (std::uint64_t k = 0; k < count; ++k) {
    const std::uint64_t place =
        header.fortran ? k % array.columns * array.rows + k / array.columns : k;
    const std::uint64_t value = bits(bytes.data() + place * size, size, big);
    if (kind == 'f') {
      array.reals.push_back(real(value, size));
    } else {
      array.integers.push_back(integer(value, size, kind == 'i'));
    }
  }
  return array;
}

std::string write_npy(const OgbArray& array) {
  const std::string shape = array.matrix ? fmt::format("({}, {})", array.rows, array.columns)
                                         : fmt::format("({},)", array.rows);
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}",
                                   array.integral() ? "<i8" : "<f8", shape);
  constexpr std::size_t prefix = 10;
  header.append(63 - (prefix + header.size()) % 64, ' ');
  header += '\n';
  std::string bytes(npy_magic);
  bytes += '\x01';
  bytes += '\0';
  wire::put_fixed(bytes, static_cast<std::uint16_t>(header.size()));
  bytes += header;
  for (const auto value : array.integers) wire::put_fixed(bytes, static_cast<std::uint64_t>(value));
  for (const auto value : array.reals) wire::put_fixed(bytes, std::bit_cast<std::uint64_t>(value));
  return bytes;
}

}  // namespace graphvq
