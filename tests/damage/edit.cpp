// graphvq_edit POINTER JSON <MODEL >MODEL: a model whose hash is right and whose content is not.
// The JSON pointer starts at /kind, /method, /parent or /config; /tensor/NAME makes all values of a
// tensor of floats the number, which may be nan.
#include <algorithm>
#include <iostream>
#include <iterator>
#include <string>

#include "formats/container/model_file.hpp"

using namespace graphvq;

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const std::string bytes(std::istreambuf_iterator<char>(std::cin), {});
  MemorySource source(bytes);
  auto model = read_model(source, "standard input");
  const std::string pointer = argv[1];
  const std::string tensors = "/tensor/";
  if (pointer.starts_with(tensors)) {
    const auto name = pointer.substr(tensors.size());
    const auto tensor = std::ranges::find(model.tensors, name, &Tensor::name);
    if (tensor == model.tensors.end()) return 1;
    auto* values = reinterpret_cast<float*>(tensor->data.data());
    std::fill_n(values, tensor->count(), std::stof(argv[2]));
  } else {
    nlohmann::json all = {{"kind", model.kind},
                          {"method", model.method},
                          {"parent", model.parent},
                          {"config", model.config}};
    all.at(nlohmann::json::json_pointer(pointer)) = nlohmann::json::parse(argv[2]);
    model.kind = all["kind"];
    model.method = all["method"];
    model.parent = all["parent"];
    model.config = all["config"];
  }
  MemorySink sink;
  write_model(sink, model);
  std::cout << sink.bytes;
}
