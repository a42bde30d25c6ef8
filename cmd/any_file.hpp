#pragma once

#include <memory>
#include <string>

#include "cmd/io.hpp"
#include "formats/container.hpp"
#include "formats/model_file.hpp"

namespace graphvq {

/// A file of graphvq's of either kind, told apart by its first bytes: a container opened as a
/// stream, or a model read whole. One of the two pointers is set.
struct AnyFile {
  explicit AnyFile(const std::string& path);

  Input input;
  std::unique_ptr<ByteSource> start;    // the first bytes again, then the input
  std::unique_ptr<ByteSource> content;  // decompressed
  std::unique_ptr<RecordReader> records;
  std::unique_ptr<ModelFile> model;
};

}  // namespace graphvq
