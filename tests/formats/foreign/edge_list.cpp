#include <catch2/catch.hpp>
#include <cmath>

#include "tests/formats/foreign/foreign.hpp"

using namespace graphvq;
using namespace graphvq::test;
using Catch::Matchers::Contains;
using namespace std::string_literals;

TEST_CASE("edge lists by their separators and comments") {
  const auto expected = make_graph(4, {{0, 1}, {1, 3}});
  for (const char* text : {"# nodes 4\n0 1\n1 3\n", "% nodes 4\r\n0\t1\r\n1\t3",
                           "# nodes 4\n0,1\n\n3, 1\n", "# x\n# nodes 4\n0 1 {}\n1 3 {}\n"}) {
    INFO(text);
    const auto set = read_as("edgelist", text);
    REQUIRE(set.graphs.size() == 1);
    CHECK(set.graphs[0] == expected);
    CHECK_FALSE(set.repairs.any());
  }
  CHECK(reason_as("edgelist", "") ==
        "f: graph 0: no rows of two ids; `# nodes N` says how many nodes have no edge");
  CHECK(reason_as("edgelist", "# x\n") == reason_as("edgelist", ""));
  CHECK(read_as("edgelist", "# nodes 0\n").graphs[0] == Graph{});
  CHECK(read_as("edgelist", "# nodes 3").graphs[0].n == 3);
}

TEST_CASE("SNAP's form: ids with gaps are names in order") {
  const auto set = read_as("edgelist",
                           "# Directed graph\r\n# Nodes: 3 Edges: 2\r\n# FromNodeId\tToNodeId\r\n"
                           "30\t1412\n3\t30\n");
  CHECK(set.graphs[0].edges == std::vector<Edge>{{0, 1}, {1, 2}});
  CHECK(set.header.node_columns ==
        Columns{{"name", Alphabet{std::int64_t{3}, std::int64_t{30}, std::int64_t{1412}}}});
}

TEST_CASE("names, and ids of more than 64 bits") {
  const auto set = read_as("edgelist", "b a\nc b\n");
  CHECK(set.graphs[0].edges == std::vector<Edge>{{0, 1}, {0, 2}});
  CHECK(set.graphs[0].attributes.nodes == std::vector<double>{1, 0, 2});
  const auto large = read_as("edgelist", "99999999999999999999 7\n100000000000000000000 7\n");
  CHECK(large.graphs[0].edges == std::vector<Edge>{{0, 1}, {0, 2}});
}

TEST_CASE("names that only look like numbers stay as they are") {
  const auto set = read_as("edgelist", "1E10 1ABC\n1.10 1.1\n");
  CHECK(set.graphs[0].n == 4);
  CHECK(set.header.node_columns == Columns{{"name", Alphabet{"1.1"s, "1.10"s, "1ABC"s, "1E10"s}}});
}

TEST_CASE("weights, further columns and dictionaries are the edge's") {
  const auto set = read_as("edgelist", "u v weight colour\n0 1 7 green\n1 2 0.5 red\n");
  CHECK(set.header.edge_columns ==
        Columns{{"weight", std::nullopt},
                {"colour", Alphabet{std::string("green"), std::string("red")}}});
  CHECK(set.graphs[0].attributes.edges == std::vector<double>{7, 0, .5, 1});
  const auto python = read_as("edgelist", "0 1 {'weight': 7, 'a b': 'it\\'s'}\n");
  CHECK(python.header.edge_columns ==
        Columns{{"weight", Alphabet{std::int64_t{7}}}, {"a b", Alphabet{std::string("it's")}}});
}

