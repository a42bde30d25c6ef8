#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <numeric>

#include "formats/bytes/gzip.hpp"
#include "formats/foreign/npy.hpp"
#include "tests/formats/foreign/foreign.hpp"
#include "tests/formats/foreign/temporary_folder.hpp"

using namespace graphvq;
using namespace graphvq::test;
using Catch::Matchers::Contains;
using namespace std::string_literals;

namespace {

/// The arrays, where the fuzzer of arrays starts.
void keep_arrays(const OgbArrays& arrays) {
  std::string seed;
  for (const auto& [name, array] : arrays) seed += "== " + name + "\n" + write_npy(array) + "\n";
  keep_seed("arrays", seed);
}

/// The reason against a folder of csv files, after its path, or "".
std::string refused_csv(const std::map<std::string, std::string>& files) {
  const TemporaryFolder folder;
  for (const auto& [name, content] : files) folder.write(name, content);
  try {
    ForeignBuilder builder{ForeignOptions{}};
    find_format("ogb")->read_folder(folder.path(), builder);
    builder.finish();
    return "";
  } catch (const Error& error) {
    const std::string reason = error.what(), start = folder.path().string();
    return reason.starts_with(start) ? reason.substr(start.size()) : reason;
  }
}

/// The columns of nodes by their names: a folder has no other order.
void sort_columns(ForeignGraphs& set) {
  auto& columns = set.header.node_columns;
  std::vector<std::size_t> order(columns.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t c) { return columns[c].name; });
  Columns sorted;
  for (const auto c : order) sorted.push_back(columns[c]);
  columns = sorted;
  for (auto& graph : set.graphs) {
    auto& values = graph.attributes.nodes;
    const auto before = values;
    for (std::size_t k = 0; k < values.size(); ++k)
      values[k] = before[k - k % order.size() + order[k % order.size()]];
  }
}

/// full_header() without text, which numbers cannot hold.
Header numeric_header() {
  auto header = full_header(Layer::graph);
  header.node_labels = {std::int64_t{-3}, std::int64_t{7}, std::int64_t{8}, std::int64_t{9}};
  header.node_columns[1].values = Alphabet{std::int64_t{5}, std::int64_t{6}};
  header.graph_columns[1].values = Alphabet{std::int64_t{0}};
  header.provenance.clear();
  return header;
}

/// Labels for all or none of the set: the layout has rows for all.
std::vector<Record> numeric_records(std::size_t count, std::uint64_t seed) {
  auto records = random_records(count, Layer::graph, seed);
  for (auto& record : records) {
    auto& graph = record.graph;
    graph.id.clear();
    graph.node_labels.assign(graph.n, 1);
    for (Node i = 0; i < graph.n; ++i) graph.node_labels[i] = i % 4;
    graph.edge_labels.assign(graph.edges.size(), 2);
  }
  return records;
}

}  // namespace

TEST_CASE("random graphs come back from npz and from csv") {
  const auto header = numeric_header();
  const auto records = numeric_records(100, 14);
  const auto bytes = text_as("npz", header, records);
  CHECK(bytes == text_as("npz", header, records));
  auto set = read_as("npz", bytes);
  CHECK_FALSE(set.repairs.any());
  CHECK(set.header.node_labels == header.node_labels);
  CHECK(set.header.node_columns[0].name == header.node_columns[0].name);
  REQUIRE(set.graphs.size() == records.size());
  for (std::size_t i = 0; i < records.size(); ++i) {
    CHECK(set.graphs[i].edges == records[i].graph.edges);
    CHECK(set.graphs[i].node_labels == records[i].graph.node_labels);
    CHECK(set.graphs[i].graph_class == records[i].graph.graph_class);
  }
  CHECK(text_as("npz", set.header, records_of(set)) == bytes);

  const TemporaryFolder folder;
  for (const auto& [name, content] : files_as("ogb", header, records)) folder.write(name, content);
  CHECK(detect_folder(folder.path()) == find_format("ogb"));
  ForeignBuilder builder{ForeignOptions{}};
  find_format("ogb")->read_folder(folder.path(), builder);
  auto csv = builder.finish();
  sort_columns(csv);
  sort_columns(set);
  CHECK(csv.header == set.header);
  // NaN is no value and equals none.
  CHECK(text_as("json", csv.header, records_of(csv)) ==
        text_as("json", set.header, records_of(set)));
}

