#pragma once

#include <string>
#include <vector>

#include "formats/container/safetensors.hpp"

namespace graphvq {

/// How write_safetensors() lays a file out: the JSON header without padding, then the tensors.
struct SafetensorsLayout {
  std::string header;
  std::vector<const Tensor*> tensors;  // into the file
};

/// Throws Error for a name that stands twice, or data that do not fit their shape.
SafetensorsLayout layout(const Safetensors& file);

}  // namespace graphvq
