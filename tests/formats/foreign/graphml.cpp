#include <catch2/catch.hpp>

#include "tests/formats/foreign/foreign.hpp"

using namespace graphvq;
using namespace graphvq::test;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

std::string document(const std::string& body) { return "<graphml>\n" + body + "</graphml>"; }

/// What is read of a graph of one node with one value.
ForeignGraphs with_data(const std::string& type, const std::string& data) {
  return read_as("graphml",
                 document("<key id=\"d0\" for=\"node\" attr.name=\"x\" attr.type=\"" + type +
                          "\"/><graph edgedefault=\"undirected\"><node id=\"n0\">" +
                          "<data key=\"d0\">" + data + "</data></node></graph>"));
}

/// Bytes of UTF-16 or UTF-32.
template <class Text>
std::string bytes_of(const Text& text, bool big_endian) {
  std::string bytes;
  for (const std::uint32_t unit : text) {
    constexpr std::size_t size = sizeof(typename Text::value_type);
    for (std::size_t k = 0; k < size; ++k) {
      bytes += static_cast<char>(unit >> 8 * (big_endian ? size - 1 - k : k));
    }
  }
  return bytes;
}

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
  CHECK_THAT(reason(empty + std::string(1, '\0') + "x"),
             Contains("line 2, column 44: a control character, which XML has not"));
  CHECK_THAT(graph("x"), Contains("text within a graph"));
  CHECK_THAT(graph("<graph/>"), Contains("a graph within a graph is not read"));
  CHECK_THAT(graph("<node id=\"a\"><node id=\"b\"/></node>"), Contains("a node within a node"));
  const auto edge = [&graph](const std::string& rest) {
    return graph("<node id=\"a\"/><edge source=\"a\" target=\"a\"" + rest);
  };
  CHECK_THAT(edge("><graph/></edge>"), Contains("a graph within an edge is not read"));
  CHECK(edge(" directed=\"false\"/>").empty());
  CHECK_THAT(edge(" target=\"b\"/>"), Contains("an edge with target twice"));
  CHECK_THAT(graph("<node id=\"a\" id=\"b\"/>"), Contains("a node with id twice"));
  CHECK_THAT(edge(" directed=\"nonsense\"/>"), Contains("directed is neither true nor false"));
  CHECK_THAT(graph("<node id=\"&unknown;\"/>"),
             Contains("f: line 3, column 11: an & that starts no character XML knows"));
  for (const char* no_character :
       {"&#0;", "&#x1;", "&#xD800;", "&#xFFFF;", "&#4294967361;", "&#x;"})
    CHECK_THAT(graph(std::string("<node id=\"") + no_character + "\"/>"),
               Contains("an & that starts no character XML knows"));
  CHECK(graph("<node id=\"&#65;&#x10FFFF;&#9;\"/>").empty());
  CHECK(graph("<!-- & --><node id=\"&quot;\"/>").empty());
  // A billion laughs.
  CHECK_THAT(reason("<!DOCTYPE graphml [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;\">]>\n" +
                    document("<graph edgedefault=\"directed\"/>")),
             Contains("entities, which are not read"));
}

TEST_CASE("edges of a GraphML graph are directed all or none, whatever its default") {
  const auto edges = [](const std::string& one, const std::string& other) {
    return reason_as("graphml",
                     "<graphml><graph edgedefault=\"directed\"><node id=\"a\"/><node "
                     "id=\"b\"/><node id=\"c\"/><edge source=\"a\" target=\"b\" " +
                         one + "/><edge source=\"b\" target=\"c\" " + other +
                         "/></graph></graphml>");
  };
  CHECK(edges("", "directed=\"true\"").empty());
  CHECK(edges("directed=\"false\"", "directed=\"0\"").empty());
  CHECK_THAT(edges("directed=\"false\"", ""), Contains("directed and undirected edges"));
  CHECK_THAT(edges("", "directed=\"false\""), Contains("directed and undirected edges"));
}

