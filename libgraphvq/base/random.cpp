#include "libgraphvq/base/random.hpp"

#include <cmath>
#include <numbers>

namespace graphvq {

namespace {

std::uint64_t splitmix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

}  // namespace

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> c,
                                    std::array<std::uint32_t, 2> k) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xd2511f53} * c[0];
    const std::uint64_t b = std::uint64_t{0xcd9e8d57} * c[2];
    c = {static_cast<std::uint32_t>(b >> 32) ^ c[1] ^ k[0], static_cast<std::uint32_t>(b),
         static_cast<std::uint32_t>(a >> 32) ^ c[3] ^ k[1], static_cast<std::uint32_t>(a)};
    k[0] += 0x9e3779b9;
    k[1] += 0xbb67ae85;
  }
  return c;
}

// The rounds of philox() once more, in the form that the compiler turns into vector instructions.
EightCounters philox_eight(EightCounters c, std::array<std::uint32_t, 2> k) {
  for (int round = 0; round < 10; ++round) {
    for (std::size_t i = 0; i < 8; ++i) {
      const std::uint64_t a = std::uint64_t{0xd2511f53} * c[0][i];
      const std::uint64_t b = std::uint64_t{0xcd9e8d57} * c[2][i];
      c[0][i] = static_cast<std::uint32_t>(b >> 32) ^ c[1][i] ^ k[0];
      c[1][i] = static_cast<std::uint32_t>(b);
      c[2][i] = static_cast<std::uint32_t>(a >> 32) ^ c[3][i] ^ k[1];
      c[3][i] = static_cast<std::uint32_t>(a);
    }
    k[0] += 0x9e3779b9;
    k[1] += 0xbb67ae85;
  }
  return c;
}

Stream::Stream(std::uint64_t seed, Purpose purpose, std::uint64_t record, std::uint32_t sub)
    : counter_{0, sub, static_cast<std::uint32_t>(record),
               static_cast<std::uint32_t>(record >> 32)},
      block_{} {
  const std::uint64_t key = splitmix(splitmix(seed) + static_cast<std::uint32_t>(purpose));
  key_ = {static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32)};
}

Stream::result_type Stream::operator()() {
  if (used_ == 4) {
    block_ = philox(counter_, key_);
    ++counter_[0];
    used_ = 0;
  }
  return block_[used_++];
}

std::uint32_t Stream::below(std::uint32_t bound) {
  // Lemire's multiplication, rejecting the few words that would favour small results.
  const std::uint32_t threshold = -bound % bound;
  for (;;) {
    const std::uint64_t product = std::uint64_t{(*this)()} * bound;
    if (static_cast<std::uint32_t>(product) >= threshold)
      return static_cast<std::uint32_t>(product >> 32);
  }
}

double Stream::uniform() {
  const std::uint64_t high = (*this)() >> 5;
  const std::uint64_t low = (*this)() >> 6;
  return static_cast<double>((high << 26) | low) * 0x1p-53;
}

float Stream::uniform_float() { return static_cast<float>((*this)() >> 8) * 0x1p-24F; }

double Stream::normal() {
  const double radius = std::sqrt(-2 * std::log1p(-uniform()));
  return radius * std::cos(2 * std::numbers::pi * uniform());
}

}  // namespace graphvq
