#pragma once

#include <memory>

#include "formats/bytes.hpp"

namespace graphvq {

/// bounded_content() whose bound holds while `on` says so: until its first bytes are seen, it is
/// open whether what follows is held in memory.
std::unique_ptr<ByteSource> bounded_content(ByteSource& source, const bool& on);

}  // namespace graphvq
