#pragma once

#include <cstdint>
#include <memory>

#include "formats/bytes/bytes.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {

/// Throws Error where `content` is more than 8 MiB and more than 200 times the `bytes` that it was
/// compressed to.
inline void check_expansion(std::uint64_t content, std::uint64_t bytes,
                            const char* way_out = "decompress it first") {
  constexpr std::uint64_t free = std::uint64_t{1} << 23;
  constexpr std::uint64_t most = 200;
  if (content > free && content / most > bytes) {
    throw Error(std::string("expands more than 200-fold; where it is no bomb, ") + way_out);
  }
}

/// bounded_content() whose bound holds while `on` says so: until its first bytes are seen, it is
/// open whether what follows is held in memory.
std::unique_ptr<ByteSource> bounded_content(ByteSource& source, const bool& on);

}  // namespace graphvq
