#include "formats/bytes/bytes.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "libgraphvq/base/error.hpp"

namespace graphvq {

std::size_t FdSource::read(std::span<std::byte> into) {
  while (true) {
    const ssize_t got = ::read(fd_, into.data(), into.size());
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR) throw Error(std::string("cannot read: ") + std::strerror(errno)).in(name_);
  }
}

void FdSink::write(std::span<const std::byte> from) {
  while (!from.empty()) {
    const ssize_t put = ::write(fd_, from.data(), from.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) throw Error(std::string("cannot write: ") + std::strerror(errno)).in(name_);
    from = from.subspan(static_cast<std::size_t>(put));
  }
}

std::size_t MemorySource::read(std::span<std::byte> into) {
  const std::size_t count = std::min(into.size(), rest_.size());
  std::copy_n(std::as_bytes(std::span(rest_)).data(), count, into.data());
  rest_.remove_prefix(count);
  return count;
}

void MemorySink::write(std::span<const std::byte> from) {
  bytes.append(reinterpret_cast<const char*>(from.data()), from.size());
}

Error cut_short(const std::string& where) {
  return Error("cut short" + where + "; copy or make it again");
}

std::size_t read_up_to(ByteSource& source, std::string& into, std::size_t count) {
  constexpr std::size_t first_step = std::size_t{1} << 16;
  const std::size_t start = into.size();
  std::size_t have = 0;
  while (have < count) {
    // What is held at most doubles: memory follows the bytes that are there, not the claim.
    const std::size_t step = std::min(count - have, std::max(first_step, have));
    into.resize(start + have + step);
    const std::size_t got =
        source.read(std::as_writable_bytes(std::span(into.data() + start + have, step)));
    have += got;
    if (got == 0) break;
  }
  into.resize(start + have);
  return have;
}

}  // namespace graphvq
