// Any bytes as a safetensors file, and as a model's.
#include "formats/container/safetensors.hpp"

#include "formats/container/model_file.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace graphvq;

namespace {

template <class File, class Write>
std::string bytes_of(File& file, Write&& write) {
  MemorySink sink;
  write(sink, file);
  return sink.bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const char* data, std::size_t size) {
  const auto parse = [](std::string_view bytes) {
    MemorySource source(bytes);
    return read_safetensors(source, "m");
  };
  const auto file = fuzz::read([&] { return parse({data, size}); }, "m: ");
  if (!file) return 0;
  const auto bytes = bytes_of(*file, write_safetensors);
  const auto again = parse(bytes);
  fuzz::require(again.metadata == file->metadata, "the same metadata");
  fuzz::require(bytes_of(again, write_safetensors) == bytes, "the same tensors");

  const auto parse_model = [](std::string_view from) {
    MemorySource source(from);
    return read_model(source, "m");
  };
  auto model = fuzz::read([&] { return parse_model({data, size}); }, "m: ");
  if (!model) return 0;
  const auto content = model->content;
  const auto written = bytes_of(*model, write_model);
  fuzz::require(model->content == content, "the same hash");
  fuzz::require(parse_model(written).config == model->config, "the same configuration");
  return 0;
}