TEST_CASE("dictionaries hold what Python's repr writes") {
  const auto set =
      read_as("edgelist", R"(0 1 {'a': '\x41\t\n\r\\\'"\xa0\u2028\U000e0001', 'b': True, 'c': nan})"
                          "\n"
                          R"(1 2 {"a": "it's", 'b': False, 'c': -1e-05, 'd': None})");
  // U+00A0, U+2028 and U+E0001 as UTF-8.
  const auto decoded = "A\t\n\r\\'\"\xC2\xA0\xE2\x80\xA8\xF3\xA0\x80\x81"s;
  CHECK(set.header.edge_columns == Columns{{"a", Alphabet{decoded, "it's"s}},
                                           {"b", Alphabet{std::int64_t{0}, std::int64_t{1}}},
                                           {"c", std::nullopt}});
  const auto& values = set.graphs[0].attributes.edges;
  CHECK(std::vector(values.begin(), values.begin() + 2) == std::vector<double>{0, 1});
  CHECK(std::isnan(values[2]));
  CHECK(std::vector(values.begin() + 3, values.end()) == std::vector<double>{1, 0, -1e-5});
  const auto reason = [](const char* text) { return reason_as("edgelist", text); };
  CHECK(reason("0 1 {'a': inf}\n") == "f: line 1, column 11: graph 0: inf is not finite");
  CHECK_THAT(reason("0 1 {'a': -inf}\n"), Contains("-inf is not finite"));
  CHECK(reason(R"(0 1 {'a': 'x\q'})") ==
        R"(f: line 1, column 13: graph 0: \q is no escape that Python writes)");
  for (const char* escape : {R"(\x4)", R"(\u12G4)", R"(\ud800)", R"(\U00110000)", R"(\)"}) {
    CHECK_THAT(reason((R"(0 1 {'a': ')"s + escape + "\n").c_str()), Contains("is no escape"));
  }
}

TEST_CASE("a heading names the columns, and is no edge") {
  // As Gephi exports; the same graph without the heading.
  for (const char* text : {"Source,Target,weight,kind\na,b,.5,x\nb,c,,y\n",
                           "\xEF\xBB\xBFsource\ttarget\tweight\tkind\na\tb\t.5\tx\nb\tc\t\ty\n"}) {
    const auto set = read_as("edgelist", text);
    CHECK(set.graphs[0].n == 3);
    CHECK(set.graphs[0].edges == std::vector<Edge>{{0, 1}, {1, 2}});
    CHECK(set.header.edge_columns ==
          Columns{{"weight", std::nullopt}, {"kind", Alphabet{"x"s, "y"s}}});
    CHECK(set.graphs[0].attributes.edges[0] == .5);
    CHECK(std::isnan(set.graphs[0].attributes.edges[2]));
    CHECK(set.graphs[0].attributes.edges[3] == 1);
  }
  ForeignOptions options;
  options.header = true;
  CHECK(read_as("edgelist", "x y z\n0 1 2\n", options).header.edge_columns ==
        Columns{{"z", Alphabet{std::int64_t{2}}}});
  options.header = false;
  CHECK(read_as("edgelist", "x y\n0 1\n", options).graphs[0].n == 4);
  CHECK_THAT(reason_as("edgelist", "0 1\t5\n"), Contains("ids parted by blanks in a row of"));
  CHECK(reason_as("edgelist", "1,,3\n") == "f: line 1, column 3: graph 0: a node without a name");
}

TEST_CASE("headers as pandas and Gephi write them") {
  // And by --header, whatever its names.
  const auto pandas = read_as("edgelist", "source,target,weight\nn1,n2,.3\nn2,n3,4\n");
  CHECK(pandas.graphs[0].edges == std::vector<Edge>{{0, 1}, {1, 2}});
  CHECK(pandas.header.edge_columns == Columns{{"weight", std::nullopt}});
  CHECK(pandas.graphs[0].attributes.edges == std::vector<double>{.3, 4});
  CHECK(to_string(pandas.repairs) == "1 header line read as names of columns");
  const auto gephi = read_as("edgelist",
                             "Source\tTarget\tType\tLabel\tWeight\n"
                             "1\t2\tUndirected\t\t.5\n2\t3\tUndirected\t\t2.5\n");
  CHECK(gephi.graphs[0].edges == std::vector<Edge>{{0, 1}, {1, 2}});
  CHECK(gephi.header.edge_columns ==
        Columns{{"Type", Alphabet{std::string("Undirected")}}, {"Weight", std::nullopt}});
  CHECK(gephi.graphs[0].attributes.edges == std::vector<double>{0, .5, 0, 2.5});
  ForeignOptions asked;
  asked.header = true;
  const auto named = read_as("edgelist", "# cities\na,b,kind,\nNew York,Boston,rail,1.5\n", asked);
  CHECK(named.graphs[0].edges == std::vector<Edge>{{0, 1}});
  CHECK(named.header.edge_columns ==
        Columns{{"kind", Alphabet{std::string("rail")}}, {"column_4", std::nullopt}});
  CHECK_FALSE(named.repairs.any());
  CHECK(reason_as("edgelist", "a\n", asked) ==
        "f: line 1, column 1: graph 0: a header of one column");
  CHECK(reason_as("edgelist", "a,b\n1,,2\n", asked) ==
        "f: line 2, column 3: graph 0: a node without a name");
  ForeignOptions strict;
  strict.strict = true;
  CHECK(reason_as("edgelist", "From To\n1 2\n", strict) ==
        "f: line 1, column 1: graph 0: a line of names, which --header announces");
  // Such an edge further down is one.
  CHECK(read_as("edgelist", "a b\nsource target\n").graphs[0].n == 4);
}

TEST_CASE("edges in one direction each or all in both need no repair") {
  CHECK_FALSE(read_as("edgelist", "0 1\n1 2\n").repairs.any());
  CHECK_FALSE(read_as("edgelist", "0 1\n1 2\n2 1\n1 0\n").repairs.any());
  CHECK(read_as("edgelist", "0 1\n1 2\n2 1\n").repairs == Repairs{0, 0, 1, {}});
  CHECK(read_as("edgelist", "0 1\n0 1\n1 1\n").repairs == Repairs{1, 1, 0, {}});
  ForeignOptions strict;
  strict.strict = true;
  CHECK(reason_as("edgelist", "0 1\n0 1\n", strict) ==
        "f: line 2, column 1: graph 0: a repeated edge");
  CHECK(reason_as("edgelist", "0 1\n1 2\n2 1\n", strict) ==
        "f: line 1, column 1: an edge in one direction only, where others stand in both");
}

TEST_CASE("ids that count from a first one") {
  ForeignOptions options;
  options.first_id = 1;
  CHECK(read_as("edgelist", "1 2\n4 2\n", options).graphs[0] == make_graph(4, {{0, 1}, {1, 3}}));
  CHECK(reason_as("edgelist", "1 2\n0 2\n", options) ==
        "f: line 2, column 1: graph 0: node id 0, where ids are numbers from 1");
  CHECK_THAT(reason_as("edgelist", "1 a\n", options), Contains("column 3: graph 0: node id a"));
  CHECK_THAT(reason_as("edgelist", "1 4000000000\n", options),
             Contains("more than 16777216 nodes"));
}

TEST_CASE("what is no edge list is named with its place") {
  const auto reason = [](const char* text) { return reason_as("edgelist", text); };
  CHECK(reason("0 1\n2\n") == "f: line 2, column 1: graph 0: an edge of one node");
  CHECK(reason("# nodes 2\n0 2\n") == "f: line 2, column 3: graph 0: node 2 of 2 nodes from 0");
  CHECK(reason("0 -1\n") == "f: line 1, column 3: graph 0: node id -1 is negative");
  CHECK_THAT(reason("0 1\n# nodes 2\n"), Contains("after the first edge"));
  CHECK_THAT(reason("# nodes 1152921504606846976\n"), Contains("more than 16777216 nodes"));
  CHECK_THAT(reason("0 1 {'a': x}\n"), Contains("neither a number nor quoted text"));
  CHECK_THAT(reason("0 1 {'a': 1\n"), Contains("no , where one is due"));
  CHECK_THAT(reason("0 1 {'a\n"), Contains("without an end"));
  CHECK(reason("1 2\r3 4\r") == "f: line 1, column 4: graph 0: a carriage return within the line");
  CHECK(reason("# x\r1 2\n") == "f: line 1, column 4: graph 0: a carriage return within the line");
  CHECK(reason("%%MatrixMarket matrix coordinate pattern symmetric\n3 3 1\n2 1\n") ==
        "f: line 1, column 1: graph 0: MatrixMarket, which is not read; scipy.io.mmread and "
        "networkx.from_scipy_sparse_array take it");
  CHECK(reason("source,target,x,x\n1,2,3,4\n") ==
        "f: line 1, column 1: graph 0: a header with two columns x");
  CHECK_THAT(reason("p edge 3 2\ne 1 2\n"),
             Contains("column 1: graph 0: DIMACS, which is not read"));
  CHECK_THAT(reason("*Vertices 2\n1 a\n"), Contains("column 1: graph 0: Pajek, which is not read"));
}

TEST_CASE("NetworkX's tuples as names, which blanks and commas part, are refused") {
  for (const char* text : {"(0, 0) (1, 0) {}\n", "a b {}\n(1, 2) b {}\n", "x,y\n(0, 0),b\n"}) {
    INFO(text);
    CHECK_THAT(reason_as("edgelist", text), Contains("networkx.convert_node_labels_to_integers"));
  }
  CHECK(read_as("edgelist", "(0, 0)\t(1, 0)\t{}\n").header.node_columns ==
        Columns{{"name", Alphabet{"(0, 0)"s, "(1, 0)"s}}});
  CHECK(read_as("edgelist", "\"(0\",b\n").graphs[0].n == 2);
}

TEST_CASE("a number of nodes that is none is refused") {
  const auto reason = [](const char* text) { return reason_as("edgelist", text); };
  CHECK(reason("# nodes 99999999999999999999\n0 1\n") ==
        "f: line 1, column 9: graph 0: 99999999999999999999 is no number of nodes");
  CHECK(reason("0 1\n# nodes -3\n") == "f: line 2, column 9: graph 0: -3 is no number of nodes");
  // Comments, and thus ids that are names.
  for (const char* text : {"# nodes of the graph\n5 7\n", "# nodes - all\n5 7\n",
                           "# nodes 3 edges 2\n5 7\n", "# Nodes: 7115 Edges: 103689\n5 7\n"}) {
    CHECK(read_as("edgelist", text).graphs[0].n == 2);
  }
}

TEST_CASE("random graphs come back from edge lists, isolated nodes too") {
  for (const auto& record : bare(random_records(50, Layer::graph, 13))) {
    CHECK(read_as("edgelist", text_as("edgelist", {}, {record})).graphs[0] == record.graph);
  }
}

TEST_CASE("text that no header can hold is refused where it is read") {
  CHECK(reason_as("edgelist", "a b\n\x80 c\nd e\n") ==
        "f: line 2, column 1: graph 0: text that is not UTF-8");
  CHECK(reason_as("dot", "graph { a [\"\x80\"=1]; }") == "f: graph 0: text that is not UTF-8");
  CHECK(reason_as("dot", "graph { a [x=\"\x80\"]; }") == "f: graph 0: text that is not UTF-8");
  CHECK(reason_as("dot", "graph \"\x80\" { a; }") ==
        "f: graph \x80: its id: text that is not UTF-8");
}

TEST_CASE("rows of one edge that disagree are settled by an option, in any format") {
  using Conflicts = ForeignOptions::Conflicts;
  const char* rows = "a b 1\nb a 2\nb c 3\na b 4\n";
  const char* json =
      R"({"nodes":[{"id":"a"},{"id":"b"},{"id":"c"}],"edges":[{"source":"a","target":"b","weight":1},
          {"source":"b","target":"a","weight":2},{"source":"b","target":"c","weight":3},
          {"source":"a","target":"b","weight":4}]})";
  const char* dot =
      "graph { a -- b [weight=1]; b -- a [weight=2]; b -- c [weight=3]; "
      "a -- b [weight=4]; }";
  const std::pair<const char*, const char*> files[] = {
      {"edgelist", rows}, {"json", json}, {"dot", dot}};
  for (const auto& [format, text] : files) {
    INFO(format);
    CHECK_THAT(reason_as(format, text), Contains("import --conflicts first, last or drop"));
    ForeignOptions options;
    const auto values = [&, format = format, text = text](Conflicts conflicts) {
      options.conflicts = conflicts;
      const auto set = read_as(format, text, options);
      CHECK(set.repairs.conflicts == 1);
      const auto& all = set.graphs[0].attributes.edges;
      std::vector<double> weights;
      for (const double value : all)
        weights.push_back(
            set.header.edge_columns[0].values
                ? static_cast<double>(std::get<std::int64_t>(
                      set.header.edge_columns[0].values->at(static_cast<std::size_t>(value))))
                : value);
      return weights;
    };
    CHECK(values(Conflicts::first) == std::vector<double>{1, 3});
    CHECK(values(Conflicts::last) == std::vector<double>{4, 3});
    CHECK(values(Conflicts::drop) == std::vector<double>{3});
  }
  // A value that one row has alone is the edge's.
  ForeignOptions options;
  options.conflicts = Conflicts::last;
  CHECK(read_as("edgelist", "a b .5\nb a NA\n", options).graphs[0].attributes.edges ==
        std::vector<double>{.5});
}

TEST_CASE("columns are left out by name") {
  ForeignOptions options;
  options.drop = {"kind", "label"};
  const auto set = read_as("edgelist", "u,v,kind,label,w\na,b,x,y,.5\n", options);
  CHECK(set.header.edge_columns == Columns{{"w", std::nullopt}});
  CHECK(set.header.edge_labels.empty());
}

TEST_CASE("bzip2 and xz are named, wherever they are met") {
  for (const char* format : {"edgelist", "json", "graphml", "dot", "graph6"}) {
    INFO(format);
    CHECK_THAT(reason_as(format, "BZh91AY&SY"), Contains("bzip2 data, which are not read"));
    CHECK_THAT(reason_as(format,
                         "\xFD"
                         "7zXZ\0\0"s),
               Contains("xz data, which are not read"));
  }
}