TEST_CASE("a small set in OGB's layout, where fuzzers start") {
  const auto header = numeric_header();
  const auto records = numeric_records(1, 15);
  CHECK(read_as("npz", text_as("npz", header, records)).graphs.size() == 1);
  std::string seed;
  for (const auto& [name, content] : files_as("ogb", header, records)) {
    MemorySource source(content);
    std::string text;
    read_up_to(*decompressed(source), text, content.size() * 1000);
    CHECK(text.ends_with('\n'));
    seed += "== " + name.substr(0, name.rfind('.')) + "\n" + text;
  }
  keep_seed("ogb", seed);
}

TEST_CASE("columns x_0, x_1 are one matrix in npz") {
  Header header;
  header.node_columns = {
      {"feat_0", std::nullopt}, {"feat_1", std::nullopt}, {"mass", std::nullopt}};
  Graph graph = path(2);
  graph.attributes.nodes = {1, 2, 3, 4, 5, 6};
  OgbCollector collector(header);
  collector.add(graph);
  const auto arrays = collector.arrays();
  keep_arrays(arrays);
  CHECK(arrays.at("node_feat").reals == std::vector<double>{1, 2, 4, 5});
  CHECK(arrays.at("node_feat").columns == 2);
  CHECK(arrays.at("node_mass").reals == std::vector<double>{3, 6});
  CHECK(arrays.at("edge_index").integers == std::vector<std::int64_t>{0, 1, 1, 0});
  CHECK(arrays.at("num_edges_list").integers == std::vector<std::int64_t>{2});
}

TEST_CASE("no column takes the place of another, or of what the layout has") {
  Header header;
  header.node_labels = {std::int64_t{4}};
  header.node_columns = {{"label_0", std::nullopt},
                         {"label_1", std::nullopt},
                         {"x_0", std::nullopt},
                         {"x_1", std::nullopt},
                         {"x", std::nullopt}};
  header.edge_columns = {{"index", std::nullopt}, {"index_", std::nullopt}};
  header.graph_columns = {{"label", Alphabet{std::int64_t{5}}}};
  Graph graph = path(2);
  graph.node_labels = {0, 0};
  graph.attributes = {{.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5}, {.25, 1.25}, {0}};
  CHECK(renamed_in_ogb(header) == std::vector<std::string>{"edge attribute index kept as index__",
                                                           "graph attribute label kept as label_"});
  const auto set = read_as("npz", text_as("npz", header, {{graph, {}, {}}}));
  CHECK_FALSE(set.repairs.any());
  CHECK(set.header.node_labels == header.node_labels);
  CHECK(set.header.node_columns == header.node_columns);
  CHECK(set.header.edge_columns == Columns{{"index__", std::nullopt}, {"index_", std::nullopt}});
  CHECK(set.header.classes.empty());
  CHECK(set.header.graph_columns == Columns{{"label_", Alphabet{std::int64_t{5}}}});
  REQUIRE(set.graphs.size() == 1);
  CHECK(set.graphs[0].attributes == graph.attributes);
}

TEST_CASE("classes of several columns stay a matrix") {
  Header header;
  header.graph_columns = {{"label_0", std::nullopt}, {"label_1", std::nullopt}};
  Graph graph = path(2);
  graph.attributes.graph = {.5, 1.5};
  OgbCollector collector(header);
  collector.add(graph);
  CHECK(collector.arrays().at("graph_label").columns == 2);
}

TEST_CASE("integers of more than 53 bits are exact in npz, and refused by csv") {
  Header header;
  header.node_columns = {{"n", Alphabet{(std::int64_t{1} << 53) + 1}}};
  Graph graph = path(2);
  graph.attributes.nodes = {0, 0};
  const auto set = read_as("npz", text_as("npz", header, {{graph, {}, {}}}));
  CHECK(set.header.node_columns == header.node_columns);
  CHECK_THROWS_WITH(files_as("ogb", header, {{graph, {}, {}}}),
                    "node_n has 9007199254740993, an integer of more than 53 bits");
}

TEST_CASE("a column whose name no file can have is refused") {
  const auto reason = [](const char* format, const std::string& name) -> std::string {
    Header header;
    header.node_columns = {{name, std::nullopt}};
    Graph graph = path(1);
    graph.attributes.nodes = {.5};
    try {
      files_as(format, header, {{graph, {}, {}}});
      return "";
    } catch (const Error& error) {
      return error.what();
    }
  };
  CHECK(reason("ogb", "a/b") == R"("node_a/b": a name that no file can have)");
  for (const char* format : {"ogb", "npz"}) {
    CHECK(reason(format, "a\0b"s) == R"("node_a\u0000b": a name that no file can have)");
  }
  CHECK(reason("npz", "a/b").empty());
  // node_x...x.csv.gz of 255 bytes, and of one more.
  CHECK(reason("ogb", std::string(243, 'x')).empty());
  CHECK_THAT(reason("ogb", std::string(244, 'x')), Contains("a name that no file can have"));
}

