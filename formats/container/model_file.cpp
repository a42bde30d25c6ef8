#include "formats/container/model_file.hpp"

#include <algorithm>
#include <cmath>

#include "formats/bytes/hash.hpp"
#include "formats/container/header_json.hpp"
#include "formats/container/safetensors.hpp"
#include "formats/container/safetensors_header.hpp"
#include "formats/container/strict_json.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {
namespace {

constexpr const char* format_version = "1";

/// Over the header without the hash itself, as we would write it, and the tensors: another tool may
/// lay the same file out anew.
std::string content_hash(const Safetensors& file) {
  const auto [header, tensors] = layout(file);
  Hash hash;
  hash.update(header);
  for (const Tensor* tensor : tensors) {
    hash.update({reinterpret_cast<const char*>(tensor->data.data()), tensor->data.size()});
  }
  return hex(hash.value());
}

// Of a model, nan would be drawn from and compared as if it were a weight.
void require_finite(const Tensors& tensors) {
  for (const auto& tensor : tensors) {
    const auto finite = [](const auto& values) {
      return std::ranges::all_of(values, [](auto value) { return std::isfinite(value); });
    };
    if ((tensor.dtype == DType::f32 && !finite(tensor.as<float>())) ||
        (tensor.dtype == DType::f64 && !finite(tensor.as<double>()))) {
      throw Error("tensor '" + tensor.name + "' has values that are not finite");
    }
  }
}

ModelFile from_safetensors(Safetensors file) {
  auto& metadata = file.metadata;
  const auto take = [&metadata](const char* key) {
    const auto node = metadata.extract(std::string("graphvq.") + key);
    return node ? node.mapped() : std::string();
  };
  if (!metadata.contains("graphvq.kind")) throw Error("no graphvq model");
  if (metadata["graphvq.format"] != format_version) {
    throw Error("model format " + metadata["graphvq.format"] + ", this graphvq reads " +
                format_version);
  }
  ModelFile model;
  model.content = take("content");
  if (content_hash(file) != model.content) {
    throw Error("the content does not have the hash " + model.content);
  }
  take("format");
  model.kind = take("kind");
  model.method = take("method");
  model.config = parse_strict(take("config"));
  model.parent = take("parent");
  model.provenance = history_from(parse_strict(take("provenance")));
  if (!metadata.empty()) throw Error("unknown metadata " + metadata.begin()->first);
  require_finite(file.tensors);
  model.tensors = std::move(file.tensors);
  return model;
}

}  // namespace

ModelFile read_model(ByteSource& source, const std::string& name) {
  Safetensors file = read_safetensors(source, name);
  return with_file(name, [&] { return from_safetensors(std::move(file)); });
}

void write_model(ByteSink& sink, ModelFile& model) {
  Safetensors file;
  file.metadata = {{"graphvq.format", format_version},
                   {"graphvq.kind", model.kind},
                   {"graphvq.method", model.method},
                   {"graphvq.config", dump_strict(model.config)},
                   {"graphvq.provenance", dump_strict(to_json(model.provenance))}};
  if (!model.parent.empty()) file.metadata["graphvq.parent"] = model.parent;
  file.tensors = std::move(model.tensors);
  model.content = content_hash(file);
  file.metadata["graphvq.content"] = model.content;
  write_safetensors(sink, file);
  model.tensors = std::move(file.tensors);
}

}  // namespace graphvq
