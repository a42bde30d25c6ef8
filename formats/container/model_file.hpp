#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "formats/bytes/bytes.hpp"
#include "libgraphvq/base/tensor.hpp"
#include "libgraphvq/data/header.hpp"

namespace graphvq {

/// A trained model as it stands in a safetensors file; metadata keys are `graphvq.*` (DESIGN 5).
struct ModelFile {
  std::string kind;       // tokenizer, prior, edges, joint, baseline, checkpoint
  std::string method;     // vq, gru, chunk, ...
  nlohmann::json config;  // every option that shaped it
  std::string parent;     // content hash of the tokenizer it was trained on, or empty
  std::string
      content;  // hash over the tensors and the rest of the metadata; set by reading and writing
  std::vector<Provenance> provenance;
  Tensors tensors;
};

/// Throws Error naming `name`: no safetensors, no graphvq model, a hash that does not match.
ModelFile read_model(ByteSource& source, const std::string& name);
/// Sets `content` and writes.
void write_model(ByteSink& sink, ModelFile& model);

}  // namespace graphvq
