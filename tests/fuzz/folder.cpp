// The files of a folder of the format that $GRAPHVQ_FORMAT names, each after a line `== NAME`.
#include "tests/formats/foreign.hpp"
#include "tests/formats/temporary_folder.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace graphvq;
namespace fs = std::filesystem;

namespace {

/// Whether a file may be called so: a plain name, of no folder's.
bool is_plain(const std::string& name) {
  return !name.empty() && name.size() < 50 && name != "." && name != ".." &&
         name.find_first_of(std::string_view("/\0", 2)) == std::string::npos;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const char* data, std::size_t size) {
  static const char* const format = std::getenv("GRAPHVQ_FORMAT");
  static const test::TemporaryFolder folder;  // of this process
  for (const auto& entry : fs::directory_iterator(folder.path())) fs::remove(entry.path());
  for (const auto& [name, content] : fuzz::parts({data, size})) {
    if (is_plain(name)) folder.write(name, content);
  }
  const auto set = fuzz::read(
      [&] {
        ForeignOptions options;
        options.name = "DS";
        ForeignBuilder builder(options);
        find_format(format)->read_folder(folder.path(), builder);
        return builder.finish();
      },
      folder.path().string());
  if (set) fuzz::check_container(*set);
  return 0;
}
