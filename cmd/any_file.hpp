#pragma once

#include <memory>
#include <string>

#include "cmd/io.hpp"
#include "formats/container.hpp"
#include "formats/model_file.hpp"

namespace graphvq {

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
