#include "cmd/files/foreign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "cmd/files/io.hpp"
#include "formats/bytes/bounded.hpp"
#include "formats/container/container.hpp"
#include "formats/foreign/dot.hpp"
#include "formats/foreign/foreign_builder.hpp"
#include "formats/foreign/unread.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {

namespace {

class OwnedContent final : public ByteSource {
 public:
  explicit OwnedContent(std::string bytes) : bytes_(std::move(bytes)), source_(bytes_) {}
  std::size_t read(std::span<std::byte> into) override { return source_.read(into); }

 private:
  std::string bytes_;
  MemorySource source_;
};

// Decompressed content whose first bytes have been looked at.
class PeekedContent final : public ByteSource {
 public:
  explicit PeekedContent(ByteSource& source) : content_(bounded_content(source, foreign)) {
    constexpr std::size_t enough = 4096;
    read_up_to(*content_, start, container_start.size());
    // No more of a container, which may be a pipe that says little at a time.
    if (start != container_start) read_up_to(*content_, start, enough);
    joined_ = rejoined(start, *content_);
  }
  std::size_t read(std::span<std::byte> into) override { return joined_->read(into); }

  std::string start;
  bool foreign = false;  // and held in memory

 private:
  std::unique_ptr<ByteSource> content_;
  std::unique_ptr<ByteSource> joined_;
};

std::unique_ptr<ByteSource> imported(ForeignBuilder& builder, const std::string& name) {
  const auto set = builder.finish();
  MemorySink sink;
  with_file(name, [&] {
    RecordWriter writer(sink, set.header);
    for (const auto& graph : set.graphs) writer.write({graph, {}, {}});
    writer.finish();
  });
  say_repairs(name, set.repairs);
  return std::make_unique<OwnedContent>(std::move(sink.bytes));
}

// Text that no reader takes for its own; a container that is cut short has no line.
bool is_text(std::string_view start) {
  const auto plain = [](unsigned char c) { return c >= ' ' || (c >= '\t' && c <= '\r'); };
  return start.find('\n') != std::string_view::npos && std::ranges::all_of(start, plain);
}

}  // namespace

bool starts_model(std::string_view bytes) {
  // safetensors: eight bytes of length, then JSON. `graph G {` has its brace there too, but no NUL.
  constexpr std::size_t length = model_start - 1;
  return bytes.size() > length && bytes[length] == '{' && !bytes.starts_with(container_start) &&
         bytes.find('\0') < length;
}

Error model_for_graphs(const std::string& name) {
  return Error(fmt::format("{}: is a model, expected graphs; `graphvq info` shows it", name));
}

bool is_folder(const std::string& path) {
  std::error_code ignored;
  return path != "-" && std::filesystem::is_directory(path, ignored);
}

std::unique_ptr<ByteSource> container_content(ByteSource& source, const std::string& name) {
  auto content = with_file(name, [&] { return std::make_unique<PeekedContent>(source); });
  if (content->start.empty()) throw Error(name + ": is empty");
  const auto* format =
      content->start.starts_with(container_start) ? nullptr : detect_format(content->start, name);
  if (starts_model(content->start)) throw model_for_graphs(name);
  if (format == nullptr) {
    const auto line = std::string_view(content->start).substr(0, content->start.find('\n'));
    const auto other = starts_gml(content->start) ? unread_name("gml") : unread_start(line);
    if (other) throw Error("is " + *other).in(name);
  }
  if (format == nullptr && is_text(content->start))
    throw Error(
        fmt::format("{}: no graphvq container and of no format that its start tells; "
                    "`graphvq import edgelist` reads rows of two names",
                    name));
  if (format == nullptr) return content;
  content->foreign = true;
  ForeignBuilder builder{ForeignOptions{}};
  format->read(*content, name, builder);
  return imported(builder, name);
}

std::unique_ptr<ByteSource> folder_content(const std::string& path) {
  const auto* format = detect_folder(path);
  if (format == nullptr)
    throw Error(fmt::format(
        "{}: is a folder of no known format; `graphvq import FORMAT` says what is missing", path));
  ForeignBuilder builder{ForeignOptions{}};
  format->read_folder(path, builder);
  return imported(builder, path);
}

void read_foreign(const ForeignFormat& format, const std::string& path, ForeignBuilder& into) {
  if (format.read_folder != nullptr && (is_folder(path) || format.read == nullptr)) {
    format.read_folder(path, into);
    return;
  }
  Input input(path);
  HashedSource source(input.source(), into.file_hash());
  with_file(input.name(), [&] { format.read(source, input.name(), into); });
}

void say_repairs(const std::string& name, const Repairs& repairs) {
  static std::set<std::string> said;  // once of a file that is read twice
  if (!repairs.any() || quiet()) return;
  const auto line = fmt::format("{}: {}", name, to_string(repairs));
  if (said.insert(line).second) say(line);
}

}  // namespace graphvq
