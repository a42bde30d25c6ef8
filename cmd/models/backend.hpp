#pragma once

#include <memory>

#include "libgraphvq/train/backend.hpp"

namespace graphvq {

/// Loads the torch plugin, once a process: 0.3 s, so only where a command trains or samples on
/// CUDA. Throws Error where it is not installed or cannot be loaded, with the loader's reason.
Backend& torch_backend();

}  // namespace graphvq
