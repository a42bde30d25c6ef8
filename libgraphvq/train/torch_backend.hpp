#pragma once

#include <memory>

#include "libgraphvq/train/backend.hpp"

namespace graphvq {

/// The Backend on LibTorch. Its errors are graphvq::Error with one line.
std::unique_ptr<Backend> make_torch_backend();

}  // namespace graphvq
