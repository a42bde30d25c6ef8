#include <catch2/catch.hpp>
#include <cmath>

#include "tests/formats/foreign/foreign.hpp"

using namespace graphvq;
using namespace graphvq::test;
using Catch::Matchers::Contains;

TEST_CASE("DOT's chains, groups and clusters") {
  // Edge counts by `gc -e` of Graphviz: 3, 4 and 4.
  CHECK(read_as("dot", "graph { a -- b -- c -- a }").graphs[0].edges.size() == 3);
  CHECK(read_as("dot", "graph { {a b} -- {c d} }").graphs[0].edges ==
        std::vector<Edge>{{0, 2}, {0, 3}, {1, 2}, {1, 3}});
  const auto set = read_as("dot", R"(/* two
 graphs */ strict graph "first one" {
  node [color=red]; // comment
# a line of the preprocessor
  subgraph cluster_a { label="inner"; x; y -- x }
  z [label="C\"C", color="blue"];
  z -- { x; y } [weight=2];
  y -- x;
}
DiGraph { 1 -> 2; 2 -> 1 })");
  REQUIRE(set.graphs.size() == 2);
  CHECK(set.graphs[0].id == "first one");
  CHECK(set.graphs[0].n == 3);
  CHECK(set.graphs[0].edges == std::vector<Edge>{{0, 1}, {0, 2}, {1, 2}});
  CHECK(set.graphs[1].edges == std::vector<Edge>{{0, 1}});
  CHECK(set.header.node_labels ==
        Alphabet{std::string("C\"C"), std::string("x"), std::string("y")});
  const auto names = set.header.node_columns;
  CHECK(std::ranges::any_of(names, [](const Column& c) { return c.name == "color"; }));
}

TEST_CASE("edges of DOT's groups go to all nodes that the groups name") {
  // Edges by gvpr's E{print($.tail.name, $.head.name)} of Graphviz.
  const auto edges = [](const std::string& text) { return read_as("dot", text).graphs[0].edges; };
  const std::vector<Edge> triangle{{0, 1}, {0, 2}, {1, 2}};
  CHECK(edges("graph { a -- {b--c} }") == triangle);
  CHECK(edges("graph { a -- {{b; {c:n}} b--c} }") == triangle);
  CHECK(edges("graph { subgraph s {a--b} subgraph s {} -- c }") == triangle);
  CHECK(edges("graph { subgraph s {a} -- b -- subgraph s {c} }") ==
        std::vector<Edge>{{0, 1}, {1, 2}});
  CHECK(edges("graph { subgraph s {a--b} {subgraph s {} -- c} }") == std::vector<Edge>{{0, 1}});
  CHECK(edges("graph { a; \"x\" + \"\\\\\" -- {b; \"c\\\"\" -- \"{\"} }") ==
        std::vector<Edge>{{1, 2}, {1, 3}, {1, 4}, {3, 4}});
  CHECK(edges("graph { {a -- b} [x=1]; subgraph s {c} [x=2] [y=3] }") == std::vector<Edge>{{0, 1}});
  const auto set = read_as("dot", "graph { edge [label=d] a -- {b -- c [label=y]} [label=z] }");
  CHECK(set.header.edge_labels == Alphabet{std::string("y"), std::string("z")});
  CHECK(set.graphs[0].edge_labels == std::vector<std::uint32_t>{1, 1, 0});
}

TEST_CASE("a list of DOT's nodes is one side of an edge, and has one list of attributes") {
  // Edges and values by gvpr of Graphviz.
  const auto edges = [](const std::string& text) { return read_as("dot", text).graphs[0].edges; };
  CHECK(edges("graph { a, b -- c, d }") == std::vector<Edge>{{0, 2}, {0, 3}, {1, 2}, {1, 3}});
  CHECK(edges("graph { a:n, b:s -- {c, d} -- e }") ==
        std::vector<Edge>{{0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 4}, {3, 4}});
  CHECK(edges("graph { a -- b, c -- d; e, f }") ==
        std::vector<Edge>{{0, 1}, {0, 2}, {1, 3}, {2, 3}});
  const auto set = read_as("dot", "graph { a, b [label=x]; c, a -- d [label=y]; c, d [label=z] }");
  CHECK(set.header.node_labels == Alphabet{std::string("x"), std::string("z")});
  CHECK(set.graphs[0].node_labels == std::vector<std::uint32_t>{0, 0, 1, 1});
  CHECK(set.graphs[0].edges == std::vector<Edge>{{0, 3}, {2, 3}});
  for (const char* text : {"graph { , a }", "graph { a, }", "graph { a, [x=1] }", "graph { a,, b }",
                           "graph { a, node [x=1] }", "graph { a, {b} }", "graph { {a}, b }",
                           "graph { a, subgraph s {} }", "graph { a, -- b }",
                           "graph { a [x=1], b }", "graph { a -- b [x=1], c }"}) {
    INFO(text);
    CHECK_THROWS_WITH(read_as("dot", text), Contains("a comma without a node"));
  }
}

