#include "formats/bytes/zip.hpp"

#include <algorithm>
#include <memory>

#include "formats/bytes/bounded.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {

Zip::Zip(const std::string& bytes, int flags) : size_(bytes.size()) {
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

Zip::~Zip() {
  if (zip_ != nullptr) zip_discard(zip_);
  zip_source_free(source_);
}

std::vector<std::string> Zip::names() const {
  std::vector<std::string> names;
  const auto count = static_cast<zip_uint64_t>(zip_get_num_entries(zip_, 0));
  for (zip_uint64_t i = 0; i < count; ++i) {
    const char* name = zip_get_name(zip_, i, 0);
    names.emplace_back(name != nullptr ? name : "");
  }
  return names;
}

void Zip::fail(const std::string& what) {
  throw Error(what + ": " + zip_error_strerror(zip_get_error(zip_)));
}

std::string Zip::close() {
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

std::string Zip::read(zip_uint64_t index) {
  zip_stat_t stat;
  if (zip_stat_index(zip_, index, 0, &stat) != 0) fail("cannot be read");
  if ((stat.valid & ZIP_STAT_SIZE) == 0) throw Error("a member without a size");
  given_ += std::min<std::uint64_t>(stat.size, UINT64_MAX - given_);
  check_expansion(given_, size_, "unpack the zip, or write it uncompressed as np.savez does");
  const std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> file(zip_fopen_index(zip_, index, 0),
                                                               &zip_fclose);
  if (!file) fail("cannot be opened");
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

std::optional<std::string_view> first_member(std::string_view start) {
  constexpr std::size_t name = 30;  // behind fixed fields, the name's length among them
  constexpr std::size_t length = 26;
  if (!start.starts_with("PK\x03\x04") || start.size() < name) return std::nullopt;
  const auto byte = [&](std::size_t i) {
    return std::size_t{static_cast<unsigned char>(start[i])};
  };
  return start.substr(name, byte(length) | byte(length + 1) << 8U);
}

}  // namespace graphvq
