#include "formats/npz.hpp"

#include <fmt/format.h>
#include <zip.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "formats/npy.hpp"
#include "formats/ogb.hpp"
#include "libgraphvq/graph/error.hpp"

namespace graphvq {
namespace {

/// A zip archive in memory; libzip's errors become Errors.
class Zip {
 public:
  Zip(const std::string& bytes, int flags) {
    zip_error_t error;
    zip_error_init(&error);
    source_ = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
    if (source_ != nullptr) zip_ = zip_open_from_source(source_, flags, &error);
    if (zip_ == nullptr) {
      const std::string reason = zip_error_strerror(&error);
      zip_error_fini(&error);
      if (source_ != nullptr) zip_source_free(source_);
      throw Error("no zip file: " + reason);
    }
    zip_error_fini(&error);
    zip_source_keep(source_);
  }
  ~Zip() {
    if (zip_ != nullptr) zip_discard(zip_);
    zip_source_free(source_);
  }
  Zip(const Zip&) = delete;
  Zip& operator=(const Zip&) = delete;

  zip_t* get() { return zip_; }
  [[noreturn]] void fail(const std::string& what) {
    throw Error(what + ": " + zip_error_strerror(zip_get_error(zip_)));
  }

  /// What has been written, once closed.
  std::string close() {
    if (zip_close(zip_) != 0) fail("zip");
    zip_ = nullptr;
    zip_stat_t stat;
    std::string bytes;
    if (zip_source_stat(source_, &stat) == 0 && zip_source_open(source_) == 0) {
      bytes.resize(stat.size);
      const auto got = zip_source_read(source_, bytes.data(), bytes.size());
      zip_source_close(source_);
      if (got == static_cast<zip_int64_t>(bytes.size())) return bytes;
    }
    throw Error("zip: cannot be read back");
  }

 private:
  zip_source_t* source_ = nullptr;
  zip_t* zip_ = nullptr;
};

std::string member(Zip& zip, zip_uint64_t index, const zip_stat_t& stat) {
  constexpr zip_uint64_t free = zip_uint64_t{1} << 23;
  constexpr zip_uint64_t most = 200;
  if ((stat.valid & ZIP_STAT_SIZE) == 0 || (stat.valid & ZIP_STAT_COMP_SIZE) == 0) {
    throw Error("a member without a size");
  }
  if (stat.size > free && stat.size / most > stat.comp_size) {
    throw Error("expands more than 200-fold");
  }
  const std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> file(zip_fopen_index(zip.get(), index, 0),
                                                               &zip_fclose);
  if (!file) zip.fail("cannot be opened");
  std::string bytes;
  constexpr std::size_t step = std::size_t{1} << 20;
  while (bytes.size() < stat.size) {
    const std::size_t have = bytes.size();
    const std::size_t want = std::min<std::size_t>(step, stat.size - have);
    bytes.resize(have + want);
    const auto got = zip_fread(file.get(), bytes.data() + have, want);
    if (got <= 0) throw cut_short(" or damaged");
    bytes.resize(have + static_cast<std::size_t>(got));
  }
  // The checksum is looked at where the end is met.
  char more = 0;
  if (zip_fread(file.get(), &more, 1) != 0) throw Error("damaged or longer than it says");
  return bytes;
}

class NpzWriter final : public ForeignWriter {
 public:
  NpzWriter(const Header& header, const OpenSink& open) : out_(open("")), collector_(header) {}
  void write(const Record& record) override { collector_.add(record.graph); }
  void finish() override {
    std::map<std::string, std::string> files;
    for (const auto& [name, array] : collector_.arrays()) files[name + ".npy"] = write_npy(array);
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

}  // namespace

void read_npz(ByteSource& source, const std::string& name, ForeignBuilder& into) {
  into.file(name);
  std::string bytes;
  read_up_to(source, bytes, std::numeric_limits<std::size_t>::max() / 2);
  OgbArrays arrays;
  std::string which;
  try {
    Zip zip(bytes, ZIP_RDONLY | ZIP_CHECKCONS);
    const auto count = static_cast<zip_uint64_t>(zip_get_num_entries(zip.get(), 0));
    for (zip_uint64_t i = 0; i < count; ++i) {
      zip_stat_t stat;
      if (zip_stat_index(zip.get(), i, 0, &stat) != 0) zip.fail("member");
      which = std::string(stat.name) + ": ";
      std::string key = stat.name;
      if (!key.ends_with(".npy")) {
        into.not_kept("member " + key, into.at(0));
        continue;
      }
      key.resize(key.size() - 4);
      if (arrays.contains(key)) throw Error("stands twice");
      arrays[key] = read_npy(member(zip, i, stat));
    }
  } catch (const Error& error) {
    const std::string reason = error.what();
    if (reason.starts_with(name + ": ")) throw;
    into.fail(into.at(0), which + reason);
  }
  bytes.clear();
  read_ogb(arrays, into);
}

bool starts_npz(std::string_view start) { return start.starts_with("PK\x03\x04"); }

std::unique_ptr<ForeignWriter> write_npz(const Header& header, const OpenSink& open) {
  return std::make_unique<NpzWriter>(header, open);
}

}  // namespace graphvq
