#include "formats/container/container.hpp"
#include "formats/container/header_json.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "formats/bytes/hash.hpp"
#include "formats/container/record_codec.hpp"
#include "formats/container/strict_json.hpp"
#include "formats/container/wire.hpp"

namespace graphvq {

namespace {

/// The first version that has what the header names.
std::uint16_t version_of(const Header& header) {
  if (header.latent) return 3;
  const bool columns =
      !header.node_columns.empty() || !header.edge_columns.empty() || !header.graph_columns.empty();
  return columns ? 2 : 1;
}

}  // namespace

struct RecordWriter::Impl {
  Impl(ByteSink& out, Header head) : sink(out), header(std::move(head)) {}

  /// Many at once: records are short.
  void put(std::string_view bytes) {
    constexpr std::size_t enough = std::size_t{1} << 16;
    if (pending.size() + bytes.size() > enough) flush();
    if (bytes.size() > enough) return put_now(bytes);
    pending += bytes;
  }

  void flush() {
    put_now(pending);
    pending.clear();
  }

  void put_now(std::string_view bytes) {
    hash.update(bytes);
    sink.write(bytes);
  }

  void put_record(const Record& record, std::string_view bytes) {
    std::string start(1, static_cast<char>(wire::record_block));
    wire::put_varint(start, bytes.size());
    put(start);
    put(bytes);
    ++totals.graphs;
    totals.nodes += record.graph.n;
    totals.edges += record.graph.edges.size();
  }

  ByteSink& sink;
  Header header;
  Hash hash;
  Totals totals;
  std::string pending;
  std::string payload;  // of the record that is written
};

RecordWriter::RecordWriter(ByteSink& sink, const Header& header)
    : impl_(std::make_unique<Impl>(sink, header)) {
  check(header);
  const std::string text = dump_strict(to_json(header));
  if (text.size() > wire::max_header)
    throw Error(
        fmt::format("the names and raw values of labels and attributes take {} bytes, of which a "
                    "header holds {}",
                    text.size(), std::uint64_t{wire::max_header}));
  std::string start(wire::magic);
  start.push_back(static_cast<char>(header.layer));
  wire::put_fixed(start, version_of(header));
  wire::put_fixed(start, static_cast<std::uint32_t>(text.size()));
  impl_->put(start + text);
}

RecordWriter::~RecordWriter() = default;

void RecordWriter::write(const Record& record) {
  std::string& payload = impl_->payload;
  with_graph(impl_->totals.graphs, [&] {
    check(record, impl_->header);
    payload.clear();
    encode(record, payload);
    if (payload.size() > wire::max_record) throw Error("too large for a record");
  });
  impl_->put_record(record, payload);
}

void RecordWriter::write(const Record& record, std::string_view payload) {
  impl_->put_record(record, payload);
}

void RecordWriter::finish(std::span<const LateInput> late) {
  Totals& totals = impl_->totals;
  std::string payload;
  for (const auto count : {totals.graphs, totals.nodes, totals.edges}) {
    wire::put_varint(payload, count);
  }
  wire::put_varint(payload, late.size());
  for (const auto& input : late) {
    if (input.step >= impl_->header.provenance.size()) throw Error("input of an unknown step");
    wire::put_varint(payload, input.step);
    wire::put_fixed(payload, from_hex(input.hash));
  }
  const std::size_t size = payload.size() + sizeof(std::uint64_t);
  if (size > wire::max_trailer) throw Error("too many inputs for a trailer");
  std::string block(1, static_cast<char>(wire::trailer_block));
  wire::put_varint(block, size);
  impl_->put(block + payload);
  impl_->flush();

  std::string hash;
  wire::put_fixed(hash, impl_->hash.value());
  impl_->sink.write(hash);
  totals.hash = hex(impl_->hash.value());
}

const Totals& RecordWriter::totals() const { return impl_->totals; }

}  // namespace graphvq
