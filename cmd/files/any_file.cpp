#include "cmd/files/any_file.hpp"

#include "cmd/files/foreign.hpp"

namespace graphvq {

bool starts_model(std::string_view bytes) {
  // safetensors: eight bytes of length, then JSON. `graph G {` has its brace there too, but no NUL.
  constexpr std::size_t length = model_start - 1;
  return bytes.size() > length && bytes[length] == '{' && !bytes.starts_with(container_start) &&
         bytes.find('\0') < length;
}

AnyFile::AnyFile(const std::string& path) : name(input_name(path)) {
  if (is_folder(path)) {
    content = folder_content(path);
    records = std::make_unique<RecordReader>(*content, name);
    return;
  }
  input = std::make_unique<Input>(path);
  std::string first;
  read_up_to(input->source(), first, model_start);
  const bool is_model = starts_model(first);
  start = rejoined(std::move(first), input->source());
  if (is_model) {
    model = std::make_unique<ModelFile>(read_model(*start, name));
  } else {
    content = container_content(*start, name);
    records = std::make_unique<RecordReader>(*content, name);
  }
}

}  // namespace graphvq
