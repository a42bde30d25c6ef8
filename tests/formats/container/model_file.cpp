#include "formats/container/model_file.hpp"

#include <catch2/catch.hpp>

#include "formats/container/safetensors.hpp"
#include "libgraphvq/base/error.hpp"
#include "tests/seed.hpp"

using namespace graphvq;
using Catch::Matchers::Contains;

namespace {

ModelFile example() {
  const std::vector<float> weights = {1, 2, 3, 4};
  ModelFile model;
  model.kind = "prior";
  model.method = "gru";
  model.config = {{"hidden", 32}, {"layers", 2}, {"rate", .001}};
  model.parent = "0123456789abcdef";
  model.provenance = {{"graphvq train-prior a.gvt", "0.1.0", 7, {"fedcba9876543210"}}};
  model.tensors = {make_tensor<float>("w", {2, 2}, weights)};
  return model;
}

/// As training keeps one: with its moments, what stood best, and its own state in the
/// configuration.
ModelFile checkpoint() {
  ModelFile file = example();
  file.kind = "checkpoint";
  file.method = "prior";
  file.config["state"] = {{"best_loss", "1.25"}, {"epoch", "3"}, {"steps", "12"}};
  for (const char* name : {"model.w", "best.w", "adam.m.w", "adam.v.w"}) {
    file.tensors.push_back(
        make_tensor<float>(name, {2, 2}, std::vector<float>{.5F, -1, 0, 1e-30F}));
  }
  file.tensors.push_back(
      make_tensor<std::int64_t>("order", {3}, std::vector<std::int64_t>{2, 0, 1}));
  return file;
}

std::string bytes_of(ModelFile model) {
  MemorySink sink;
  write_model(sink, model);
  test::keep_seed("safetensors", sink.bytes);
  return sink.bytes;
}

ModelFile parse(std::string_view bytes) {
  MemorySource source(bytes);
  return read_model(source, "m");
}

/// The example with its metadata changed, but not its hash.
std::string with_metadata(const std::string& key, const std::string& value) {
  const auto bytes = bytes_of(example());
  MemorySource source(bytes);
  auto file = read_safetensors(source, "m");
  file.metadata[key] = value;
  MemorySink sink;
  write_safetensors(sink, file);
  return sink.bytes;
}

bool same(const ModelFile& a, const ModelFile& b) {
  return a.kind == b.kind && a.method == b.method && a.config == b.config && a.parent == b.parent &&
         a.provenance == b.provenance && a.tensors == b.tensors;
}

}  // namespace

TEST_CASE("a model comes back with its hash") {
  auto model = example();
  MemorySink sink;
  write_model(sink, model);
  const auto read = parse(sink.bytes);
  CHECK(same(read, example()));
  CHECK(read.content == model.content);
  CHECK(model.content.size() == 16);
  CHECK(bytes_of(read) == sink.bytes);

  auto other = example();
  other.parent.clear();
  CHECK(parse(bytes_of(other)).parent.empty());
  CHECK(parse(bytes_of(other)).content != model.content);
}

TEST_CASE("no cut or changed byte of a model or a checkpoint passes as another") {
  for (const auto& whole : {example(), checkpoint()}) {
    auto bytes = bytes_of(whole);
    for (char& byte : bytes) {
      for (const int flip : {0x01, 0x10, 0x80, 0xFF}) {
        const char before = byte;
        byte = static_cast<char>(byte ^ flip);
        bool passed = true;  // as white space of the padding may
        try {
          passed = same(parse(bytes), whole);
        } catch (const Error&) {
        }
        CHECK(passed);
        byte = before;
      }
    }
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      REQUIRE_THROWS_AS(parse(bytes.substr(0, size)), Error);
    }
  }
}

TEST_CASE("what is no model of ours says why") {
  MemorySink sink;
  write_safetensors(sink, {});
  CHECK_THROWS_WITH(parse(sink.bytes), "m: no graphvq model");
  CHECK_THROWS_WITH(parse("GVQ\x01 and so on"), Contains("m: no safetensors"));
  CHECK_THROWS_WITH(parse(with_metadata("graphvq.format", "2")),
                    "m: model format 2, this graphvq reads 1");
  CHECK_THROWS_WITH(parse(with_metadata("graphvq.method", "lstm")),
                    Contains("m: the content does not have the hash"));
  CHECK_THROWS_WITH(parse(with_metadata("note", "hello")),
                    Contains("m: the content does not have the hash"));
  auto model = example();
  model.tensors.push_back(model.tensors[0]);
  CHECK_THROWS_WITH(bytes_of(model), R"(tensor "w": a name that is taken)");
}
