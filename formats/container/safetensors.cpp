#include "formats/container/safetensors.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>

#include "formats/container/safetensors_header.hpp"
#include "formats/container/strict_json.hpp"
#include "formats/container/wire.hpp"

namespace graphvq {
namespace {

constexpr std::uint64_t max_header = 100'000'000;
constexpr const char* metadata_key = "__metadata__";

using nlohmann::json;

struct TypeName {
  DType dtype;
  const char* name;
  std::uint64_t size;
};
constexpr std::array<TypeName, 4> types = {
    {{DType::u8, "U8", 1}, {DType::i64, "I64", 8}, {DType::f32, "F32", 4}, {DType::f64, "F64", 8}}};

const TypeName& type_of(DType dtype) { return *std::ranges::find(types, dtype, &TypeName::dtype); }

std::string shown(const std::string& name) {
  return "tensor " + json(name).dump(-1, ' ', false, json::error_handler_t::replace);
}

/// The bytes of a tensor of that type and shape; throws Error on overflow.
std::uint64_t bytes_of(const Tensor& tensor) {
  std::uint64_t size = type_of(tensor.dtype).size;
  for (const auto extent : tensor.shape) {
    if (extent < 0 || __builtin_mul_overflow(size, static_cast<std::uint64_t>(extent), &size)) {
      throw Error(shown(tensor.name) + ": its shape overflows");
    }
  }
  return size;
}

std::uint64_t unsigned_of(const json& value, const std::string& where) {
  if (!value.is_number_unsigned()) throw Error(where + ": a number is due");
  return value.get<std::uint64_t>();
}

/// A tensor without its data yet, and where that lies.
struct Entry {
  Tensor tensor;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

Entry entry_from_json(const std::string& name, const json& in) {
  const std::string where = shown(name);
  if (!in.is_object() || in.size() != 3 || !in.contains("dtype") || !in.contains("shape") ||
      !in.contains("data_offsets")) {
    throw Error(where + ": dtype, shape and data_offsets are due");
  }
  const auto& dtype = in["dtype"];
  const auto type = std::ranges::find_if(types, [&](const auto& t) { return dtype == t.name; });
  if (type == types.end()) {
    throw Error(where + ": dtype " + dtype.dump() + " is none of U8, I64, F32, F64");
  }
  const auto& offsets = in["data_offsets"];
  if (!in["shape"].is_array() || !offsets.is_array() || offsets.size() != 2) {
    throw Error(where + ": malformed shape or data_offsets");
  }
  Entry entry;
  entry.tensor.name = name;
  entry.tensor.dtype = type->dtype;
  // Not among the braces of `entry`: where they throw there, gcc 12 destroys the name twice.
  entry.begin = unsigned_of(offsets[0], where);
  entry.end = unsigned_of(offsets[1], where);
  for (const auto& extent : in["shape"]) {
    const std::uint64_t value = unsigned_of(extent, where);
    if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
      throw Error(where + ": its shape overflows");
    }
    entry.tensor.shape.push_back(static_cast<std::int64_t>(value));
  }
  if (entry.end < entry.begin || entry.end - entry.begin != bytes_of(entry.tensor)) {
    throw Error(where + ": data_offsets do not fit its shape");
  }
  return entry;
}

std::map<std::string, std::string> metadata_from_json(const json& in) {
  if (!in.is_object()) throw Error("metadata is no object");
  std::map<std::string, std::string> metadata;
  for (const auto& item : in.items()) {
    if (!item.value().is_string()) throw Error("metadata " + item.key() + " is no text");
    metadata.emplace(item.key(), item.value().get<std::string>());
  }
  return metadata;
}

std::string read_exactly(ByteSource& source, std::uint64_t size) {
  std::string bytes;
  if (read_up_to(source, bytes, size) < size) throw cut_short();
  return bytes;
}

Safetensors read(ByteSource& source) {
  const auto length = wire::get_fixed<std::uint64_t>(read_exactly(source, 8));
  if (length > max_header) throw Error("no safetensors: header of " + std::to_string(length));
  const std::string text = read_exactly(source, length);
  if (!text.starts_with('{')) throw Error("no safetensors: the header is no JSON object");
  const json header = parse_strict(text);

  Safetensors file;
  std::vector<Entry> entries;
  for (const auto& item : header.items()) {
    if (item.key() == metadata_key) {
      file.metadata = metadata_from_json(item.value());
    } else {
      entries.push_back(entry_from_json(item.key(), item.value()));
    }
  }
  std::ranges::sort(entries, {}, [](const Entry& e) { return std::pair(e.begin, e.end); });
  std::uint64_t position = 0;
  for (auto& [tensor, begin, end] : entries) {
    if (begin != position) throw Error(shown(tensor.name) + ": a hole or an overlap before it");
    const std::string bytes = read_exactly(source, end - begin);
    const auto view = std::as_bytes(std::span(bytes));
    tensor.data.assign(view.begin(), view.end());
    position = end;
    file.tensors.push_back(std::move(tensor));
  }
  std::string tail;
  if (read_up_to(source, tail, 1) > 0) throw Error("bytes after the last tensor");
  return file;
}

}  // namespace

SafetensorsLayout layout(const Safetensors& file) {
  SafetensorsLayout out;
  for (const auto& tensor : file.tensors) out.tensors.push_back(&tensor);
  std::ranges::sort(out.tensors, [](const Tensor* a, const Tensor* b) {
    const auto size_a = type_of(a->dtype).size;
    const auto size_b = type_of(b->dtype).size;
    return size_a != size_b ? size_a > size_b : a->name < b->name;
  });
  json header = json::object();
  if (!file.metadata.empty()) header[metadata_key] = file.metadata;
  std::uint64_t position = 0;
  for (const Tensor* tensor : out.tensors) {
    if (tensor->data.size() != bytes_of(*tensor)) {
      throw Error(shown(tensor->name) + ": its data do not fit its shape");
    }
    if (tensor->name == metadata_key || header.contains(tensor->name)) {
      throw Error(shown(tensor->name) + ": a name that is taken");
    }
    const std::uint64_t end = position + tensor->data.size();
    header[tensor->name] = {{"dtype", type_of(tensor->dtype).name},
                            {"shape", tensor->shape},
                            {"data_offsets", {position, end}}};
    position = end;
  }
  out.header = dump_strict(header);
  return out;
}

Safetensors read_safetensors(ByteSource& source, const std::string& name) {
  return with_file(name, [&] { return read(source); });
}

void write_safetensors(ByteSink& sink, const Safetensors& file) {
  auto [header, tensors] = layout(file);
  header.resize((header.size() + 7) / 8 * 8, ' ');
  std::string start;
  wire::put_fixed(start, std::uint64_t{header.size()});
  sink.write(start + header);
  for (const Tensor* tensor : tensors) sink.write(tensor->data);
}

}  // namespace graphvq
