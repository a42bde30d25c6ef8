#include <catch2/catch.hpp>
#include <cmath>

#include "tests/formats/foreign/foreign.hpp"

using namespace graphvq;
using namespace graphvq::test;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;

TEST_CASE("an attribute `name` stands beside the names of nodes") {
  const auto set = read_as("json", R"({"nodes": [{"id": "a", "name": "Alice"}, {"id": "b"}],
                                       "edges": [{"source": "a", "target": "b"}]})");
  CHECK(set.header.node_columns.size() == 2);
  std::map<std::string, Alphabet> values;
  for (const auto& column : set.header.node_columns) values[column.name] = column.values.value();
  CHECK(values == std::map<std::string, Alphabet>{{"name", {"a", "b"}}, {"name_", {"Alice"}}});
}

TEST_CASE("a node-link object of NetworkX, old and new") {
  // networkx.node_link_data(networkx.path_graph(3)), with `links` as NetworkX 2.8 has it.
  for (const char* key : {"edges", "links"}) {
    const auto text = std::string(R"({"directed": false, "multigraph": false, "graph": {}, )") +
                      R"("nodes": [{"id": 0}, {"id": 1}, {"id": 2}], ")" + key +
                      R"(": [{"source": 0, "target": 1}, {"source": 2, "target": 1}]})";
    const auto set = read_as("json", text);
    REQUIRE(set.graphs.size() == 1);
    CHECK(set.graphs[0] == path(3));
    CHECK(set.header == Header{});
    CHECK_FALSE(set.repairs.any());
  }
}

TEST_CASE("random graphs with all that they have come back from JSON") {
  const auto header = full_header(Layer::graph);
  const auto records = random_records(200, Layer::graph, 12);
  const auto text = text_as("json", header, records);
  const auto set = read_as("json", text);
  // Columns come back in the order in which they are met, with the categories that occur.
  CHECK(text_as("json", set.header, records_of(set)) == text);
  CHECK(set.header.node_labels == header.node_labels);
  CHECK(set.header.edge_labels == header.edge_labels);
  CHECK(set.header.classes == header.classes);
  CHECK(set.header.edge_columns == header.edge_columns);
  for (std::size_t i = 0; i < records.size(); ++i) {
    CHECK(set.graphs[i].edges == records[i].graph.edges);
    CHECK(set.graphs[i].node_labels == records[i].graph.node_labels);
    CHECK(set.graphs[i].id == records[i].graph.id);
  }
}

TEST_CASE("JSON keys in any order, objects in an array or over many lines") {
  const char* text = R"([
    {"edges": [{"label": 7, "target": "b", "source": "a", "key": 0}],
     "nodes": [{"label": "x", "id": "a"}, {"id": "b", "label": 3}],
     "graph": {"class": 1, "id": 42}},
    {"nodes": [], "links": []}
  ])";
  const auto set = read_as("json", text);
  REQUIRE(set.graphs.size() == 2);
  CHECK(set.graphs[0].id == "42");
  CHECK(set.graphs[0].edges == std::vector<Edge>{{0, 1}});
  CHECK(set.graphs[0].node_labels == std::vector<std::uint32_t>{1, 0});
  CHECK(set.graphs[0].edge_labels == std::vector<std::uint32_t>{0});
  CHECK(set.header.node_labels == Alphabet{std::int64_t{3}, std::string("x")});
  CHECK(set.header.node_columns == Columns{{"name", Alphabet{std::string("a"), std::string("b")}}});
  CHECK(set.graphs[1] == Graph{});
}

