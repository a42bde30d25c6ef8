#include "libgraphvq/data/record.hpp"

#include <catch2/catch.hpp>

#include "tests/support.hpp"

using namespace graphvq;
using namespace graphvq::test;

TEST_CASE("truncating keeps what the first nodes induce") {
  Graph original = make_graph(5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {0, 4}}, {5, 6, 7, 8, 9});
  original.edge_labels = {10, 14, 11, 12, 13};  // of 01, 04, 12, 23, 34
  original.graph_class = 2;
  original.id = "ring";
  original.attributes = {{5, 6, 7, 8, 9}, {10, 1, 14, 2, 11, 3, 12, 4, 13, 5}, {.5}};
  const std::vector<Node> perm = {4, 3, 0, 2, 1};
  const Record record{
      relabel(original, perm), Ordering{OrderKind::bfs, 1, perm}, {20, 21, 22, 23, 24}};

  const Record cut = truncate(record, 3);
  // The nodes 4, 3 and 0 with the edges {3, 4} and {0, 4}.
  CHECK(cut.graph.n == 3);
  CHECK(cut.graph.edges == std::vector<Edge>{{0, 1}, {0, 2}});
  CHECK(cut.graph.edge_labels == std::vector<std::uint32_t>{13, 14});
  CHECK(cut.graph.node_labels == std::vector<std::uint32_t>{9, 8, 5});
  CHECK(cut.graph.attributes == Attributes{{9, 8, 5}, {13, 5, 14, 2}, {.5}});
  CHECK(cut.graph.graph_class == 2U);
  CHECK(cut.graph.id == "ring");
  CHECK(cut.codes == std::vector<std::uint32_t>{20, 21, 22});
  CHECK(cut.ordering->number == 1);
  // Without the nodes 1 and 2 the original numbering is 0, 3, 4.
  const Graph back = restore(cut.graph, cut.ordering->perm);
  CHECK(back.edges == std::vector<Edge>{{0, 2}, {1, 2}});
  CHECK(back.node_labels == std::vector<std::uint32_t>{5, 8, 9});
}

TEST_CASE("a record within the cap stays as it is") {
  const Record record{petersen(), {}, {}};
  CHECK(truncate(record, 10) == record);
  CHECK(truncate(record, 0).graph == Graph{});
}
