#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "formats/container/header_json.hpp"
#include "libgraphvq/base/error.hpp"

using namespace graphvq;
using Catch::Matchers::StartsWith;
using nlohmann::json;

TEST_CASE("a header's key of the wrong type is refused") {
  const json sound = to_json(Header{});
  CHECK(header_from_json(sound) == Header{});
  for (const char* key : {"node_labels", "edge_labels", "classes", "provenance", "node_columns",
                          "edge_columns", "graph_columns"}) {
    for (const json& value : {json(7), json("x"), json(), json({{"a", 1}, {"b", 2}})}) {
      INFO(key << " " << value);
      auto wrong = sound;
      wrong[key] = value;
      CHECK_THROWS_WITH(header_from_json(wrong), "header: no list where one is due");
    }
  }
  for (const char* key : {"order", "orders", "window", "codes", "latent", "tokenizer", "method"}) {
    INFO(key);
    auto wrong = sound;
    wrong[key] = json::array();
    CHECK_THROWS_WITH(header_from_json(wrong), StartsWith("header: "));
  }
}

TEST_CASE("raw values are integers of 64 bits and texts, and nothing else") {
  const Alphabet all{INT64_MIN, std::int64_t{-1}, INT64_MAX, std::string("C")};
  CHECK(alphabet_from(to_json(all)) == all);
  const auto wide = std::uint64_t{1} << 63U;
  for (const json& value : {json(wide), json(UINT64_MAX), json(1.0), json(true), json()}) {
    INFO(value);
    CHECK_THROWS_WITH(alphabet_from(json::array({value})),
                      "a raw value is " + value.dump() + ", neither an integer nor text");
  }
}