TEST_CASE("attributes by their types") {
  const char* text = R"({"nodes": [{"id": 0, "x": [0.5, 2], "deep": true, "w": 1, "z": null},
                                   {"id": 1, "x": [1, 3], "deep": false, "w": 2.5, "z": "a"}],
                         "edges": [], "graph": {"y": -1.5}})";
  const auto set = read_as("json", text);
  CHECK(set.header.node_columns == Columns{{"x_0", std::nullopt},
                                           {"x_1", Alphabet{std::int64_t{2}, std::int64_t{3}}},
                                           {"deep", Alphabet{std::int64_t{0}, std::int64_t{1}}},
                                           {"w", std::nullopt},
                                           {"z", Alphabet{std::string("a")}}});
  CHECK(set.graphs[0].attributes ==
        Attributes{{.5, 0, 1, 1, std::nan(""), 1, 1, 0, 2.5, 0}, {}, {-1.5}});
}

TEST_CASE("directed and repeated edges are repaired, or refused with their place") {
  const auto object = [](const char* more, const char* edges) {
    return std::string("{") + more + R"("nodes": [{"id": 0}, {"id": 1}], "edges": [)" + edges +
           "]}";
  };
  const char* there = R"({"source": 0, "target": 1})";
  const char* both = R"({"source": 0, "target": 1}, {"source": 1, "target": 0})";
  const char* directed = R"("directed": true, )";
  CHECK(read_as("json", object(directed, there)).repairs == Repairs{0, 0, 1, {}});
  CHECK_FALSE(read_as("json", object(directed, both)).repairs.any());
  CHECK(read_as("json", object("", both)).repairs == Repairs{0, 1, 0, {}});
  CHECK(read_as("json", object("", R"({"source": 1, "target": 1})")).repairs ==
        Repairs{1, 0, 0, {}});
  ForeignOptions strict;
  strict.strict = true;
  CHECK(reason_as("json", "\n" + object("", both), strict) ==
        "f: line 2, column 73: graph 0: a repeated edge");
  const auto kept = read_as("json", object(R"("tree": {"a": [1, {}]}, )", there));
  CHECK(kept.repairs.not_kept == std::vector<std::string>{"tree"});
  CHECK_THAT(reason_as("json", object(R"("tree": {}, )", there), strict),
             Contains("tree cannot be kept"));
}

TEST_CASE("what is no node-link JSON is named with its place") {
  const auto reason = [](const std::string& text) { return reason_as("json", text); };
  const auto nodes = [&reason](const char* list, const char* edges = "") {
    return reason(std::string(R"({"nodes": [)") + list + R"(], "edges": [)" + edges + "]}");
  };
  CHECK_THAT(nodes(R"({"id": 0}, {"id": 0})"), Contains("graph 0: node id 0 stands twice"));
  CHECK_THAT(nodes(R"({"id": 1}, {})"), Contains("nodes without an id beside such as have one"));
  CHECK(nodes(R"({"id": 0}, {"id": "0"})").empty());
  CHECK_THAT(nodes(R"({"id": 0})", R"({"source": 0, "target": 7})"),
             Contains("an edge to node 7, which is not among the nodes"));
  CHECK_THAT(nodes(R"({"id": 0})", R"({"source": 0})"), Contains("without source or target"));
  CHECK_THAT(nodes("3"), Contains("no object"));
  CHECK_THAT(nodes(R"({"id": 0, "label": 1}, {"id": 1})"),
             Contains("graph 0: node 1 has no label, others have one; `import --node-labels none` "
                      "leaves them out"));
  CHECK(nodes("null") == "f: line 1, column 15: graph 0: a node or edge that is no object");
  CHECK_THAT(nodes("{}", "null"), Contains("a node or edge that is no object"));
  CHECK_THAT(nodes(R"({"id": null})"), Contains("an id that is null"));
  for (const char* value : {"1", "\"true\"", "null", "[true]", "{}"}) {
    CHECK_THAT(reason(std::string(R"({"directed": )") + value + R"(, "nodes": [], "edges": []})"),
               Contains("directed is neither true nor false"));
  }
  const std::string object = R"({"nodes": [], "edges": []})";
  CHECK(reason("[" + object + ", " + object + "]").empty());
  CHECK(reason("[]").empty());
  CHECK(reason("[," + object + "]") == "f: line 1, column 2: no object where one is due");
  CHECK_THAT(reason("[" + object + ",]"), Contains("no object where one is due"));
  CHECK_THAT(reason("[" + object + " " + object + "]"), Contains("no comma between two objects"));
  CHECK_THAT(nodes(R"({"id": 0, "label": 1, "label": 2})"), Contains("two values"));
  CHECK_THAT(reason(R"({"edges": []})"), Contains("without nodes"));
  CHECK_THAT(reason(R"({"nodes": []})"), Contains("without edges"));
  CHECK_THAT(reason("{\n\"nodes\": [}"), Contains("f: line 2, column "));
  CHECK_THAT(reason(R"({"nodes": [)"), Contains("the text ends within an object"));
  CHECK(reason("[") == "f: line 1, column 2: the text ends within an array");
  CHECK(reason("7") == "f: line 1, column 1: no object where one is due");
  CHECK_THAT(reason(R"({"nodes": [], "edges": []} x)"), Contains("no object where one is due"));
}

