#include "formats/graphml.hpp"

#include <catch2/catch.hpp>

#include "tests/formats/foreign.hpp"

using namespace graphvq;
using namespace graphvq::test;
using Catch::Matchers::Contains;

namespace {

std::string document(const std::string& body) { return "<graphml>\n" + body + "</graphml>"; }

}  // namespace

TEST_CASE("the primer's GraphML: defaults, namespaces, several graphs") {
  // The keys of the GraphML primer's "attributes" example, under a prefix.
  const char* text = R"(<?xml version="1.0" encoding="UTF-8"?>
<g:graphml xmlns:g="http://graphml.graphdrawing.org/xmlns">
  <g:key id="d0" for="node" attr.name="color" attr.type="string">
    <g:default>yellow</g:default>
  </g:key>
  <g:key id="d1" for="edge" attr.name="weight" attr.type="double"/>
  <g:key id="d2" for="node" attr.name="label" attr.type="int"/>
  <g:key id="d3" for="graph" attr.name="class" attr.type="boolean"/>
  <g:graph id="G" edgedefault="undirected">
    <g:data key="d3">true</g:data>
    <g:node id="n0"><g:data key="d0">gr&lt;en</g:data><g:data key="d2">6</g:data></g:node>
    <g:node id="n1"><g:data key="d2"> 7 </g:data></g:node>
    <g:edge id="e0" source="n0" target="n1"><g:data key="d1">1.5</g:data></g:edge>
  </g:graph>
  <g:graph edgedefault="directed">
    <g:node id="b"/><g:node id="a"/>
    <g:edge source="a" target="b"/><g:edge source="b" target="a"/>
  </g:graph>
</g:graphml>)";
  const auto set = read_as("graphml", text);
  REQUIRE(set.graphs.size() == 2);
  CHECK_FALSE(set.repairs.any());
  CHECK(set.graphs[0].id == "G");
  CHECK(set.graphs[0].graph_class == 0U);
  CHECK(set.header.classes == Alphabet{std::int64_t{1}});
  CHECK(set.header.node_labels == Alphabet{std::int64_t{6}, std::int64_t{7}});
  CHECK(set.header.node_columns ==
        Columns{{"color", Alphabet{std::string("gr<en"), std::string("yellow")}},
                {"name", Alphabet{std::string("a"), std::string("b")}}});
  CHECK(set.graphs[0].attributes.edges == std::vector<double>{1.5});
  CHECK(set.graphs[1].edges == std::vector<Edge>{{0, 1}});
}

TEST_CASE("random graphs with labels and attributes come back from GraphML") {
  auto header = full_header(Layer::graph);
  // A key has one type: numbers beside text would come back as text.
  header.node_labels = {std::string("<"), std::string("C"), std::string("Größe"),
                        std::string("a&b")};
  std::ranges::sort(header.node_labels);
  header.node_columns[1].values = Alphabet{std::string("\""), std::string("five")};
  header.provenance.clear();
  const auto records = random_records(60, Layer::graph, 16);
  const auto text = text_as("graphml", header, records);
  const auto set = read_as("graphml", text);
  CHECK(text_as("graphml", set.header, records_of(set)) == text);
  for (std::size_t i = 0; i < records.size(); ++i) {
    CHECK(set.graphs[i].edges == records[i].graph.edges);
    CHECK(set.graphs[i].node_labels == records[i].graph.node_labels);
    CHECK(Attributes{{}, set.graphs[i].attributes.edges, {}} ==
          Attributes{{}, records[i].graph.attributes.edges, {}});
    CHECK(set.graphs[i].id == records[i].graph.id);
  }
}

TEST_CASE("text of GraphML's data is whole") {
  const auto read = [](const std::string& data, const char* type = "string") {
    return read_as("graphml",
                   document(std::string("<key id=\"d0\" for=\"node\" attr.name=\"label\" ") +
                            "attr.type=\"" + type + "\"/><graph edgedefault=\"undirected\">" +
                            "<node id=\"n0\"><data key=\"d0\">" + data + "</data></node></graph>"));
  };
  // By ElementTree's "".join(element.itertext()) of Python.
  CHECK(read("1<!-- c -->2", "int").header.node_labels == Alphabet{std::int64_t{12}});
  CHECK(read("ab<![CDATA[X&y]]>cd").header.node_labels == Alphabet{std::string("abX&ycd")});
  CHECK(read(" ").header.node_labels == Alphabet{std::string(" ")});
  CHECK(read(" <![CDATA[ ]]>\t").header.node_labels == Alphabet{std::string("  \t")});
  CHECK(read("&#65;&#x42;&amp;amp;").header.node_labels == Alphabet{std::string("AB&amp;")});
  const auto elements = read("a<b>c</b>");
  CHECK(elements.header.node_labels.empty());
  CHECK(elements.repairs.not_kept == std::vector<std::string>{"node data of elements, key d0"});
}