TEST_CASE("HTML texts and letters beyond ASCII are IDs of DOT") {
  // Names and values by gvpr of Graphviz.
  const auto set = read_as("dot", R"(strict graph <g h> { é -- b; <b> -- "é" [x=<<b>"\" \\</b>>]
  b [label=<x>, y=<>]; é [label="1" + <<2>> + /* > */ "3"] })");
  CHECK(set.graphs[0].id == "g h");
  CHECK(set.graphs[0].edges == std::vector<Edge>{{0, 1}});
  CHECK(set.header.node_columns == Columns{{"name", Alphabet{std::string("b"), std::string("é")}},
                                           {"y", Alphabet{std::string()}}});
  CHECK(set.header.edge_columns == Columns{{"x", Alphabet{std::string(R"(<b>"\" \\</b>)")}}});
  CHECK(set.header.node_labels == Alphabet{std::string("1<2>3"), std::string("x")});
  CHECK(set.graphs[0].node_labels == std::vector<std::uint32_t>{0, 1});
  CHECK_THAT(reason_as("dot", "graph { a [x=<<b>] }"), Contains("column 14: graph 0: an HTML"));
  CHECK_THAT(reason_as("dot", "graph { a\xff }"), Contains("not UTF-8"));
}

TEST_CASE("what is wrong with an edge of DOT is named with the place of its mark") {
  const auto reason = [](const std::string& text) {
    ForeignOptions options;
    options.strict = true;
    return reason_as("dot", text, options);
  };
  CHECK_THAT(reason("graph {\n a -- b\n\n a -> b }"),
             Contains("f: line 4, column 4: graph 0: -> "));
  CHECK_THAT(reason("graph {} graph G {\n {a\n b}\n --\n a }"),
             Contains("f: line 4, column 2: graph G: a self-loop"));
  CHECK_THAT(reason("graph { a\n -- b /*\n*/\n -- a }"),
             Contains("f: line 4, column 2: graph 0: a repeated edge"));
  CHECK_THAT(reason("digraph {\n a -> b -> a;\n b\n -> c }"),
             Contains("f: line 4, column 2: graph 0: an edge in one direction only"));
  CHECK_THAT(reason_as("dot", "graph {\n c -- {b a} [k=0]\n a -- b [k=1];\n b -- a [k=2] }"),
             Contains("f: line 4, column 4: graph 0: edge k 2, but line 3 has 1"));
}

TEST_CASE("an edge that a strict graph of DOT has again is the same edge, with its later values") {
  // Values by gvpr's E{print($.tail.name, $.head.name, $.k)} of Graphviz.
  const auto values = [](const std::string& text) {
    const auto set = read_as("dot", text);
    CHECK(set.repairs.loops + set.repairs.duplicates + set.repairs.one_sided == 0);
    std::vector<std::int64_t> all;
    for (const double value : set.graphs[0].attributes.edges) {
      const auto& categories = set.header.edge_columns[0].values;
      all.push_back(std::get<std::int64_t>(categories->at(static_cast<std::size_t>(value))));
    }
    return all;
  };
  using Values = std::vector<std::int64_t>;
  CHECK(values("strict graph { a -- b [k=2]; a -- b [k=1] }") == Values{1});
  CHECK(values("strict graph { a -- b; b:n -- a [k=1] }") == Values{1});
  CHECK(values("strict graph { {a b} -- c [k=1]; c -- {a d} [k=2] }") == Values{2, 1, 2});
  // Defaults are of an edge's first statement.
  CHECK(values("strict graph { edge [k=5]; a -- b; edge [k=6]; a -- b; b -- c }") == Values{5, 6});
  CHECK(values("strict digraph { a -> b [k=2]; a -> b [k=1]; b -> a [k=1] }") == Values{1});
  const auto set = read_as("dot", "strict graph { a -- a; a -- a; a -- b }");
  CHECK(set.repairs == Repairs{1, 0, 0, {}});
}

TEST_CASE("defaults of many nodes and edges of large groups are sound") {
  std::string text = "graph { node [a=1,b=2,c=3,d=4,e=5,f=6,g=7,h=8]\n";
  for (int i = 0; i < 30000; ++i) text += "n" + std::to_string(i) + ";\n";
  std::string group = "{";
  for (int i = 0; i < 300; ++i) group += " m" + std::to_string(i);
  const auto set = read_as("dot", text + group + "} -- {x y z} }");
  CHECK(set.graphs[0].n == 30303);
  CHECK(set.graphs[0].edges.size() == 900);
}

