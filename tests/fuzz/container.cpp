// Any bytes as a container of records.
#include "tests/fuzz/fuzz.hpp"

using namespace graphvq;
using namespace graphvq::test;

extern "C" int LLVMFuzzerTestOneInput(const char* data, std::size_t size) {
  const auto file = fuzz::read([&] { return read_file(std::string_view(data, size)); }, "f.gvg: ");
  if (!file) return 0;
  const auto content = content_of(file->header, file->records);
  const auto again = read_file(content);
  fuzz::require(again.header == file->header, "the same header");
  // Bytes, as a number that is missing is not equal to itself.
  fuzz::require(content_of(again.header, again.records) == content, "the same records");
  return 0;
}
