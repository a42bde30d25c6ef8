#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>

#include "tests/formats/container/records.hpp"

using namespace graphvq;
using namespace graphvq::test;

// Files of every format version that was ever written. GRAPHVQ_GOLDEN=1 writes those that are not
// there; a file that is there is never written again.

namespace {

/// What stands in a header of that version: 1 has no columns of attributes, 3 has continuous
/// tokens.
Header header_of(int version, Layer layer) {
  auto header = full_header(layer);
  if (version == 1) header.node_columns = header.edge_columns = header.graph_columns = {};
  if (version == 3) {
    header.codes.reset();
    header.latent = 2;
    header.method = "continuous";
  }
  return header;
}

/// A triangle with a tail and every field set, a bare edge, and the empty graph.
std::vector<Record> records_of(int version, Layer layer) {
  Graph graph = make_graph(4, {{0, 1}, {0, 2}, {1, 2}, {2, 3}}, {0, 1, 2, 3});
  graph.edge_labels = {2, 1, 0, 2};
  graph.graph_class = 1;
  graph.id = "first";
  if (version > 1) {
    const double none = std::numeric_limits<double>::quiet_NaN();
    graph.attributes = {{.5, 0, -1e-300, 1, none, none, 3, 1}, {1, 2, 3, none}, {.1, 0}};
  }
  std::vector<Record> records = {{graph, {}, {}}, {path(2), {}, {}}, {}};
  if (layer == Layer::graph) return records;
  records[0].ordering = Ordering{OrderKind::bfs, 3, {3, 1, 0, 2}};
  records[1].ordering = Ordering{OrderKind::bfs, 0, {1, 0}};
  records[2].ordering = Ordering{OrderKind::bfs, 1, {}};
  if (layer == Layer::sequence) return records;
  if (version == 3) {
    records[0].latents = {.5F, -1.25F, 3, 0, 1e-30F, -1e30F, 7, 8};
    records[1].latents = {1, 2, 3, 4};
    return records;
  }
  records[0].codes = {299, 0, 128, 127};
  records[1].codes = {5, 5};
  return records;
}

}  // namespace

TEST_CASE("golden files of each format version") {
  const std::pair<Layer, const char*> layers[] = {
      {Layer::graph, "gvg"}, {Layer::sequence, "gvs"}, {Layer::tokens, "gvt"}};
  for (const int k : {0, 1, 2, 3, 4, 5, 8}) {  // version 3 are token files alone
    const int version = 1 + k / 3;
    const auto& [layer, suffix] = layers[k % 3];
    const std::string path = GRAPHVQ_SOURCE_DIR "/tests/formats/container/golden/v" +
                             std::to_string(version) + "." + suffix;
    INFO(path);
    const auto content = content_of(header_of(version, layer), records_of(version, layer));
    std::ifstream in(path, std::ios::binary);
    if (!in && std::getenv("GRAPHVQ_GOLDEN") != nullptr) {
      std::ofstream(path, std::ios::binary) << compress(content);
      in.open(path, std::ios::binary);
    }
    REQUIRE(in);
    const std::string bytes(std::istreambuf_iterator<char>(in), {});

    const auto file = read_file(bytes);
    CHECK(file.header == header_of(version, layer));
    CHECK(file.records == records_of(version, layer));
    CHECK(file.totals.graphs == 3);
    CHECK(file.totals.nodes == 6);
    CHECK(file.totals.edges == 5);
    // zstd may compress otherwise one day; the content may not differ.
    MemorySource source(bytes);
    std::string stored;
    read_up_to(*decompressed(source), stored, bytes.size() * 100);
    CHECK(stored == content);
  }
}