TEST_CASE("what GraphML is not kept is counted") {
  const auto set = read_as("graphml", document("<desc>x</desc><graph edgedefault=\"undirected\">"
                                               "<locator/><node id=\"a\"><port/><y/></node>"
                                               "<edge source=\"a\" target=\"a\"><z/></edge>"
                                               "</graph>"));
  CHECK(set.repairs.not_kept == std::vector<std::string>{"element desc", "element locator", "ports",
                                                         "element y", "element z"});
}

TEST_CASE("what GraphML is refused is named with its place") {
  const auto reason = [](const std::string& text) { return reason_as("graphml", text); };
  const auto graph = [&reason](const std::string& body) {
    return reason(document("<graph edgedefault=\"undirected\">\n" + body + "</graph>"));
  };
  CHECK_THAT(reason("<graphml><graph>"), Contains("f: line 1, column "));
  CHECK_THAT(reason("<xml/>"), Contains("no graphml element"));
  CHECK_THAT(reason(document("<graph/>")),
             Contains("f: line 2, column 2: graph 0: a graph without edgedefault"));
  CHECK_THAT(graph("<node/>"), Contains("f: line 3, column 2: graph 0: a node without id"));
  CHECK_THAT(graph("<node id=\"a\"/><node id=\"a\"/>"), Contains("node id a stands twice"));
  CHECK_THAT(graph("<node id=\"a\"/><edge source=\"a\" target=\"b\"/>"),
             Contains("an edge to node b, which is not among the nodes"));
  CHECK_THAT(graph("<hyperedge/>"), Contains("hyperedges are not read"));
  CHECK_THAT(graph("<node id=\"a\"><graph/></node>"), Contains("a graph within a node"));
  CHECK_THAT(graph("<node id=\"a\"><data key=\"k\">1</data></node>"), Contains("not declared"));
  CHECK_THAT(reason(document("<key id=\"k\" for=\"node\" attr.type=\"int\"/>"
                             "<graph edgedefault=\"directed\"><node id=\"a\">"
                             "<data key=\"k\">x</data></node></graph>")),
             Contains("'x' is no int for k"));
  const std::string empty = document("<graph edgedefault=\"undirected\"/>");
  CHECK(reason(empty + " \n").empty());
  CHECK_THAT(reason(empty + "\n" + empty), Contains("f: line 3, column 2: a second root element"));
  CHECK_THAT(reason(empty + "\nx"), Contains("text outside of the graphml element"));
  CHECK_THAT(reason(empty + std::string(1, '\0') + "x"), Contains("line 2, column 44: a NUL byte"));
  CHECK_THAT(graph("x"), Contains("text within a graph"));
  CHECK_THAT(graph("<graph/>"), Contains("a graph within a graph is not read"));
  CHECK_THAT(graph("<node id=\"a\"><node id=\"b\"/></node>"), Contains("a node within a node"));
  const auto edge = [&graph](const std::string& rest) {
    return graph("<node id=\"a\"/><edge source=\"a\" target=\"a\"" + rest);
  };
  CHECK_THAT(edge("><graph/></edge>"), Contains("a graph within an edge is not read"));
  CHECK(edge(" directed=\"false\"/>").empty());
  CHECK_THAT(edge(" directed=\"nonsense\"/>"), Contains("directed is neither true nor false"));
  CHECK_THAT(graph("<node id=\"&unknown;\"/>"),
             Contains("f: line 3, column 11: an & that starts no character XML knows"));
  CHECK(graph("<!-- & --><node id=\"&quot;\"/>").empty());
  // A billion laughs.
  CHECK_THAT(reason("<!DOCTYPE graphml [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;\">]>\n" +
                    document("<graph edgedefault=\"directed\"/>")),
             Contains("entities, which are not read"));
}
