#pragma once

#include <map>
#include <string>

#include "formats/bytes/bytes.hpp"
#include "libgraphvq/base/tensor.hpp"

namespace graphvq {

struct Safetensors {
  Tensors tensors;
  std::map<std::string, std::string> metadata;
};

/// Reads a safetensors file with all the format's rules checked. Throws Error naming `name` and the
/// rule.
Safetensors read_safetensors(ByteSource& source, const std::string& name);

/// Sorted by descending alignment, then name; metadata sorted; header padded to 8: byte-stable.
void write_safetensors(ByteSink& sink, const Safetensors& file);

}  // namespace graphvq