TEST_CASE("csv that does not fit together names the file and the line") {
  const auto reason = [](const std::string& file, const std::string& text) {
    std::map<std::string, std::string> files = {
        {"edge.csv", "0,1\n1,0\n"}, {"num-node-list.csv", "2\n"}, {"num-edge-list.csv", "2\n"}};
    files[file] = text;
    return refused_csv(files);
  };
  CHECK(reason("edge.csv", "0,1\n1,0\n").empty());
  CHECK(reason("edge.csv", "0,1\n1,5\n") ==
        "/edge.csv: line 2: graph 0: an edge from 1 to 5 of 2 nodes");
  CHECK(reason("num-node-list.csv", "2,0\n") ==
        "/num-node-list.csv: num_nodes_list has 2 columns, not one");
  CHECK(reason("num-edge-list.csv", "3\n") ==
        "/num-edge-list.csv: num_edges_list: 3 of graph 0 is out of range");
  CHECK(reason("node-feat.csv", "1\n") == "/node-feat.csv: node_feat has 1 rows for 2");
  CHECK(reason("node-feat.csv", "1,2\n3\n") ==
        "/node-feat.csv: line 2, column 1: 1 columns, 2 in the first row");
  // An empty cell is no number, as pandas reads it; an empty row is damage.
  CHECK(reason("graph-label.csv", ",0.0,\n").empty());
  CHECK(reason("graph-label.csv", "\n") == "/graph-label.csv: line 1, column 1: no number");
  // 2^53 + 1 would be rounded, 2^53 + 2 is not.
  CHECK(reason("node-feat.csv", "1\n9007199254740993\n") ==
        "/node-feat.csv: line 2, column 1: an integer of more than 53 bits");
  CHECK(reason("node-feat.csv", "1\n-9007199254740994\n").empty());
  CHECK(refused_csv({{"edge.csv", ""}}) == ": no array num_edges_list");
  CHECK_THAT(refused_csv({{"edge.csv", ""}, {"edge.csv.zst", ""}}), Contains("stands twice"));
}

TEST_CASE("csv files may stand under gzip and zstd") {
  MemorySink sizes;
  ZstdSink zstd(sizes, 1);
  zstd.write("2\n");
  zstd.finish();
  const TemporaryFolder folder;
  folder.write("edge.csv.gz", gzipped("0,1\n1,0\n"));
  folder.write("num-node-list.csv.zst", sizes.bytes);
  folder.write("num-edge-list.csv", "2\n");
  CHECK(find_format("ogb")->is_folder(folder.path()));
  ForeignBuilder builder{ForeignOptions{}};
  find_format("ogb")->read_folder(folder.path(), builder);
  CHECK(builder.finish().graphs[0].edges == std::vector<Edge>{{0, 1}});
}

TEST_CASE("npz may stand under gzip and zstd") {
  const auto bytes = text_as("npz", {}, {{path(3), {}, {}}});
  const auto graphs = read_as("npz", bytes).graphs;
  CHECK(read_as("npz", gzipped(bytes)).graphs == graphs);
  CHECK(read_as("npz", compress(bytes)).graphs == graphs);
}

TEST_CASE("npz that does not fit together says what does not") {
  const auto reason = [](const OgbArrays& arrays) -> std::string {
    keep_arrays(arrays);
    ForeignBuilder builder{ForeignOptions{}};
    try {
      read_ogb(arrays, builder);
      builder.finish();
      return "";
    } catch (const Error& error) {
      return error.what();
    }
  };
  OgbArrays arrays;
  CHECK(reason(arrays) == "no array edge_index");
  arrays["edge_index"] = {2, 2, true, {0, 1, 1, 0}, {}};
  arrays["num_nodes_list"] = {1, 1, false, {2}, {}};
  arrays["num_edges_list"] = {1, 1, false, {2}, {}};
  CHECK(reason(arrays).empty());
  arrays["num_edges_list"].integers = {3};
  CHECK_THAT(reason(arrays), Contains("num_edges_list: 3 of graph 0 is out of range"));
  arrays["num_edges_list"].integers = {1};
  CHECK_THAT(reason(arrays), Contains("1 in all, but there are 2"));
  arrays["num_edges_list"].integers = {2};
  arrays["num_nodes_list"].integers = {std::int64_t{1} << 60};
  CHECK_THAT(reason(arrays), Contains("more than 16777216 nodes"));
  arrays["num_nodes_list"].integers = {1};
  CHECK_THAT(reason(arrays), Contains("edge_index: column 0 is an edge from 0 to 1 of 1 nodes"));
  arrays["num_nodes_list"] = {1, 2, true, {2, 0}, {}};
  CHECK_THAT(reason(arrays), Contains("num_nodes_list has 2 columns, not one"));
  arrays["num_nodes_list"] = {1, 1, true, {2}, {}};
  CHECK(reason(arrays).empty());
  arrays["node_x"] = {3, 1, false, {1, 2, 3}, {}};
  CHECK_THAT(reason(arrays), Contains("node_x has 3 rows for 2"));
  arrays.erase("node_x");
  arrays["edge_w"] = {2, 1, false, {4, 3}, {}};
  CHECK_THAT(reason(arrays), Contains("row 1: graph 0: edge w 3, but row 0 has 4 for the same"));
}