TEST_CASE("what DOT says of ports and groups is named, and columns stand as in the text") {
  const auto lost = read_as("dot", "graph { subgraph c { label=A; graph [x=1]; a } a:p -- b:q:n }");
  CHECK(lost.repairs.not_kept ==
        std::vector<std::string>{"attributes of subgraphs", "ports of edges"});
  const auto set = read_as("dot", "graph { 0 [x_2=.5,x_10=1.5,b=2.5,a=3.5]; 1 [c=.5,b=1.5] }");
  std::string names;
  for (const auto& column : set.header.node_columns) names += column.name + " ";
  CHECK(names == "x_2 x_10 b a c ");
}

TEST_CASE("text that quotes do not keep from being numbers is named where DOT is written") {
  const auto left_out = [](const Alphabet& values) {
    Header header;
    header.node_columns = {{"v", values}};
    return find_format("dot")->left_out(header);
  };
  using Words = std::vector<std::string>;
  const Words named = {"text of attribute v that reads as numbers"};
  CHECK(left_out({std::string("1.1"), std::string("1.10")}) == named);
  CHECK(left_out({std::string("7"), std::string("a")}) == named);
  // Beside words, numbers keep their letters.
  CHECK(left_out({std::string("1.10"), std::string("a")}) == Words{});
  CHECK(left_out({std::int64_t{7}, std::string("a")}) == Words{});
}

TEST_CASE("defaults of DOT reach the groups within, and groups that are opened again") {
  // Values by gvpr: red and none, red and box, none and box.
  const auto set =
      read_as("dot", "graph { subgraph s { node [c=red]; a } node [d=box]; subgraph s { {b} } e }");
  CHECK(set.header.node_columns ==
        Columns{{"name", Alphabet{std::string("a"), std::string("b"), std::string("e")}},
                {"c", Alphabet{std::string("red")}},
                {"d", Alphabet{std::string("box")}}});
  const auto& values = set.graphs[0].attributes.nodes;
  REQUIRE(values.size() == 9);
  const std::vector<bool> missing{false, false, true, false, false, false, false, true, false};
  for (std::size_t i = 0; i < 9; ++i) CHECK(std::isnan(values[i]) == missing[i]);
}

TEST_CASE("a comment of DOT ends with a line feed, and nothing behind it is lost") {
  CHECK_THAT(reason_as("dot", "// c\rgraph { a -- b }"),
             Contains("f: line 1, column 5: a carriage return without a line feed"));
  CHECK_THAT(reason_as("dot", "graph {\n a # c\r -- b\n }"), Contains("f: line 2, column 7: "));
  // gvpr's edge of each is a -- b.
  for (const char* text : {"// c\r\ngraph { a -- b }", "graph {\r a -- b\r } // c\r",
                           "graph { a # c\n -- /*/ c\r */ b }"}) {
    INFO(text);
    CHECK(read_as("dot", text).graphs.at(0).edges == std::vector<Edge>{{0, 1}});
  }
}

TEST_CASE("nodes of DOT stand as they are first named, isolated ones too") {
  const auto set = read_as("dot", "graph g { 10; 9 -- 10; 3 [x=1.5] }");
  CHECK(set.graphs[0].edges == std::vector<Edge>{{0, 1}});
  CHECK(set.header.node_columns ==
        Columns{{"name", Alphabet{std::int64_t{3}, std::int64_t{9}, std::int64_t{10}}},
                {"x", std::nullopt}});
  CHECK(read_as("dot", "graph { 0; 1; 2; 2 -- 0 }").header.node_columns.empty());
  CHECK(read_as("dot", "").graphs.empty());
  CHECK(read_as("dot", "graph {}").graphs[0] == Graph{});
}

TEST_CASE("random graphs with labels and attributes come back from DOT") {
  auto header = full_header(Layer::graph);
  header.provenance.clear();
  const auto records = random_records(60, Layer::graph, 15);
  const auto text = text_as("dot", header, records);
  const auto set = read_as("dot", text);
  // Columns come back in the order in which nodes and edges first have a value of them.
  const auto sorted = text_as("dot", set.header, records_of(set));
  const auto again = read_as("dot", sorted);
  CHECK(text_as("dot", again.header, records_of(again)) == sorted);
  CHECK(set.header.node_labels == header.node_labels);
  for (std::size_t i = 0; i < records.size(); ++i) {
    CHECK(set.graphs[i].edges == records[i].graph.edges);
    CHECK(set.graphs[i].node_labels == records[i].graph.node_labels);
    CHECK(set.graphs[i].edge_labels == records[i].graph.edge_labels);
    CHECK(set.graphs[i].id == records[i].graph.id);
  }
}

