#include "formats/foreign/npy.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "libgraphvq/base/error.hpp"

using namespace graphvq;
using Catch::Matchers::StartsWith;
using namespace std::string_literals;

namespace {

/// numpy's own bytes: np.save of the header, then the data.
std::string npy(const std::string& dictionary, const std::string& data, char version = 1) {
  std::string bytes = "\x93NUMPY"s + version + '\0';
  bytes += static_cast<char>(dictionary.size());
  bytes += version == 1 ? "\0"s : "\0\0\0"s;
  return bytes + dictionary + data;
}

std::string refused(const std::string& bytes) {
  try {
    read_npy(bytes);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("npy arrays as numpy writes them") {
  const auto v = read_npy(npy("{'descr': '<i8', 'fortran_order': False, 'shape': (2,), }\n",
                              "\x01\0\0\0\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff"s));
  CHECK(v.integers == std::vector<std::int64_t>{1, -1});
  CHECK_FALSE(v.matrix);
  const auto m = read_npy(npy("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }\n",
                              "\x01\x02\x03\x04\x05\xff"s, 2));
  CHECK(m.integers == std::vector<std::int64_t>{1, 3, 5, 2, 4, 255});
  CHECK(m.columns == 3);
  // np.float32(1.5), np.float16(-2), big-endian int16 258, booleans.
  CHECK(read_npy(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (1,)}", "\0\0\xc0\x3f"s))
            .reals == std::vector<double>{1.5});
  CHECK(read_npy(npy("{'descr': '<f2', 'fortran_order': False, 'shape': (1,)}", "\0\xc0"s)).reals ==
        std::vector<double>{-2});
  CHECK(read_npy(npy("{'descr': '>i2', 'fortran_order': False, 'shape': (1,)}", "\x01\x02"s))
            .integers == std::vector<std::int64_t>{258});
  CHECK(
      read_npy(npy("{'shape': (2,), 'descr': '|b1', 'fortran_order': False}", "\1\0"s)).integers ==
      std::vector<std::int64_t>{1, 0});
  const OgbArray array{2, 2, true, {}, {.5, 1, std::nan(""), -3}};
  const auto bytes = write_npy(array);
  CHECK(bytes.size() == 128 + 32);
  CHECK(bytes[127] == '\n');
  const auto back = read_npy(bytes);
  CHECK(back.reals[3] == -3);
  CHECK(std::isnan(back.reals[2]));
}

TEST_CASE("npy that is none, or no numbers, is refused") {
  CHECK(refused("") == "no npy array");
  CHECK(refused(npy("{'descr': '|O', 'fortran_order': False, 'shape': (2,)}", "")) ==
        "an array of objects is a pickle, which is not read");
  CHECK(refused(npy("{'descr': '<U3', 'fortran_order': False, 'shape': (2,)}", "")) ==
        "values of type '<U3' are no numbers");
  for (const auto& type : {"<f1"s, "|b2"s, "<i3"s, "i8"s, ""s, "<"s, "<i10"s, "<\0008"s, "\0f8"s}) {
    CHECK_THAT(refused(npy("{'descr': '" + type + "', 'fortran_order': False, 'shape': (1,)}",
                           "12345678")),
               StartsWith("values of type '"));
  }
  CHECK(refused(npy("{'descr': [('a', '<i8')], 'fortran_order': False, 'shape': (2,)}", "")) ==
        "a structured type is no array of numbers");
  for (const char* shape : {"(2,)", "(1152921504606846976,)", "(4294967296, 4294967296)", "(0,)"}) {
    const auto dictionary =
        std::string("{'descr': '<i8', 'fortran_order': False, 'shape': ") + shape + "}";
    CHECK(refused(npy(dictionary, "12345678")) == "its bytes are not as many as its shape says");
  }
  for (const char* dictionary : {"", "{", "{'descr': '<i8'}", "{'descr': '<i8', 'descr': '<i8'}",
                                 "{'descr': '<i8', 'fortran_order': Nope, 'shape': (1,)}"}) {
    CHECK(refused(npy(dictionary, "")) == "malformed npy header");
  }
}
