#include "formats/container/container.hpp"
#include "formats/container/header_json.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <random>

#include "formats/container/strict_json.hpp"
#include "tests/formats/container/records.hpp"

using namespace graphvq;
using namespace graphvq::test;
using Catch::Matchers::Contains;

namespace {

/// A member whose one block is `block`, without a sound trailer.
std::string with_block(const std::string& block, Layer layer = Layer::graph) {
  const std::string empty = content_of(full_header(layer), {});
  const std::size_t trailer = 1 + 1 + 4 + 8;  // type, length, four counts of 0, hash
  return empty.substr(0, empty.size() - trailer) + block;
}

std::string record_block(const std::string& payload) {
  return std::string("R") + static_cast<char>(payload.size()) + payload;
}

std::string refused(const Header& header, const Record& record) {
  MemorySink sink;
  RecordWriter writer(sink, header);
  try {
    writer.write(record);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("random records come back as they were written") {
  const auto seed = std::random_device{}();
  INFO("seed " << seed);
  for (const auto layer : all_layers) {
    const auto records = random_records(200, layer, seed);
    const auto content = content_of(full_header(layer), records);
    for (const auto& bytes : {content, compress(content), compress(content, 19)}) {
      const auto file = read_file(bytes);
      CHECK(file.header == full_header(layer));
      CHECK(file.records == records);
      CHECK(file.totals.graphs == 200);
    }
    CHECK(content_of(full_header(layer), read_file(content).records) == content);
  }
}

TEST_CASE("a file without records is sound, an empty one is not") {
  for (const auto layer : all_layers) {
    const auto file = read_file(content_of(full_header(layer), {}));
    CHECK(file.records.empty());
    CHECK(file.totals.graphs == 0);
    CHECK(file.totals.hash.size() == 16);
  }
  CHECK(reason("") == "f.gvg: cut short; copy or make it again");
  CHECK(reason(compress("")) == "f.gvg: cut short; copy or make it again");
}

TEST_CASE("totals count what was written") {
  MemorySink sink;
  RecordWriter writer(sink, Header{});
  writer.write({cycle(5), {}, {}});
  writer.write({star(3), {}, {}});
  writer.finish();
  const auto read = read_file(sink.bytes).totals;
  CHECK(read.graphs == 2);
  CHECK(read.nodes == 5 + 4);
  CHECK(read.edges == 5 + 3);
  CHECK(read.hash == writer.totals().hash);
}

TEST_CASE("a container that is cut anywhere is an error") {
  for (const auto layer : all_layers) {
    const auto content = content_of(full_header(layer), random_records(4, layer, 1));
    for (const auto& bytes : {content, compress(content)}) {
      keep_seed("container", bytes);
      for (std::size_t size = 0; size < bytes.size(); ++size) {
        INFO(size << " of " << bytes.size() << " bytes");
        REQUIRE_FALSE(reason(bytes.substr(0, size)).empty());
      }
      CHECK(reason(bytes).empty());
    }
  }
}

TEST_CASE("content cut at a frame's end is an error") {
  const auto content = content_of(full_header(Layer::graph), random_records(4, Layer::graph, 1));
  for (std::size_t size = 0; size < content.size(); ++size) {
    REQUIRE_FALSE(reason(compress(content.substr(0, size))).empty());
  }
}

TEST_CASE("no changed byte passes as other data") {
  for (const auto layer : all_layers) {
    const auto records = random_records(3, layer, 2);
    const auto content = content_of(full_header(layer), records);
    for (auto bytes : {content, compress(content)}) {
      const bool raw = bytes == content;
      for (char& byte : bytes) {
        for (const int flip : {0x01, 0x10, 0x80, 0xFF}) {
          const char before = byte;
          byte = static_cast<char>(byte ^ flip);
          try {
            const auto file = read_file(bytes);
            // zstd leaves bits of a frame unused: the content must be the same then.
            CHECK_FALSE(raw);
            CHECK(file.header == full_header(layer));
            CHECK(file.records == records);
          } catch (const Error&) {
          }
          byte = before;
        }
      }
    }
  }
}

TEST_CASE("bytes after the trailer are an error") {
  const auto content = content_of(full_header(Layer::graph), random_records(1, Layer::graph, 3));
  CHECK(reason(content + "x") == "f.gvg: bytes after the trailer");
  CHECK(reason(content + '\0') == "f.gvg: bytes after the trailer");
  CHECK(reason(content + "GV") == "f.gvg: cut short; copy or make it again");
  CHECK_THAT(reason(compress(content) + "xxxx"), Contains("f.gvg: damaged zstd frame"));
  CHECK(reason(compress(content) + "\x28") ==
        "f.gvg: cut short inside a zstd frame; copy or make it again");
}

TEST_CASE("what is no container says so") {
  CHECK(reason("hello, world") ==
        "f.gvg: no graphvq container; `graphvq import` reads other formats, by their names");
  CHECK(reason(compress("hello, world")) ==
        "f.gvg: no graphvq container; `graphvq import` reads other formats, by their names");
}

TEST_CASE("a newer version is refused, naming both") {
  auto content = content_of(full_header(Layer::graph), {});
  content[5] = 4;
  CHECK(reason(content) == "f.gvg: format version 4, this graphvq reads up to 3");
  content[6] = 1;
  CHECK(reason(content) == "f.gvg: format version 260, this graphvq reads up to 3");
}

TEST_CASE("members that agree read as one file") {
  auto header = full_header(Layer::tokens);
  const auto records = random_records(6, Layer::tokens, 4);
  const std::vector<Record> first(records.begin(), records.begin() + 2);
  const std::vector<Record> second(records.begin() + 2, records.end());
  const auto a = content_of(header, first);
  header.provenance.pop_back();  // histories may differ
  const auto b = content_of(header, second);

  for (const auto& bytes : {a + b, compress(a) + compress(b), compress(a + b)}) {
    const auto file = read_file(bytes);
    CHECK(file.records == records);
    CHECK(file.header == full_header(Layer::tokens));
    CHECK(file.totals.graphs == 6);
    CHECK(file.totals.hash != read_file(b + a).totals.hash);
  }
  CHECK(read_file(a + content_of(header, {})).records == first);
  CHECK(reason(a + b.substr(0, b.size() - 1)) == "f.gvg: cut short; copy or make it again");

  header.window = 9;
  CHECK(reason(a + content_of(header, second)) ==
        "f.gvg: the header of the next member differs; join such files with "
        "`graphvq cat`");
  CHECK_THAT(reason(a + content_of(full_header(Layer::sequence), {})), Contains("graphvq cat"));
}

TEST_CASE("late inputs join the history at the end") {
  const auto header = full_header(Layer::graph);
  MemorySink sink;
  RecordWriter writer(sink, header);
  const std::vector<LateInput> late = {{0, "00000000000000ab"}, {1, "fedcba9876543210"}};
  writer.finish(late);
  auto expected = header;
  expected.provenance[0].inputs = {"00000000000000ab"};
  expected.provenance[1].inputs = {"00112233445566ff", "fedcba9876543210"};
  CHECK(read_file(sink.bytes).header == expected);
  CHECK(reason(sink.bytes + content_of(header, {})).empty());
  auto damaged = sink.bytes;
  damaged[damaged.size() - 9] ^= 1;  // the last byte of the last input
  CHECK_THAT(reason(damaged), Contains("f.gvg: trailer: the content does not have"));

  RecordWriter other(sink, header);
  const std::vector<LateInput> unknown = {{2, "00000000000000ab"}};
  CHECK_THROWS_WITH(other.finish(unknown), "input of an unknown step");
  const std::vector<LateInput> no_hash = {{1, "ab"}};
  CHECK_THROWS_WITH(other.finish(no_hash), "no content hash: ab");
}

TEST_CASE("each kind of damage has its reason") {
  const auto block = [](const std::string& payload) {
    return reason(with_block(record_block(payload)));
  };
  using namespace std::string_literals;
  CHECK(reason(with_block("X")) == "f.gvg: graph 0: unknown block 88");
  CHECK(block("\x02\x01\x00\x00\x09"s) == "f.gvg: graph 0: unknown field 9");
  CHECK(block("\x01\x00\x00"s) == "f.gvg: graph 0: fields out of order");
  CHECK(block("\x01\x00\x03\x00\x03\x00"s) == "f.gvg: graph 0: fields out of order");
  CHECK(block("\x02\x01\x01\x00"s) == "f.gvg: graph 0: neighbour 2 is out of range");
  CHECK(block("\x02\x01\x02\x00"s) == "f.gvg: graph 0: neighbour 2 is out of range");
  CHECK(block("\x05\x00\x00"s) == "f.gvg: graph 0: number of nodes 5 is out of range");
  CHECK(block("\x01\x09"s) == "f.gvg: graph 0: number of neighbours 9 is out of range");
  CHECK(block("\x02\x00\x00\x01\x00"s) == "f.gvg: graph 0: record is shorter than its fields");
  CHECK(block("\x00\x01"s) == "f.gvg: graph 0: empty field of node labels");
  CHECK(block("\x01\x80\x00"s) == "f.gvg: graph 0: malformed integer");
  CHECK(block("\x01\x00\x01\x04"s) == "f.gvg: graph 0: node label 4 of 4");
  CHECK(block("\x02\x01\x00\x00\x02\x03"s) == "f.gvg: graph 0: edge label 3 of 3");
  CHECK(block("\x00\x03\x02"s) == "f.gvg: graph 0: class 2 of 2");
  CHECK(block("\x00\x05\x01\x00"s) == "f.gvg: graph 0: an order in a graph file");
  const std::string one(8, '\0');  // 0. as f64
  CHECK(block("\x01\x00\x10\x02"s + one) == "f.gvg: graph 0: record is shorter than its fields");
  CHECK(block("\x01\x00\x10\x01"s + one) == "f.gvg: graph 0: 1 columns of nodes of 2");
  CHECK(block("\x01\x00\x10\x00"s) == "f.gvg: graph 0: empty field of attributes");
  CHECK(block("\x00\x10\x01"s + one) == "f.gvg: graph 0: empty field of attributes");
  CHECK(reason(with_block(record_block("\x00"s), Layer::sequence)) == "f.gvg: graph 0: no order");
  CHECK(reason(with_block(record_block("\x00\x05\x07\x00"s), Layer::sequence)) ==
        "f.gvg: graph 0: unknown kind of order 7");
}

TEST_CASE("a record that does not fit its file is not written") {
  const auto header = full_header(Layer::tokens);
  Stream stream(5, Purpose::synth);
  Record good;
  while (good.graph.n < 3) good = random_record(stream, Layer::tokens);
  REQUIRE(refused(header, good).empty());

  auto bad = good;
  bad.codes[0] = 300;
  CHECK(refused(header, bad) == "graph 0: code 300 of 300");
  bad = good;
  bad.codes.pop_back();
  CHECK_THAT(refused(header, bad), Contains("codes for"));
  bad = good;
  bad.ordering->perm[0] = bad.ordering->perm[1];
  CHECK(refused(header, bad) == "graph 0: order is no permutation of the nodes");
  bad = good;
  bad.ordering->number = 4;
  CHECK(refused(header, bad) == "graph 0: order 4 of 4");
  bad = good;
  bad.ordering->kind = OrderKind::dfs;
  CHECK(refused(header, bad) == "graph 0: order of another kind than the header's");
  bad = good;
  bad.graph.edges.push_back({1, 1});
  CHECK_THAT(refused(header, bad), Contains("graph 0: "));
  bad = good;
  bad.graph.id = "\xFF";
  CHECK(refused(header, bad) == "graph 0: text that is not UTF-8");
  CHECK_THAT(refused(full_header(Layer::graph), good), Contains("order in a graph file"));
  auto unnamed = header;
  unnamed.tokenizer.reset();
  CHECK_THROWS_WITH(refused(unnamed, good), "header: tokens of a tokenizer that it does not name");
  unnamed.order.reset();
  CHECK_THROWS_WITH(refused(unnamed, good), "header: records in an order that it does not name");
}

TEST_CASE("a value that is none of its column's is not written") {
  const auto header = full_header(Layer::graph);
  Record record{path(2), {}, {}};
  auto& attributes = record.graph.attributes;
  attributes.nodes = {.5, 1, std::nan(""), std::nan("")};
  attributes.edges = {-1e300};
  attributes.graph = {2, 0};
  CHECK(refused(header, record).empty());
  for (const double bad : {2., -1., .5}) {
    attributes.nodes[1] = bad;
    CHECK_THAT(refused(header, record), Contains("column kind: "));
  }
  attributes.nodes = {};
  attributes.edges = {std::numeric_limits<double>::infinity()};
  CHECK_THAT(refused(header, record), Contains("column length: inf is no value of it"));
  attributes.edges = {1, 2};
  CHECK(refused(header, record) == "graph 0: 2 columns of edges of 1");
  attributes.edges = {};
  attributes.nodes = {1, 2, 3};
  CHECK(refused(header, record) == "graph 0: 3 node attributes for 2 nodes");
}

TEST_CASE("a header that breaks its rules is not written") {
  MemorySink sink;
  Header header;
  header.node_labels = {std::string("C"), std::int64_t{1}};
  CHECK_THROWS_WITH(RecordWriter(sink, header), "header: raw values are not ascending");
  header.node_labels = {std::int64_t{1}, std::int64_t{1}};
  CHECK_THROWS_WITH(RecordWriter(sink, header), "header: raw values are not ascending");
  header.node_labels = {std::string("\xFF")};
  CHECK_THROWS_WITH(RecordWriter(sink, header), "text that is not UTF-8");
  header = {};
  header.node_columns = {{"x", {}}, {"x", {}}};
  CHECK_THROWS_WITH(RecordWriter(sink, header), Contains("called \"x\", or not twice"));
  header.node_columns = {{"label", {}}};
  CHECK_THROWS_WITH(RecordWriter(sink, header), Contains("called \"label\""));
  header = full_header(Layer::tokens);
  header.codes.reset();
  CHECK_THROWS_WITH(RecordWriter(sink, header), "header: a token file without its number of codes");
}

TEST_CASE("raw values keep all 64 bits") {
  Header header;
  header.node_labels = {std::numeric_limits<std::int64_t>::min(), std::int64_t{-1},
                        std::numeric_limits<std::int64_t>::max(), std::string("\"\n\0", 3)};
  header.provenance = {{"x", "1", std::numeric_limits<std::uint64_t>::max(), {}}};
  CHECK(read_file(content_of(header, {})).header == header);
}

TEST_CASE("a command line that is not UTF-8 is written all the same") {
  Header header;
  header.provenance = {{"graphvq import tu \xE9t\xE9", "1", {}, {}}};
  CHECK(read_file(content_of(header, {})).header.provenance[0].command ==
        "graphvq import tu \uFFFDt\uFFFD");
}

TEST_CASE("strict JSON") {
  CHECK_THROWS_WITH(parse_strict(R"({"a":1,"a":2})"), R"(JSON repeats the key "a")");
  CHECK_THROWS_WITH(parse_strict(R"({"a":{"b":1,"b":2}})"), R"(JSON repeats the key "b")");
  CHECK(parse_strict(R"({"a":{"b":1},"b":{"a":2}})")["b"]["a"] == 2);
  CHECK_THROWS_WITH(parse_strict(std::string(100'000, '[')), "JSON is nested too deep");
  CHECK_THROWS_WITH(parse_strict("{"), "malformed JSON");
  CHECK_THROWS_WITH(parse_strict("{} x"), "malformed JSON");
  CHECK_THROWS_WITH(parse_strict("\"\xFF\""), "malformed JSON");
}
