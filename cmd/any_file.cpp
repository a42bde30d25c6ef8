#include "cmd/any_file.hpp"

namespace graphvq {

namespace {

class Rejoined final : public ByteSource {
 public:
  Rejoined(std::string start, ByteSource& rest)
      : start_(std::move(start)), first_(start_), rest_(rest) {}
  std::size_t read(std::span<std::byte> into) override {
    const auto got = first_.read(into);
    return got > 0 ? got : rest_.read(into);
  }

 private:
  std::string start_;
  MemorySource first_;
  ByteSource& rest_;
};

}  // namespace

AnyFile::AnyFile(const std::string& path) : input(path) {
  // safetensors: eight bytes of length, then JSON.
  constexpr std::size_t length = 8;
  std::string first;
  read_up_to(input.source(), first, length + 1);
  const bool is_model = first.size() > length && first[length] == '{' && !first.starts_with("GVQ");
  start = std::make_unique<Rejoined>(std::move(first), input.source());
  if (is_model) {
    model = std::make_unique<ModelFile>(read_model(*start, input.name()));
  } else {
    content = decompressed(*start);
    records = std::make_unique<RecordReader>(*content, input.name());
  }
}

}  // namespace graphvq
