// The files of a folder of the format that $GRAPHVQ_FORMAT names, each after a line `== NAME`.
// Where the format has zips, too, one of the same files gives the same graphs.
#include "formats/bytes/zip.hpp"
#include "tests/formats/foreign/foreign.hpp"
#include "tests/formats/foreign/temporary_folder.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace graphvq;
namespace fs = std::filesystem;

namespace {

using Files = std::map<std::string, std::string_view>;

/// Whether a file may be called so: a plain name, of no folder's.
bool is_plain(const std::string& name) {
  return !name.empty() && name.size() < 50 && name != "." && name != ".." &&
         name.find_first_of(std::string_view("/\0", 2)) == std::string::npos;
}

/// Nothing where a name is no text, which libzip does not take.
std::optional<std::string> zip_of(const Files& files) {
  const std::string nothing;
  Zip zip(nothing, ZIP_CREATE | ZIP_TRUNCATE);
  for (const auto& [name, content] : files) {
    auto* source = zip_source_buffer(zip.get(), content.data(), content.size(), 0);
    const auto index = zip_file_add(zip.get(), name.c_str(), source, 0);
    if (index < 0) {
      zip_source_free(source);
      return std::nullopt;
    }
    zip_set_file_compression(zip.get(), static_cast<zip_uint64_t>(index), ZIP_CM_STORE, 0);
  }
  return zip.close();
}

/// What is read from a folder alone.
bool is_packed(const Files::value_type& file) {
  return uncompressed_name(file.first) != file.first || is_compressed(file.second);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const char* data, std::size_t size) {
  static const auto& format = *find_format(std::getenv("GRAPHVQ_FORMAT"));
  static const test::TemporaryFolder folder;  // of this process
  for (const auto& entry : fs::directory_iterator(folder.path())) fs::remove(entry.path());
  Files files;
  for (const auto& [name, content] : fuzz::parts({data, size})) {
    if (!is_plain(name)) continue;
    folder.write(name, content);
    files[name] = content;
  }
  const auto read = [](auto&& by) {
    ForeignOptions options;
    options.name = "DS";
    ForeignBuilder builder(options);
    by(builder);
    return builder.finish();
  };
  const auto set = fuzz::read(
      [&] { return read([](auto& builder) { format.read_folder(folder.path(), builder); }); },
      folder.path().string());
  if (set) fuzz::check_container(*set);
  if (format.read == nullptr || files.empty() || std::ranges::any_of(files, is_packed)) return 0;
  const auto zip = zip_of(files);
  if (!zip) return 0;
  const auto same = fuzz::read(
      [&] {
        return read([&zip](auto& builder) {
          MemorySource source(*zip);
          format.read(source, "f", builder);
        });
      },
      "f: ");
  fuzz::require(same.has_value() == set.has_value(), "a zip is read as its folder is");
  if (set) {
    fuzz::require(same->header == set->header && same->graphs == set->graphs,
                  "a zip has the graphs of its folder");
  }
  return 0;
}
