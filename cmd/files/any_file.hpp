#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "cmd/files/io.hpp"
#include "formats/container/container.hpp"
#include "formats/container/model_file.hpp"

namespace graphvq {

/// What a container starts with where it is not compressed.
constexpr std::string_view container_start = "GVQ";

/// Whether a file of these first `model_start` bytes or more is a model.
constexpr std::size_t model_start = 9;
bool starts_model(std::string_view bytes);

/// Graphs (see RecordInput) opened as a stream, or a model read whole, told apart by their first
/// bytes. One of the two pointers is set.
struct AnyFile {
  explicit AnyFile(const std::string& path);

  std::string name;
  std::unique_ptr<Input> input;         // null for a folder
  std::unique_ptr<ByteSource> start;    // the first bytes again, then the input
  std::unique_ptr<ByteSource> content;  // of the container
  std::unique_ptr<RecordReader> records;
  std::unique_ptr<ModelFile> model;
};

}  // namespace graphvq