TEST_CASE("hostile JSON is refused soon") {
  const auto deep = std::string(R"({"a":)") + std::string(100'000, '[');
  CHECK_THAT(reason_as("json", deep), Contains("nested too deep"));
  CHECK_THAT(reason_as("json", R"({"a":")" + std::string(3U << 20, 'x')),
             Contains("more than 1 MiB without a value"));
}

TEST_CASE("JSON with more columns than a set may have is an error, however they are written") {
  std::string list = "1";
  for (int i = 0; i < 1 << 16; ++i) list += ",1";
  CHECK(reason_as("json", R"({"nodes":[{"a":[)" + list + "]}],\"edges\":[]}") ==
        "f: graph 0: more than 65536 attributes");
  CHECK_THAT(reason_as("json", R"({"nodes":[{"a":[1],"a_0":2}],"edges":[]})"),
             Contains("two values of a_0 in one place"));
}

TEST_CASE("an edge's key is an attribute where the graph says that it is no multigraph") {
  const auto read = [](const std::string& before, const std::string& behind) {
    return read_as("json", "{" + before + R"("nodes": [{"id": 0}, {"id": 1}],
                   "edges": [{"source": 0, "target": 1, "key": "a"}])" +
                               behind + "}");
  };
  for (const auto& set :
       {read(R"("multigraph": false, )", ""), read("", R"(, "multigraph": false)")}) {
    CHECK(set.header.edge_columns == Columns{{"key_", Alphabet{std::string("a")}}});
    CHECK(set.repairs.renamed == std::vector<std::string>{"edge attribute key kept as key_"});
  }
  for (const auto& set :
       {read(R"("multigraph": true, )", ""), read("", R"(, "multigraph": true)"), read("", "")}) {
    CHECK(set.header.edge_columns.empty());
    CHECK(set.repairs.not_kept == std::vector<std::string>{"edge key"});
  }
  const auto reason = [](const char* more) {
    return reason_as("json", std::string(R"({"nodes": [], "edges": [])") + more + "}");
  };
  CHECK_THAT(reason(R"(, "multigraph": 1)"), Contains("multigraph is neither true nor false"));
  CHECK_THAT(reason(R"(, "multigraph": true, "multigraph": true)"),
             Contains("a second multigraph"));
}

TEST_CASE("ids in JSON are numbers or text") {
  const auto reason = [](const char* node, const char* edge) {
    return reason_as("json", std::string(R"({"nodes": [{"id": )") + node +
                                 R"(}], "edges": [{"source": 0, "target": )" + edge + "}]}");
  };
  // As networkx.node_link_data gives the nodes of networkx.grid_2d_graph(1, 1).
  CHECK(reason("[0, 0]", "0") ==
        "f: line 1, column 19: graph 0: an id that is a list; "
        "networkx.convert_node_labels_to_integers makes others");
  CHECK_THAT(reason("0", "[0, 0]"), Contains("an id that is a list"));
  CHECK_THAT(reason("{}", "0"), Contains("an id that is an object"));
  CHECK_THAT(reason("0", "{}"), Contains("an id that is an object"));
  CHECK_THAT(reason("0", "null"), Contains("an id that is null"));
}

TEST_CASE("numbers in JSON that cannot be kept are refused") {
  const auto reason = [](const std::string& id, const std::string& x) {
    return reason_as("json",
                     R"({"nodes": [{"id": )" + id + R"(, "x": )" + x + R"(}], "edges": []})");
  };
  for (const auto& wide : {std::string("9223372036854775808"), std::string("18446744073709551617"),
                           std::string("-9223372036854775809"), std::string(400, '1')}) {
    CHECK_THAT(reason("0", wide), Contains("graph 0: an integer of more than 63 bits"));
    CHECK_THAT(reason(wide, "0"), Contains("graph 0: an integer of more than 63 bits"));
  }
  CHECK(reason("0", "-9223372036854775808").empty());
  CHECK(reason("0", "18446744073709551617.0").empty());
  // The line is that of the number, not of what stands behind it.
  CHECK_THAT(reason("0", "-1e400\n"),
             StartsWith("f: line 1, column ") && EndsWith("graph 0: a number that is too large"));
}

TEST_CASE("what is not kept of a list in JSON has its place there") {
  const auto set = read_as("json", R"({"nodes": [{"x": [1, {}, 3], "y": [[5], [], 7]}],
                                       "edges": []})");
  CHECK(set.header.node_columns == Columns{{"x_0", Alphabet{std::int64_t{1}}},
                                           {"x_2", Alphabet{std::int64_t{3}}},
                                           {"y_2", Alphabet{std::int64_t{7}}}});
  CHECK(set.repairs.not_kept == std::vector<std::string>{"x", "y"});
}

