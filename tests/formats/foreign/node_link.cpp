#include "formats/foreign/node_link.hpp"

#include <catch2/catch.hpp>

#include "tests/formats/container/records.hpp"
#include "tests/formats/foreign/foreign.hpp"

using namespace graphvq;
using namespace graphvq::test;

namespace {

std::string as_json(const Record& record, const Header& header) {
  auto line = NodeLinkText(header).line(record);
  REQUIRE(line.back() == '\n');
  line.pop_back();
  return line;
}

}  // namespace

// The form of networkx.node_link_data(G, edges="edges"), NetworkX 3.4 and later.

TEST_CASE("NA is a word of JSON, beside numbers too") {
  const auto set = read_as(
      "json", R"({"nodes":[{"id":0,"label":3,"c":"NA"},{"id":1,"label":"NA","c":3}],"edges":[]})");
  const Alphabet both = {std::int64_t{3}, std::string("NA")};
  CHECK(set.header.node_labels == both);
  CHECK(set.header.node_columns == Columns{{"c", both}});
}

TEST_CASE("a bare graph as a node-link object") {
  CHECK(as_json({path(2), {}, {}}, {}) ==
        R"({"directed":false,"multigraph":false,"graph":{},"nodes":[{"id":0},{"id":1}],)"
        R"("edges":[{"source":0,"target":1}]})");
  CHECK(as_json({}, {}) ==
        R"({"directed":false,"multigraph":false,"graph":{},"nodes":[],"edges":[]})");
}

TEST_CASE("a node-link object holds raw values, order and codes") {
  Graph graph = path(3);
  graph.node_labels = {2, 0, 3};
  graph.edge_labels = {1, 2};
  graph.graph_class = 0;
  graph.id = "a \"b\"";
  const Record record{graph, Ordering{OrderKind::bfs, 3, {2, 0, 1}}, {17, 0, 299}};
  CHECK(as_json(record, full_header(Layer::tokens)) ==
        R"({"directed":false,"multigraph":false,"graph":{"id":"a \"b\"","class":-1},)"
        R"("nodes":[{"id":0,"label":"C"},{"id":1,"label":-3},{"id":2,"label":"Größe"}],)"
        R"("edges":[{"source":0,"target":1,"label":1},{"source":1,"target":2,"label":2}],)"
        R"("order":{"kind":"bfs","number":3,"perm":[2,0,1]},"codes":[17,0,299]})");
}

TEST_CASE("attributes stand under their columns' names, missing ones not at all") {
  const double none = std::numeric_limits<double>::quiet_NaN();
  Graph graph = path(2);
  graph.attributes = {{.5, 1, 3, none}, {none}, {-1e-9, 0}};
  CHECK(as_json({graph, {}, {}}, full_header(Layer::graph)) ==
        R"({"directed":false,"multigraph":false,"graph":{"energy":-1e-09,"origin":"lab"},)"
        R"("nodes":[{"id":0,"x":0.5,"kind":"five"},{"id":1,"x":3.0}],)"
        R"("edges":[{"source":0,"target":1}]})");
}
