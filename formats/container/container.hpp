#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "formats/bytes/bytes.hpp"
#include "libgraphvq/data/header.hpp"
#include "libgraphvq/data/record.hpp"

// The container of all stages. The grammar stands in man/graphvq-formats.5 and, shorter, in
// reader.cpp.

namespace graphvq {

/// A content hash that joins the inputs of a step of the history: known only once the input has
/// been read to its end, it stands in the trailer, where the header is long written.
struct LateInput {
  std::uint32_t step = 0;  // index into Header::provenance
  std::string hash;
  bool operator==(const LateInput&) const = default;
};

struct Totals {
  std::uint64_t graphs = 0;
  std::uint64_t nodes = 0;
  std::uint64_t edges = 0;
  std::string hash;  // 16 hexadecimal digits over all content; of a file of several members, over
                     // their hashes
};

/// Reads records as a stream from a container's content, as decompressed() gives it. Every Error
/// names `name` and, where it is of one, the record (from 0).
class RecordReader {
 public:
  /// Reads the first header. Throws Error where the bytes are no container, of a newer version, or
  /// damaged.
  RecordReader(ByteSource& source, std::string name);
  ~RecordReader();
  RecordReader(RecordReader&&) noexcept;

  /// Of the first member. Late inputs join its provenance at that member's end.
  const Header& header() const;
  std::uint32_t version() const;
  const std::string& name() const;

  /// The next record, or false at the sound end of the file. Members that follow the first (`cat a
  /// b`) are read on where their headers agree in all but provenance; otherwise an Error names
  /// `graphvq cat`.
  bool next(Record& record);
  /// The bytes of the record that the last next() gave, until the next: no other stand for it.
  std::string_view payload() const;
  /// Index of the record that the last next() gave, from 0.
  std::uint64_t index() const;
  /// Of all that was read; `hash` is set when next() has returned false.
  const Totals& totals() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Writes one member, uncompressed (a ZstdSink compresses it). The bytes depend on header and
/// records alone.
class RecordWriter {
 public:
  /// Writes the header; throws Error where it breaks its own rules.
  RecordWriter(ByteSink& sink, const Header& header);
  ~RecordWriter();

  /// Throws Error where the record breaks an invariant or does not fit the header's layer and
  /// alphabets.
  void write(const Record& record);
  /// The same of a record that a RecordReader gave as these bytes, under a header that agrees with
  /// this one in all but provenance.
  void write(const Record& record, std::string_view payload);
  /// Writes the trailer. Without it the file is damaged by design.
  void finish(std::span<const LateInput> late = {});
  /// `hash` is set by finish().
  const Totals& totals() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace graphvq