TEST_CASE("ids of GraphML's nodes are names as they are written") {
  const auto names = [](std::initializer_list<const char*> ids) {
    std::string nodes;
    for (const char* id : ids) nodes += std::string("<node id=\"") + id + "\"/>";
    return read_as("graphml", document("<graph edgedefault=\"undirected\">" + nodes + "</graph>"))
        .header.node_columns;
  };
  const auto name = [](const Alphabet& values) { return Columns{{"name", values}}; };
  CHECK(names({"n0", "n1", "n2"}).empty());
  CHECK(names({"0", "1"}).empty());
  CHECK(names({"1.10", "1.1"}) == name({std::string("1.1"), std::string("1.10")}));
  CHECK(names({"n0", "n1", "n3"}) ==
        name({std::string("n0"), std::string("n1"), std::string("n3")}));
  CHECK(names({"1", "n1"}) == name({std::int64_t{1}, std::string("n1")}));
}

TEST_CASE("values of GraphML in the forms of XML Schema and of NetworkX") {
  const auto value = [](const char* type, const char* data) {
    const auto columns = with_data(type, data).header.node_columns;
    return columns.at(0).values.value().at(0);
  };
  CHECK(value("boolean", "True") == LabelValue(std::int64_t{1}));
  CHECK(value("boolean", "False") == LabelValue(std::int64_t{0}));
  CHECK(value("boolean", " TRUE ") == LabelValue(std::int64_t{1}));
  CHECK(value("boolean", "0") == LabelValue(std::int64_t{0}));
  CHECK(value("int", "+3") == LabelValue(std::int64_t{3}));
  CHECK(value("long", "-3") == LabelValue(std::int64_t{-3}));
  CHECK(with_data("double", "+1.5").graphs[0].attributes.nodes.at(0) == 1.5);
  CHECK_THROWS_WITH(with_data("boolean", "yes"), Contains("'yes' is no boolean for x"));
  CHECK_THROWS_WITH(with_data("int", "+-3"), Contains("'+-3' is no int for x"));
  CHECK_THROWS_WITH(with_data("int", "++3"), Contains("'++3' is no int for x"));
  CHECK_THROWS_WITH(with_data("double", "+"), Contains("'+' is no double for x"));
}

TEST_CASE("blanks in GraphML's names and values come back, other control characters are refused") {
  Header header;
  header.node_columns = {{"a\tb\nc\rd", Alphabet{std::string("\r\n\t")}}};
  Graph graph;
  graph.n = 1;
  graph.attributes.nodes = {0};
  const auto text = text_as("graphml", header, {{graph, {}, {}}});
  CHECK_THAT(text, Contains("attr.name=\"a&#9;b&#10;c&#13;d\""));
  CHECK_THAT(text, Contains(">&#13;&#10;&#9;</data>"));
  CHECK(read_as("graphml", text).header.node_columns == header.node_columns);

  const auto write = [](const char* id) {
    Graph named;
    named.id = id;
    return text_as("graphml", {}, {{named, {}, {}}});
  };
  CHECK_THROWS_WITH(write("\x1F"), Contains("a control character, which XML cannot hold"));
  CHECK_THROWS_WITH(write("a\uFFFE"), Contains("U+FFFE or U+FFFF, which XML cannot hold"));
  CHECK_THROWS_WITH(write("a\uFFFF"), Contains("U+FFFE or U+FFFF, which XML cannot hold"));
  CHECK_THAT(write("a\uFFFD"), Contains("a\uFFFD"));
}

