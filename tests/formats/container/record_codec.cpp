#include "formats/container/record_codec.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "tests/formats/container/records.hpp"

using namespace graphvq;
using namespace graphvq::test;

namespace {

/// The edges that the grammar in reader.cpp gives, a byte at a time; nothing where there are none.
/// Bytes from 0x80 on start an integer that is too large for these graphs, or malformed. What
/// follows the edges is cut off.
std::optional<std::vector<Edge>> by_grammar(std::string& payload) {
  std::size_t at = 0;
  const auto next = [&]() -> int {
    if (at == payload.size()) return 0xFF;
    return static_cast<unsigned char>(payload[at++]);
  };
  std::vector<Edge> edges;
  const int n = next();
  if (n >= 0x80) return {};
  for (int u = 0; u < n; ++u) {
    const int degree = next();
    if (degree >= 0x80) return {};
    for (int k = 0, v = u; k < degree; ++k) {
      const int gap = next();
      v += gap + 1;
      if (gap >= 0x80 || v >= n) return {};
      edges.push_back({static_cast<Node>(u), static_cast<Node>(v)});
    }
  }
  payload.resize(at);
  return edges;
}

std::optional<Graph> decoded(const std::string& payload) {
  Record record;
  try {
    decode(payload, record);
  } catch (const Error&) {
    return {};
  }
  return record.graph;
}

/// Whether the payload is read as the grammar has it, and written back as it was.
bool as_by_grammar(std::string payload) {
  const auto expected = by_grammar(payload);
  const auto graph = decoded(payload);
  if (!expected || !graph) return !expected && !graph;
  std::string again;
  encode({*graph, {}, {}}, again);
  return graph->edges == *expected && again == payload;
}

}  // namespace

TEST_CASE("short structures are what the grammar makes of them, each of them") {
  const std::string bytes("\x00\x01\x02\x03\x7f\x80\xff", 7);
  std::size_t sound = 0;
  for (std::size_t length = 0; length <= 6; ++length) {
    std::size_t count = 1;
    for (std::size_t i = 0; i < length; ++i) count *= bytes.size();
    for (std::size_t number = 0; number < count; ++number) {
      std::string payload;
      for (std::size_t rest = number; payload.size() < length; rest /= bytes.size())
        payload += bytes[rest % bytes.size()];
      REQUIRE(as_by_grammar(payload));
      sound += by_grammar(payload) && payload.size() == length;
    }
  }
  CHECK(sound == 1 + 1 + 2 + 7);  // all of 0 to 3 nodes, but the triangle: it takes 7 bytes
}

TEST_CASE("structures of every size and density come back, and no changed byte is misread") {
  const auto seed = std::random_device{}();
  INFO("seed " << seed);
  Stream stream(seed, Purpose::synth);
  for (Node n = 0; n < 140; ++n) {
    for (const double density : {0., .05, .5, 1.}) {
      const Graph graph = random_graph(n, density, stream());
      std::string payload;
      encode({graph, {}, {}}, payload);
      CHECK(decoded(payload) == graph);
      if (n >= 128) continue;
      for (int k = 0; k < 20; ++k) {
        auto changed = payload;
        changed[stream.below(static_cast<std::uint32_t>(changed.size()))] =
            static_cast<char>(stream.below(256));
        REQUIRE(as_by_grammar(changed));
      }
    }
  }
}

TEST_CASE("a record's memory leaves no trace in the next") {
  for (const auto layer : all_layers) {
    Record record;
    for (const auto& one : random_records(50, layer, 8)) {
      std::string payload;
      encode(one, payload);
      decode(payload, record);
      std::string again;
      encode(record, again);
      CHECK(again == payload);
    }
    decode(std::string(1, '\0'), record);
    CHECK(record == Record{});
  }
}