TEST_CASE("what JSON says twice of a graph is refused") {
  const auto reason = [](const std::string& graph) {
    return reason_as("json", "{" + graph + R"(, "nodes": [], "edges": []})");
  };
  CHECK(reason(R"("graph": {"id": "a", "id": "b"})") ==
        "f: line 1, column 31: graph a: a second id");
  CHECK(reason(R"("graph": {"y": 1}, "graph": {"z": 1})") ==
        "f: line 1, column 30: graph 0: a second object graph");
}

TEST_CASE("lists of numbers of one name have one length in a set of JSON") {
  const auto object = [](const std::string& nodes, const std::string& graph = "") {
    return R"({"nodes": [)" + nodes + R"(], "edges": [], "graph": {)" + graph + "}}";
  };
  const auto nodes = [&object](const std::string& list) { return reason_as("json", object(list)); };
  CHECK(nodes(R"({"x": [1.5, 2, 3]}, {"x": [1, 2]})") ==
        "f: line 1, column 43: graph 0: x has 2 values, 3 before");
  CHECK_THAT(nodes(R"({"x": [1, 2]}, {"x": []})"), Contains("x has 0 values, 2 before"));
  CHECK_THAT(nodes(R"({"x": [1, null, null]}, {"x": [2]})"), Contains("x has 1 value, 3 before"));
  CHECK(nodes(R"({"x": [1, 2]}, {}, {"x": [null, 4]}, {"y": [1]})").empty());
  CHECK(nodes(R"({"tags": ["a", "b"]}, {"tags": ["a"]}, {"tags": []})").empty());
  CHECK_THAT(reason_as("json", object("", R"("y": [1])") + object("", R"("y": [1, 2])")),
             Contains("graph 1: y has 2 values, 1 before"));
  CHECK(reason_as("json", object(R"({"x": [1]})", R"("x": [1, 2])")).empty());

  ForeignBuilder builder{ForeignOptions{}};
  const auto read = [&builder](const std::string& text, const char* file) {
    MemorySource source(text);
    find_format("json")->read(source, file, builder);
  };
  read(object(R"({"x": [1, 2]})"), "first");
  CHECK_THROWS_WITH(read(object(R"({"x": [1]})"), "second"),
                    "second: line 1, column 20: graph 1: x has 1 value, 2 before");
}
