#include "formats/container/safetensors.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "formats/container/wire.hpp"
#include "libgraphvq/base/error.hpp"
#include "tests/seed.hpp"

using namespace graphvq;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace {

template <class T>
Tensor tensor(std::string name, std::vector<std::int64_t> shape, std::vector<T> values) {
  return make_tensor<T>(std::move(name), std::move(shape), values);
}

Safetensors example_tensors() {
  Safetensors file;
  file.metadata = {{"b", "2"}, {"a", "Größe \"1\""}};
  file.tensors = {tensor<double>("f64", {2}, {1.5, -2.5}),
                  tensor<std::int64_t>("i64", {1, 1}, {-7}),
                  tensor<float>("f32", {2, 3}, {0, 1, 2, 3, 4, 5}),
                  tensor<float>("f32.empty", {0, 4}, {}),
                  tensor<float>("f32.scalar", {}, {.5F}),
                  tensor<std::uint8_t>("u8", {3}, {1, 2, 255})};
  return file;
}

std::string bytes_of(const Safetensors& file) {
  MemorySink sink;
  write_safetensors(sink, file);
  test::keep_seed("safetensors", sink.bytes);
  return sink.bytes;
}

Safetensors parse_tensors(std::string_view bytes) {
  MemorySource source(bytes);
  return read_safetensors(source, "m");
}

/// A file with this header and as much data.
std::string with_header(const std::string& header, std::size_t data = 0) {
  std::string bytes;
  wire::put_fixed(bytes, std::uint64_t{header.size()});
  bytes += header + std::string(data, '\0');
  test::keep_seed("safetensors", bytes);
  return bytes;
}

std::string header_reason(const std::string& header, std::size_t data = 0) {
  try {
    parse_tensors(with_header(header, data));
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("safetensors come back, sorted by alignment and name") {
  const auto file = example_tensors();
  const auto bytes = bytes_of(file);
  const auto read = parse_tensors(bytes);
  CHECK(read.metadata == file.metadata);
  CHECK(read.tensors == file.tensors);
  auto shuffled = file;
  std::reverse(shuffled.tensors.begin(), shuffled.tensors.end());
  CHECK(bytes_of(shuffled) == bytes);
  CHECK(bytes_of(Safetensors{}) == with_header("{}      "));
  CHECK(parse_tensors(bytes_of(Safetensors{})).tensors.empty());
}

TEST_CASE("the bytes of a small safetensors file") {
  // The same as safetensors.numpy.save({"x": numpy.float32([1])}, {"k": "v"}) of Python's
  // safetensors 0.8.0, but for the order of the keys inside a tensor's entry.
  const std::string header =
      R"({"__metadata__":{"k":"v"},"x":{"data_offsets":[0,4],"dtype":"F32","shape":[1]}})";
  const Safetensors file{{tensor<float>("x", {1}, {1})}, {{"k", "v"}}};
  CHECK(header.size() == 79);
  CHECK(bytes_of(file) == with_header(header + " ") + std::string("\0\0\x80\x3f", 4));
}

TEST_CASE("each rule of safetensors is checked") {
  const std::string x = R"("x":{"dtype":"F32","shape":[2],"data_offsets":[0,8]})";
  CHECK(header_reason("{" + x + "}", 8).empty());
  CHECK(header_reason("{" + x + "}   ", 8).empty());
  CHECK(header_reason("{" + x + "}", 9) == "m: bytes after the last tensor");
  CHECK(header_reason("{" + x + "}", 7) == "m: cut short; copy or make it again");
  CHECK(header_reason(" {}") == "m: no safetensors: the header is no JSON object");
  CHECK(header_reason("[]") == "m: no safetensors: the header is no JSON object");
  CHECK(header_reason("{") == "m: malformed JSON");
  CHECK(header_reason("{" + x + "," + x + "}", 8) == R"(m: JSON repeats the key "x")");
  CHECK(header_reason(R"({"__metadata__":{},"__metadata__":{}})") ==
        R"(m: JSON repeats the key "__metadata__")");
  CHECK(header_reason(R"({"__metadata__":{"a":1}})") == "m: metadata a is no text");
  CHECK(header_reason(R"({"__metadata__":[]})") == "m: metadata is no object");

  const auto one = [](const std::string& dtype, const std::string& shape,
                      const std::string& offsets, std::size_t data) {
    return header_reason(R"({"x":{"dtype":)" + dtype + R"(,"shape":)" + shape +
                             R"(,"data_offsets":)" + offsets + "}}",
                         data);
  };
  CHECK(one("\"F32\"", "[]", "[0,4]", 4).empty());
  CHECK(one("\"F64\"", "[0,5]", "[0,0]", 0).empty());
  CHECK(one("\"F16\"", "[2]", "[0,4]", 4) ==
        R"(m: tensor "x": dtype "F16" is none of U8, I64, F32, F64)");
  CHECK_THAT(one("7", "[2]", "[0,8]", 8), Contains("dtype 7 is none of"));
  CHECK_THAT(one("\"F32\"", "[2]", "[0,4]", 4), Contains("data_offsets do not fit its shape"));
  CHECK_THAT(one("\"F32\"", "[1]", "[8,4]", 8), Contains("data_offsets do not fit its shape"));
  CHECK_THAT(one("\"F32\"", "[1]", "[4,8]", 8), Contains("a hole or an overlap before it"));
  CHECK_THAT(one("\"F32\"", "[1]", "[0]", 4), Contains("malformed shape or data_offsets"));
  CHECK_THAT(one("\"F32\"", "1", "[0,4]", 4), Contains("malformed shape or data_offsets"));
  CHECK_THAT(one("\"F32\"", "[-1]", "[0,4]", 4), Contains("a number is due"));
  CHECK_THAT(one("\"F32\"", "[1.0]", "[0,4]", 4), Contains("a number is due"));
  CHECK_THAT(one("\"F32\"", "[1]", "[0,\"4\"]", 4), Contains("a number is due"));
  CHECK_THAT(one("\"F32\"", "[9223372036854775808]", "[0,4]", 4), Contains("shape overflows"));
  CHECK_THAT(one("\"U8\"", "[4294967296,4294967296]", "[0,0]", 0), Contains("shape overflows"));
  CHECK_THAT(one("\"F64\"", "[2305843009213693952]", "[0,0]", 0), Contains("shape overflows"));
  CHECK_THAT(one("\"U8\"", "[1152921504606846976]", "[0,1152921504606846976]", 9),
             Contains("cut short"));
  // A name that is longer than a string holds without memory of its own.
  CHECK_THAT(
      header_reason(R"({"state.of.a.long.name":{"dtype":"U8","shape":[1],"data_offsets":[0,-1]}})"),
      Contains("a number is due"));
  CHECK_THAT(header_reason(R"({"x":{"dtype":"F32","shape":[1]}})", 4), Contains("are due"));
  CHECK_THAT(header_reason(R"({"x":3})"), Contains("are due"));

  const auto two = [](const std::string& offsets, std::size_t data) {
    return header_reason(R"({"x":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},)"
                         R"("y":{"dtype":"U8","shape":[4],"data_offsets":)" +
                             offsets + "}}",
                         data);
  };
  CHECK(two("[4,8]", 8).empty());
  CHECK_THAT(two("[5,9]", 9), Contains("a hole or an overlap before it"));
  CHECK_THAT(two("[3,7]", 7), Contains("a hole or an overlap before it"));
  CHECK_THAT(two("[0,4]", 4), Contains("a hole or an overlap before it"));
}

TEST_CASE("a safetensors file that is cut anywhere is an error") {
  const auto bytes = bytes_of(example_tensors());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    REQUIRE_THROWS_AS(parse_tensors(bytes.substr(0, size)), Error);
  }
  std::string huge;
  wire::put_fixed(huge, std::uint64_t{100'000'001});
  CHECK_THROWS_WITH(parse_tensors(huge + "{}"), "m: no safetensors: header of 100000001");
  CHECK_THROWS_WITH(parse_tensors(with_header("{}").replace(0, 4, "\xFF\xE0\xF5\x05")),
                    "m: cut short; copy or make it again");
}

TEST_CASE("what no safetensors file can say is not written") {
  const auto x = tensor<float>("x", {1}, {1});
  CHECK_THROWS_WITH(bytes_of({{x, x}, {}}), R"(tensor "x": a name that is taken)");
  CHECK_THROWS_WITH(bytes_of({{tensor<float>("__metadata__", {1}, {1})}, {}}),
                    Contains("a name that is taken"));
  CHECK_THROWS_WITH(bytes_of({{tensor<float>("x", {2}, {1})}, {}}),
                    R"(tensor "x": its data do not fit its shape)");
  CHECK_THROWS_WITH(bytes_of({{}, {{"k", "\xFF"}}}), "text that is not UTF-8");
}

TEST_CASE("Python's safetensors reads ours and writes what we read") {
  const char* given = std::getenv("GRAPHVQ_PYTHON");
  const std::string python = given != nullptr ? given : "python3";
  if (std::system((python + " -c 'import safetensors, numpy' 2>/dev/null").c_str()) != 0) {
    WARN("skipped: " << python << " has no safetensors and numpy");
    return;
  }
  std::string folder = fs::temp_directory_path() / "graphvq-XXXXXX";
  REQUIRE(mkdtemp(folder.data()) != nullptr);
  std::ofstream(folder + "/ours", std::ios::binary) << bytes_of(example_tensors());
  std::ofstream(folder + "/convert.py") << R"(
import sys, numpy
from safetensors import safe_open
from safetensors.numpy import save_file
with safe_open(sys.argv[1] + "/ours", "np") as f:
    tensors = {key: f.get_tensor(key) for key in f.keys()}
    metadata = f.metadata()
assert metadata == {"b": "2", "a": 'Größe "1"'}, metadata
assert tensors["f64"].tolist() == [1.5, -2.5]
assert tensors["i64"].tolist() == [[-7]] and tensors["i64"].dtype == numpy.int64
assert tensors["f32"].tolist() == [[0, 1, 2], [3, 4, 5]]
assert tensors["f32.empty"].shape == (0, 4)
assert tensors["f32.scalar"].shape == () and tensors["f32.scalar"] == 0.5
assert tensors["u8"].tolist() == [1, 2, 255]
save_file(tensors, sys.argv[1] + "/theirs", metadata)
)";
  REQUIRE(std::system((python + " " + folder + "/convert.py " + folder).c_str()) == 0);
  std::ifstream in(folder + "/theirs", std::ios::binary);
  const auto theirs = parse_tensors(std::string(std::istreambuf_iterator<char>(in), {}));
  CHECK(theirs.metadata == example_tensors().metadata);
  // Another order of dtypes of one size is another layout of the same tensors.
  CHECK(bytes_of(theirs) == bytes_of(example_tensors()));
  fs::remove_all(folder);
}
