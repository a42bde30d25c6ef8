#include "formats/bytes/hash.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <charconv>
#include <new>

#include "libgraphvq/base/error.hpp"

namespace graphvq {

struct Hash::State {
  State() : xxh(XXH3_createState()) {
    if (xxh == nullptr) throw std::bad_alloc();
  }
  ~State() { XXH3_freeState(xxh); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  XXH3_state_t* xxh;
};

Hash::Hash() : state_(std::make_unique<State>()) { reset(); }
Hash::~Hash() = default;
Hash::Hash(Hash&&) noexcept = default;

void Hash::reset() { XXH3_64bits_reset(state_->xxh); }
void Hash::update(std::string_view bytes) {
  XXH3_64bits_update(state_->xxh, bytes.data(), bytes.size());
}
std::uint64_t Hash::value() const { return XXH3_64bits_digest(state_->xxh); }

std::size_t HashedSource::read(std::span<std::byte> into) {
  const auto got = source_.read(into);
  hash_.update({reinterpret_cast<const char*>(into.data()), got});
  return got;
}

std::string hex(std::uint64_t hash) { return fmt::format("{:016x}", hash); }

std::uint64_t from_hex(std::string_view digits) {
  std::uint64_t hash = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), hash, 16);
  if (hex(hash) != digits) throw Error("no content hash: " + std::string(digits));
  return hash;
}

}  // namespace graphvq
