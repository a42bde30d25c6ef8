#include "formats/foreign/foreign_builder.hpp"

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "formats/bytes/zip.hpp"
#include "formats/foreign/npy.hpp"
#include "formats/foreign/ogb.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {
namespace {

class NpzWriter final : public ForeignWriter {
 public:
  NpzWriter(const Header& header, const OpenSink& open) : out_(open("")), collector_(header) {}
  void write(const Record& record) override { collector_.add(record.graph); }
  void finish() override {
    std::vector<std::pair<std::string, std::string>> files;
    const auto arrays = collector_.arrays();
    for (const auto& name : names_in_order(arrays)) {
      if (name.find('\0') != std::string::npos)  // where libzip would end it
        throw Error(nlohmann::json(name).dump() + ": a name that no file can have");
      files.emplace_back(name + ".npy", write_npy(arrays.at(name)));
    }
    const std::string nothing;
    Zip zip(nothing, ZIP_CREATE | ZIP_TRUNCATE);
    for (const auto& [name, bytes] : files) {
      zip_source_t* source = zip_source_buffer(zip.get(), bytes.data(), bytes.size(), 0);
      const auto index = source != nullptr ? zip_file_add(zip.get(), name.c_str(), source, 0) : -1;
      if (index < 0) {
        zip_source_free(source);
        zip.fail(name);
      }
      constexpr zip_uint16_t date = 1U << 5 | 1U;  // 1980-01-01 in DOS's form
      const auto number = static_cast<zip_uint64_t>(index);
      zip_set_file_compression(zip.get(), number, ZIP_CM_STORE, 0);
      zip_file_set_dostime(zip.get(), number, 0, date, 0);
    }
    out_.write(zip.close());
  }

 private:
  ByteSink& out_;
  OgbCollector collector_;
};

OgbArrays read_arrays(const std::string& bytes, ForeignBuilder& into) {
  OgbArrays arrays;
  std::string which;
  try {
    Zip zip(bytes, ZIP_RDONLY | ZIP_CHECKCONS);
    const auto names = zip.names();
    for (std::size_t i = 0; i < names.size(); ++i) {
      which = names[i] + ": ";
      std::string key = names[i];
      if (!key.ends_with(".npy")) {
        into.not_kept("member " + key, into.at(0));
        continue;
      }
      key.resize(key.size() - 4);
      if (!keeps_array(key, into)) continue;
      if (arrays.contains(key)) throw Error("stands twice");
      auto array = read_npy(zip.read(i));
      array.place = arrays.size();
      arrays[key] = std::move(array);
    }
  } catch (const Error& error) {
    if (error.in_file()) throw;
    into.fail(into.at(0), which + error.what());
  }
  return arrays;
}

void read_npz(ByteSource& source, const std::string& name, ForeignBuilder& into) {
  into.file(name);
  read_ogb(read_arrays(into.text(source), into), into);
}

bool starts_npz(std::string_view start) {
  return first_member(start).value_or("").ends_with(".npy");
}

std::unique_ptr<ForeignWriter> write_npz(const Header& header, const OpenSink& open) {
  return std::make_unique<NpzWriter>(header, open);
}

}  // namespace

/// Reads a zip file of .npy arrays in OGB's layout (formats/foreign/ogb.hpp), stored or deflated.
ForeignFormat npz_format() {
  return {.name = "npz",
          .summary = "numpy arrays in OGB's layout",
          .suffixes = {"npz"},
          .binary = true,
          .read = read_npz,
          .starts = starts_npz,
          .writer = write_npz,
          .left_out = text_of,
          .renamed = renamed_in_ogb};
}

}  // namespace graphvq
