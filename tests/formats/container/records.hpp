#pragma once

#include <cstdlib>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "formats/container/container.hpp"
#include "libgraphvq/base/error.hpp"
#include "tests/seed.hpp"
#include "tests/support.hpp"

namespace graphvq::test {

/// A header in which every field is set that its layer has.
inline Header full_header(Layer layer) {
  Header header;
  header.layer = layer;
  header.node_labels = {std::int64_t{-3}, std::int64_t{7}, std::string("C"), std::string("Größe")};
  header.edge_labels = {std::int64_t{0}, std::int64_t{1}, std::int64_t{2}};
  header.classes = {std::int64_t{-1}, std::int64_t{1}};
  header.node_columns = {{"x", std::nullopt},
                         {"kind", Alphabet{std::int64_t{5}, std::string("five")}}};
  header.edge_columns = {{"length", std::nullopt}};
  header.graph_columns = {{"energy", std::nullopt}, {"origin", Alphabet{std::string("lab")}}};
  header.provenance = {{"graphvq synth comm -n 3", "0.1.0", 7, {}},
                       {"graphvq split a.gvg", "0.1.0", {}, {"00112233445566ff"}}};
  if (layer == Layer::graph) return header;
  header.order = OrderKind::bfs;
  header.orders = 4;
  if (layer == Layer::sequence) return header;
  header.window = 8;
  header.codes = 300;
  header.tokenizer = "0123456789abcdef";
  return header;
}

/// A record that fits full_header(layer), of 0 to 20 nodes, its optional fields there or not.
inline Record random_record(Stream& stream, Layer layer) {
  Record record;
  record.graph = random_graph(stream.below(21), stream.uniform(), stream());
  Graph& graph = record.graph;
  const auto draw = [&stream](std::size_t count, std::uint32_t bound) {
    std::vector<std::uint32_t> values(count);
    for (auto& value : values) value = stream.below(bound);
    return values;
  };
  if (stream.bernoulli(.7)) graph.node_labels = draw(graph.n, 4);
  if (stream.bernoulli(.7)) graph.edge_labels = draw(graph.edges.size(), 3);
  if (stream.bernoulli(.7)) graph.graph_class = stream.below(2);
  if (stream.bernoulli(.7)) graph.id = "graph " + std::to_string(stream());
  const auto fill = [&stream](std::vector<double>& values, std::size_t rows,
                              const Columns& columns) {
    for (std::size_t i = 0; i < rows * columns.size(); ++i) {
      const auto& categories = columns[i % columns.size()].values;
      const double value = categories ? stream.below(static_cast<std::uint32_t>(categories->size()))
                                      : 1e3 * stream.uniform() - 500;
      const bool missing = stream.bernoulli(.1);
      values.push_back(missing ? std::numeric_limits<double>::quiet_NaN() : value);
    }
  };
  const auto header = full_header(layer);
  if (stream.bernoulli(.7)) fill(graph.attributes.nodes, graph.n, header.node_columns);
  if (stream.bernoulli(.7)) fill(graph.attributes.edges, graph.edges.size(), header.edge_columns);
  if (stream.bernoulli(.7)) fill(graph.attributes.graph, 1, header.graph_columns);
  if (layer == Layer::graph) return record;
  record.ordering = Ordering{OrderKind::bfs, stream.below(4), std::vector<Node>(graph.n)};
  std::iota(record.ordering->perm.begin(), record.ordering->perm.end(), 0U);
  shuffle(record.ordering->perm, stream);
  if (layer == Layer::tokens) record.codes = draw(graph.n, 300);
  return record;
}

inline std::vector<Record> random_records(std::size_t count, Layer layer, std::uint64_t seed) {
  Stream stream(seed, Purpose::synth);
  std::vector<Record> records;
  while (records.size() < count) records.push_back(random_record(stream, layer));
  return records;
}

/// One member, raw.
inline std::string content_of(const Header& header, const std::vector<Record>& records) {
  MemorySink sink;
  RecordWriter writer(sink, header);
  for (const auto& record : records) writer.write(record);
  writer.finish();
  keep_seed("container", sink.bytes);
  return sink.bytes;
}

inline std::string compress(std::string_view content, int level = 3) {
  MemorySink sink;
  ZstdSink zstd(sink, level);
  zstd.write(content);
  zstd.finish();
  return sink.bytes;
}

struct File {
  Header header;
  std::vector<Record> records;
  Totals totals;
};

/// All of a container, compressed or raw, named "f.gvg" in messages.
inline File read_file(std::string_view bytes) {
  MemorySource source(bytes);
  const auto content = decompressed(source);
  RecordReader reader(*content, "f.gvg");
  File file;
  Record record;
  while (reader.next(record)) file.records.push_back(record);
  file.header = reader.header();
  file.totals = reader.totals();
  return file;
}

/// What read_file() says against the bytes, or "".
inline std::string reason(std::string_view bytes) {
  try {
    read_file(bytes);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

inline const Layer all_layers[] = {Layer::graph, Layer::sequence, Layer::tokens};

}  // namespace graphvq::test
