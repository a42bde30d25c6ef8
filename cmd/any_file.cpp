#include "cmd/any_file.hpp"

#include "cmd/foreign.hpp"

namespace graphvq {

AnyFile::AnyFile(const std::string& path) : name(input_name(path)) {
  if (is_folder(path)) {
    content = folder_content(path);
    records = std::make_unique<RecordReader>(*content, name);
    return;
  }
  input = std::make_unique<Input>(path);
  // safetensors: eight bytes of length, then JSON. `graph G {` has its brace there too, but no NUL.
  constexpr std::size_t length = 8;
  std::string first;
  read_up_to(input->source(), first, length + 1);
  const bool is_model = first.size() > length && first[length] == '{' &&
                        !first.starts_with("GVQ") && first.find('\0') < length;
  start = rejoined(std::move(first), input->source());
  if (is_model) {
    model = std::make_unique<ModelFile>(read_model(*start, name));
  } else {
    content = container_content(*start, name);
    records = std::make_unique<RecordReader>(*content, name);
  }
}

}  // namespace graphvq