TEST_CASE("DOT's word for a node's name is one as a label only, and not behind a backslash") {
  // What Graphviz draws for the three labels: a, \N and c.
  const auto set =
      read_as("dot", R"(graph { node [label="\N"] a [x="\N"]; b [label="\\N"]; c [label="c"] })");
  CHECK(set.header.node_labels == Alphabet{std::string("\\N"), std::string("a"), std::string("c")});
  CHECK(set.graphs[0].node_labels == std::vector<std::uint32_t>{1, 0, 2});
  CHECK(set.header.node_columns.back() == Column{"x", Alphabet{std::string("\\N")}});
  Header header;
  header.node_labels = {std::string("\\N"), std::string("\\\\N"), std::string("N")};
  header.edge_labels = {std::string("\\N")};
  std::ranges::sort(header.node_labels);
  const std::vector<Record> records{{{3, {{0, 1}}, {0, 1, 2}, {0}, {}, {}}, {}, {}}};
  const auto back = read_as("dot", text_as("dot", header, records));
  CHECK(back.header.node_labels == header.node_labels);
  CHECK(back.header.edge_labels == header.edge_labels);
  CHECK(back.graphs[0].node_labels == records[0].graph.node_labels);
  header.node_labels = {std::string("N"), std::string("a\\\nb"), std::string("b")};
  CHECK_THROWS_WITH(text_as("dot", header, records), Contains("which DOT cannot hold"));
}

TEST_CASE("repairs of DOT graphs") {
  CHECK(read_as("dot", "digraph { a -> b }").repairs == Repairs{0, 0, 1, {}});
  CHECK(read_as("dot", "graph { a -- b; b -- a; a -- a }").repairs == Repairs{1, 1, 0, {}});
}

TEST_CASE("what is no DOT, or too much of it, is named with its place") {
  const auto reason = [](const std::string& text) { return reason_as("dot", text); };
  CHECK_THAT(reason("grph {}"), Contains("f: line 1, column 1: neither graph nor digraph"));
  CHECK_THAT(reason("graph {\n a -- b"), Contains("f: line 2, column 8: graph 0: the text ends"));
  CHECK_THAT(reason("graph {} }"), Contains("neither graph nor digraph"));
  CHECK_THAT(reason("graph { a [label=\"x] }"), Contains("quoted text without an end"));
  CHECK_THAT(reason("graph {}\ngraph { a -> b }"),
             Contains("f: line 2, column 11: graph 1: -> in a graph"));
  CHECK_THAT(reason("graph " + std::string(100'000, '{')), Contains("groups nested too deep"));
  CHECK_THAT(reason("graph { {a} -- ; }"), Contains("column 16: graph 0: an edge without its end"));
  CHECK_THAT(reason("graph { {a} -- subgraph s }"), Contains("subgraph s, which is not known"));
  CHECK_THAT(reason("graph { a [x=1.2.3] }"),
             Contains("a word that starts as a number and stands in no quotes"));
  CHECK_THAT(reason("graph { {a} [x=1] -- b }"), Contains("an edge behind attributes"));
  CHECK_THAT(reason("graph { {a} -> b }"),
             Contains("f: line 1, column 13: graph 0: -> in a graph"));
  std::string group = "{";
  for (int i = 0; i < 1200; ++i) group.append(std::to_string(i)).append(" ");
  group += "}";
  const std::string edges = "more edges between groups than can be meant";
  CHECK_THAT(reason("graph { " + group + " -- " + group + " }"), Contains(edges));
  std::string chain = "graph { subgraph s " + group;
  for (int i = 0; i < 10; ++i) chain += " -- subgraph s";
  CHECK_THAT(reason(chain + " }"), Contains(edges));
}

TEST_CASE("what a text makes of its groups and defaults is bounded over all of its graphs") {
  std::string group = "{";
  for (int i = 0; i < 450; ++i) group += " " + std::to_string(i);
  group += " }";
  const auto clique = "graph { " + group + " -- " + group + " }\n";
  CHECK(read_as("dot", clique).graphs[0].edges.size() == 450 * 449 / 2);
  const auto times = [](const std::string& text, int count) {
    std::string all;
    for (int i = 0; i < count; ++i) all += text;
    return all;
  };
  CHECK_THAT(reason_as("dot", times(clique, 9)), Contains(": more edges between groups"));
  std::string defaults = "graph { node [";
  for (int i = 0; i < 1000; ++i) defaults += "a" + std::to_string(i) + "=1 ";
  defaults += "]; 0";
  for (int i = 1; i < 400; ++i) defaults += "," + std::to_string(i);
  defaults += " }\n";
  CHECK(read_as("dot", defaults).header.node_columns.size() == 1000);
  CHECK_THAT(reason_as("dot", times(defaults, 9)), Contains(": more attributes than"));
}