TEST_CASE("GraphML in UTF-16, UTF-32 and Latin-1, with places; other encodings are refused") {
  const std::u32string wide =
      UR"(<graphml><key id="ééé" for="node" attr.name="label"/>
<graph edgedefault="undirected"><node id="a"><data key="ééé">é𝄞</data></node>
)";
  const std::u32string end = U"</graph></graphml>";
  const std::u32string twice = U"<node id=\"a\"/>";
  const auto half = [](const std::u32string& text) {
    std::u16string units;
    for (const auto c : text) {
      // U+1D11E in UTF-16, by chapter 3.9 of the Unicode Standard.
      units += c == U'\U0001D11E' ? std::u16string{0xD834, 0xDD1E}
                                  : std::u16string(1, static_cast<char16_t>(c));
    }
    return units;
  };
  const auto check = [](const std::string& good, const std::string& bad) {
    CHECK(read_as("graphml", good).header.node_labels == Alphabet{std::string("é𝄞")});
    CHECK(reason_as("graphml", bad) == "f: line 3, column 2: graph 0: node id a stands twice");
  };
  for (const std::u32string mark : {U"", U"\uFEFF"}) {
    for (const bool big : {false, true}) {
      check(bytes_of(mark + wide + end, big), bytes_of(mark + wide + twice + end, big));
      check(bytes_of(half(mark + wide + end), big), bytes_of(half(mark + wide + twice + end), big));
    }
  }
  const auto declared = [](const std::string& encoding, const std::string& label) {
    return "<?xml version='1.0' encoding='" + encoding +
           "'?>\n<graphml><key id=\"\xE9\xE9\xE9\" for=\"node\" attr.name=\"label\"/>\n"
           "<graph edgedefault=\"undirected\"><node id=\"a\"><data key=\"\xE9\xE9\xE9\">" +
           label + "</data></node>\n</graph></graphml>";
  };
  CHECK(read_as("graphml", declared("ISO-8859-1", "\xE9")).header.node_labels ==
        Alphabet{std::string("é")});
  CHECK_THAT(reason_as("graphml", declared("latin1", "</data>\n</b>")),
             StartsWith("f: line 4, column 3: "));
  CHECK(reason_as("graphml", declared("windows-1252", "\xE9")) ==
        "f: line 1: an encoding that is not read: windows-1252; iconv makes UTF-8");
  const std::string rest = "'?>" + document("<graph edgedefault=\"undirected\"/>");
  for (const char* encoding : {"utf-8", "UTF-8", "US-ASCII", "UTF-16"}) {
    CHECK(reason_as("graphml", std::string("<?xml version='1.0' encoding='") + encoding + rest)
              .empty());
  }
}

TEST_CASE("defaults of keys are bounded by the text") {
  const auto text = [](int count) {
    std::string keys, nodes;
    for (int i = 0; i < count; ++i) {
      keys += "<key id=\"k" + std::to_string(i) + "\" for=\"node\"><default>x</default></key>";
      nodes += "<node id=\"n" + std::to_string(i) + "\"/>";
    }
    return "<graphml>" + keys + "<graph edgedefault=\"undirected\">" + nodes + "</graph></graphml>";
  };
  CHECK(read_as("graphml", text(500)).header.node_columns.size() == 500);
  CHECK_THAT(reason_as("graphml", text(2500)), Contains("more default values than can be meant"));
}

TEST_CASE("an element of many XML attributes has none of them twice") {
  std::string node = "<node id=\"n0\"";
  for (int i = 0; i < 50'000; ++i) node += " a" + std::to_string(i) + "=\"\"";
  const auto text = [&node](const std::string& end) {
    return document("<graph edgedefault=\"undirected\">" + node + end + "</graph>");
  };
  CHECK(read_as("graphml", text("/>")).graphs[0].n == 1);
  CHECK_THAT(reason_as("graphml", text(" a7=\"\"/>")), Contains("a node with a7 twice"));
}

TEST_CASE("GraphML's doubles in hexadecimal, and types that are none of GraphML's") {
  const auto text = [](const char* type, const char* value) {
    return std::string("<graphml><key id='k' for='node' attr.name='x' attr.type='") + type +
           "'/><graph edgedefault='undirected'><node id='a'><data key='k'>" + value +
           "</data></node></graph></graphml>";
  };
  const std::pair<const char*, double> values[] = {
      {"0x1.8p+1", 3}, {"-0x1p-1", -.5}, {"0x1.999999999999ap-4", .1}, {"2.5", 2.5}};
  for (const auto& [written, value] : values)
    CHECK(read_as("graphml", text("double", written)).graphs[0].attributes.nodes[0] == value);
  CHECK_THAT(reason_as("graphml", text("double", "0xZ")), Contains("'0xZ' is no double for x"));
  CHECK_THAT(reason_as("graphml", text("vector_double", "1, 2")),
             Contains("x has the type vector_double, which is none of") &&
                 Contains("import --drop x leaves it out"));
  ForeignOptions options;
  options.drop = {"x"};
  const auto set = read_as("graphml", text("vector_double", "1, 2"), options);
  CHECK(set.graphs[0].n == 1);
  CHECK(set.header.node_columns == Columns{{"name", Alphabet{std::string("a")}}});
}
