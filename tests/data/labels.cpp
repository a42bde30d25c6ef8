#include "libgraphvq/data/labels.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "libgraphvq/base/error.hpp"
#include "tests/support.hpp"

using namespace graphvq;
using namespace graphvq::test;

namespace {

const Alphabet letters = {7, "C", "N"}, others = {-2, 7, "N", "O"};
constexpr double none = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("alphabets unite in ascending order, numbers before text") {
  CHECK(unite(letters, others) == Alphabet{-2, 7, "C", "N", "O"});
  CHECK(unite({}, letters) == letters);
  CHECK(unite(letters, letters) == letters);
}

TEST_CASE("categories are found by their raw values") {
  CHECK(category(letters, "7") == 0U);
  CHECK(category(letters, "N") == 2U);
  CHECK_FALSE(category(letters, "O"));
  using Map = std::vector<std::optional<std::uint32_t>>;
  CHECK(category_map(letters, others) == Map{1, {}, 2});
  // A number and its text are two values.
  CHECK(category_map({7}, {"7"}) == Map{std::nullopt});
}

TEST_CASE("columns unite by name") {
  const Columns a = {{"mass", {}}, {"kind", Alphabet{"a", "c"}}};
  const Columns b = {{"kind", Alphabet{"b"}}, {"size", {}}};
  CHECK(unite(a, b) == Columns{{"mass", {}}, {"kind", Alphabet{"a", "b", "c"}}, {"size", {}}});
  // Whole numbers as categories join numbers; text, and what a double would round, does not.
  const Columns numbers = {{"x", {}}}, whole = {{"x", Alphabet{1, 5}}};
  CHECK(unite(numbers, whole) == numbers);
  CHECK(unite(whole, numbers) == numbers);
  const auto refuses = [&](const LabelValue& value) {
    const Columns categories = {{"x", Alphabet{value}}};
    CHECK_THROWS_AS(unite(numbers, categories), Error);
    CHECK_THROWS_WITH(unite(categories, numbers),
                      "column x has numbers in one file and others in another");
  };
  refuses("1");
  refuses((std::int64_t{1} << 53) + 1);
}

TEST_CASE("rows of attributes follow their columns") {
  const Columns from = {{"kind", Alphabet{3, 9}}, {"mass", {}}};
  const Columns to = {{"mass", {}}, {"new", {}}, {"kind", Alphabet{1, 3, 9}}};
  std::vector<double> rows = {1, .5, none, none};
  ColumnTranslation(from, to).apply(rows);
  REQUIRE(rows.size() == 6);
  CHECK(rows[0] == .5);
  CHECK(std::isnan(rows[1]));
  CHECK(rows[2] == 2);
  for (const auto k : {3U, 4U, 5U}) CHECK(std::isnan(rows[k]));
  // Categories become their numbers.
  std::vector<double> kinds = {1, 0};
  ColumnTranslation({{"kind", Alphabet{3, 9}}}, {{"kind", {}}}).apply(kinds);
  CHECK(kinds == std::vector<double>{9, 3});
}

TEST_CASE("a model refuses labels that it does not know") {
  const LabelTranslation translation(letters, others);
  Graph graph = make_graph(2, {{0, 1}}, {0, 2});
  translation.apply(graph, "a.gvg", 3);
  CHECK(graph.node_labels == std::vector<std::uint32_t>{1, 2});
  Graph unknown = make_graph(2, {{0, 1}}, {0, 1});
  CHECK_THROWS_WITH(translation.apply(unknown, "a.gvg", 3),
                    "a.gvg: graph 3: node label C is not one that the tokenizer knows; train one "
                    "where it is");
  Graph bare = make_graph(2, {{0, 1}});
  CHECK_THROWS_WITH(translation.apply(bare, "a.gvg", 3),
                    "a.gvg: graph 3: has no node labels, the tokenizer knows some");
  CHECK_NOTHROW(LabelTranslation({}, {}).apply(bare, "a.gvg", 3));
}

TEST_CASE("graphs go from one header to a wider one") {
  Header from, to;
  from.node_labels = from.edge_labels = from.classes = {"b"};
  to.node_labels = to.edge_labels = to.classes = {"a", "b"};
  from.graph_columns = {{"x", {}}};
  to.graph_columns = {{"w", {}}, {"x", {}}};
  Graph graph = make_graph(2, {{0, 1}}, {0, 0});
  graph.edge_labels = {0};
  graph.graph_class = 0;
  graph.attributes.graph = {4};
  HeaderTranslation(from, to).apply(graph);
  CHECK(graph.node_labels == std::vector<std::uint32_t>{1, 1});
  CHECK(graph.edge_labels == std::vector<std::uint32_t>{1});
  CHECK(graph.graph_class == 1U);
  REQUIRE(graph.attributes.graph.size() == 2);
  CHECK(std::isnan(graph.attributes.graph[0]));
  CHECK(graph.attributes.graph[1] == 4);
}
