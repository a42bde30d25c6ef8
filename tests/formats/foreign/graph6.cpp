#include <catch2/catch.hpp>

#include "tests/formats/foreign/foreign.hpp"

using namespace graphvq;
using namespace graphvq::test;

TEST_CASE("graph6 and sparse6 of nauty's formats.txt") {
  const auto one = [](const std::string& text) {
    const auto set = read_as("graph6", text);
    REQUIRE(set.graphs.size() == 1);
    return set.graphs[0];
  };
  CHECK(one("DQc\n") == make_graph(5, {{0, 2}, {0, 4}, {1, 3}, {3, 4}}));
  CHECK(one(":Fa@x^\n") == make_graph(7, {{0, 1}, {0, 2}, {1, 2}, {5, 6}}));
  CHECK(text_as("graph6", {}, {{make_graph(5, {{0, 2}, {0, 4}, {1, 3}, {3, 4}}), {}, {}}}) ==
        "DQc\n");
  CHECK(text_as("sparse6", {}, {{make_graph(7, {{0, 1}, {0, 2}, {1, 2}, {5, 6}}), {}, {}}}) ==
        ":Fa@x^\n");
  CHECK(one("?") == Graph{});
  CHECK(one("@").n == 1);
  CHECK(one(":?\n") == Graph{});
}

TEST_CASE("graph6 with headers, CRLF and both forms") {
  const auto expected = read_as("graph6", "DQc\nA_\n").graphs;
  for (const char* text :
       {">>graph6<<DQc\nA_\n", ">>graph6<<\nDQc\nA_\n", "DQc\r\nA_", ">>sparse6<<:Ds_QJ\n:An\n"}) {
    INFO(text);
    CHECK(read_as("graph6", text).graphs.size() == 2);
  }
  CHECK(read_as("graph6", "DQc\r\nA_").graphs == expected);
  CHECK(read_as("graph6", ":An\nA_\n").graphs[0] == expected[1]);
  CHECK(read_as("graph6", "").graphs.empty());
}

TEST_CASE("the three forms of a size") {
  // N(62), N(63), N(12345) of formats.txt; a sparse6 line without edges claims no bytes.
  CHECK(read_as("graph6", ":}").graphs[0].n == 62);
  CHECK(read_as("graph6", ":~??~").graphs[0].n == 63);
  CHECK(read_as("graph6", ":~B?x").graphs[0].n == 12345);
  CHECK(read_as("graph6", ":~~???~??").graphs[0].n == 63U << 12);
  for (const Node n : {62U, 63U, 258047U, 258048U}) {
    const Record record{{n, {{0, n - 1}}, {}, {}, {}, {}}, {}, {}};
    const auto text = text_as("sparse6", {}, {record});
    CHECK(read_as("graph6", text).graphs[0] == record.graph);
  }
  const auto ring = read_as("graph6", text_as("graph6", {}, {{cycle(63), {}, {}}}));
  CHECK(ring.graphs[0] == cycle(63));
}

TEST_CASE("random graphs come back from graph6 and sparse6") {
  const auto records = bare(random_records(300, Layer::graph, 11));
  for (const char* format : {"graph6", "sparse6"}) {
    CHECK(records_of(read_as("graph6", text_as(format, {}, records))) == records);
  }
  // The sizes of the padding rule: every graph of few edges.
  for (const Node n : {2U, 4U, 8U, 16U}) {
    for (Node v = 1; v < n; ++v) {
      for (Node u = 0; u < v; ++u) {
        const Record record{make_graph(n, {{u, v}}), {}, {}};
        CHECK(records_of(read_as("graph6", text_as("sparse6", {}, {record})))[0] == record);
      }
    }
  }
}

TEST_CASE("sparse6 with loops and repeated edges is repaired") {
  // n = 3, k = 2: bits 0 00, 0 00 (two loops at 0), 1 00, 0 00 (0-1 twice), padded by ones.
  const auto set = read_as("graph6", ":B?GG");
  CHECK(set.repairs.loops + set.repairs.duplicates > 0);
  ForeignOptions strict;
  strict.strict = true;
  CHECK_FALSE(reason_as("graph6", ":B?GG", strict).empty());
}

TEST_CASE("what is no graph6 is named with its place") {
  const auto reason = [](const char* text) { return reason_as("graph6", text); };
  CHECK(reason("DQc\nDQ\n") ==
        "f: line 2, column 2: graph 1: 1 characters are not the graph6 of 5 nodes");
  CHECK(reason("DQcc") ==
        "f: line 1, column 2: graph 0: 3 characters are not the graph6 of 5 nodes");
  CHECK(reason("D\x1f"
               "c") == "f: line 1, column 2: graph 0: a character that is none of graph6's");
  CHECK(reason("A~") == "f: line 1, column 3: graph 0: padding that is not 0");
  CHECK(reason("&AG") == "f: line 1, column 1: digraph6, whose graphs are directed, is not read");
  CHECK(reason(">>digraph6<<&AG") ==
        "f: line 1, column 1: digraph6, whose graphs are directed, is not read");
  CHECK(reason("A_\n;AG") == "f: line 2, column 1: incremental sparse6 is not read");
  CHECK(reason("A_\n\n") == "f: line 2, column 1: an empty line");
  CHECK(reason("~~~~~~~~") ==
        "f: line 1, column 9: graph 0: 0 characters are not the graph6 of 68719476735 nodes");
  CHECK(reason(":~~~~~~~~") == "f: line 1, column 10: graph 0: more than 16777216 nodes");
  CHECK(reason("~?") == "f: line 1, column 3: graph 0: the line ends too soon");
}

TEST_CASE("a line that would not be read is not written") {
  const Record record{{30'000, {{0, 1}}, {}, {}, {}, {}}, {}, {}};
  CHECK_THROWS_WITH(text_as("graph6", {}, {record}),
                    "a line of more than 64 MiB, which no graphvq would read; sparse6 has shorter "
                    "ones");
  CHECK(records_of(read_as("graph6", text_as("sparse6", {}, {record})))[0] == record);
}

TEST_CASE("nodes that only a number claims are bounded in a file, not in a graph alone") {
  const auto sizes = [](const std::string& text) {
    std::vector<Node> result;
    for (const auto& graph : read_as("graph6", text).graphs) result.push_back(graph.n);
    return result;
  };
  const std::vector<Record> parts{{{(1U << 24) - 2, {}, {}, {}, {}, {}}, {}, {}},
                                  {{2, {{0, 1}}, {}, {}, {}, {}}, {}, {}},
                                  {{2, {}, {}, {}, {}, {}}, {}, {}},
                                  {{3, {}, {}, {}, {}, {}}, {}, {}}};
  const auto of = [&parts](std::initializer_list<std::size_t> which) {
    std::vector<Record> records;
    for (const auto i : which) records.push_back(parts[i]);
    return text_as("sparse6", {}, records);
  };
  CHECK(sizes(of({0, 1, 2})) == std::vector<Node>{(1U << 24) - 2, 2, 2});
  CHECK(reason_as("graph6", of({0, 1, 3})) ==
        "f: line 3, column 3: graph 2: more than 16777216 nodes in all, most of them without an "
        "edge");
}
