// numpy's arrays in OGB's layout, each after a line `== NAME`: what an npz file holds, without the
// zip's checksums, which no change of a byte would pass.
#include "formats/foreign/npy.hpp"
#include "formats/foreign/ogb.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace graphvq;

extern "C" int LLVMFuzzerTestOneInput(const char* data, std::size_t size) {
  const auto set = fuzz::read(
      [&] {
        OgbArrays arrays;
        for (auto [name, content] : fuzz::parts({data, size})) {
          if (content.ends_with('\n')) content.remove_suffix(1);
          const auto array = read_npy(content);
          const auto again = read_npy(write_npy(array));
          fuzz::require(again.rows == array.rows && again.columns == array.columns, "the shape");
          fuzz::require(again.integers == array.integers, "the same integers");
          arrays[name] = array;
        }
        ForeignBuilder builder{ForeignOptions{}};
        builder.file("f");
        read_ogb(arrays, builder);
        return builder.finish();
      },
      "");
  if (set) fuzz::check_container(*set);
  return 0;
}