TEST_CASE("damage to a zip file is found") {
  const auto bytes = text_as("npz", {}, {{path(3), {}, {}}});
  const auto whole = records_of(read_as("npz", bytes));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    REQUIRE_FALSE(reason_as("npz", bytes.substr(0, size)).empty());
  }
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    auto flipped = bytes;
    flipped[i] = static_cast<char>(flipped[i] ^ 0x10);
    try {
      const auto read = records_of(read_as("npz", flipped));
      CHECK(read == whole);  // a date, or what is no content
    } catch (const Error&) {
    }
  }
}

TEST_CASE("only columns of one type are one matrix") {
  Header header;
  const Alphabet whole{std::int64_t{1}, std::int64_t{2}};
  header.node_columns = {{"x_0", whole}, {"x_1", whole}, {"x_2", {}}, {"y_0", {}}, {"y_1", whole}};
  Graph graph = path(2);
  graph.attributes.nodes = {0, 0, .5, 1.5, 0, 1, 1, 2, 3, 1};
  const Record record{graph, {}, {}};
  OgbCollector collector(header);
  collector.add(graph);
  const auto arrays = collector.arrays();
  // A part of them would be taken for the whole.
  CHECK_FALSE(arrays.contains("node_x"));
  CHECK(arrays.at("node_x_1").integers == std::vector<std::int64_t>{1, 2});
  CHECK(arrays.at("node_x_2").reals == std::vector<double>{.5, 2});
  const auto back = read_as("npz", text_as("npz", header, {record}));
  CHECK(back.header.node_columns == header.node_columns);
  CHECK(records_of(back)[0] == record);
}

TEST_CASE("labels of npz and JSON are whole numbers alike") {
  const auto npz = [](double label) {
    OgbArrays arrays;
    arrays["edge_index"] = {2, 0, true, {}, {}};
    arrays["num_nodes_list"] = {1, 1, false, {1}, {}};
    arrays["num_edges_list"] = {1, 1, false, {0}, {}};
    arrays["node_label"] = {1, 1, false, {}, {label}};
    ForeignBuilder builder{ForeignOptions{}};
    read_ogb(arrays, builder);
    return builder.finish().header.node_labels;
  };
  const auto json = [](const std::string& label) {
    return read_as("json", "{\"nodes\":[{\"label\":" + label + "}],\"edges\":[]}")
        .header.node_labels;
  };
  const Alphabet most{(std::int64_t{1} << 53) - 1};
  CHECK(npz(0x1p53 - 1) == most);
  CHECK(json("9007199254740991.0") == most);
  CHECK_THROWS_WITH(npz(1e17), Contains("numbers such as 1e+17"));
  CHECK_THROWS_WITH(json("1e17"), Contains("numbers such as 1e+17"));
}

TEST_CASE("a member that is no array of the layout is not read") {
  Header header;
  header.node_columns = {{"x", {}}};
  Graph graph = path(2);
  graph.attributes.nodes = {.5, 1.5};
  auto bytes = text_as("npz", header, {{graph, {}, {}}});
  for (auto at = bytes.find("node_x"); at != std::string::npos; at = bytes.find("node_x", at)) {
    bytes[at] = 'm';
  }
  bytes[bytes.find("\x93NUMPY", bytes.find("mode_x"))] = 'x';  // its checksum does not match
  const auto set = read_as("npz", bytes);
  CHECK(set.graphs[0] == path(2));
  CHECK(set.repairs.not_kept == std::vector<std::string>{"array mode_x"});
}
