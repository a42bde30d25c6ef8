#include "libgraphvq/base/error.hpp"

#include <catch2/catch.hpp>

using namespace graphvq;

TEST_CASE("an error has its places from the outside in, and the innermost file") {
  CHECK(Error("no number").what() == std::string("no number"));
  const auto placed = Error("no number").at(3, 7).of_graph(2).in("a.edges");
  CHECK(placed.what() == std::string("a.edges: graph 2: line 3, column 7: no number"));
  CHECK(placed.in_file());
  CHECK(placed.in("set.zip").what() == std::string(placed.what()));
  CHECK(placed.of_graph(5).what() == std::string(placed.what()));
  CHECK(Error("is empty").at(1).what() == std::string("line 1: is empty"));
}

TEST_CASE("what work throws is placed by who called it") {
  const auto fail = []() -> int { throw Error("too large"); };
  CHECK_THROWS_WITH(with_file("b.gvg", [&] { return with_graph(4, fail); }),
                    "b.gvg: graph 4: too large");
  CHECK(with_file("b.gvg", [] { return 7; }) == 7);
}
