#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cmd/files/io.hpp"
#include "formats/container/container.hpp"

namespace graphvq {

struct ModelFile;

/// A file that is open, graphs or a model by its first bytes. Graphs are a stream: of a container,
/// whose compression is found by magic, or of a file or folder of any foreign format, which is read
/// into memory and whose repairs are counted on standard error.
class AnyFile {
 public:
  explicit AnyFile(const std::string& path);

  const std::string& name() const { return name_; }
  bool is_model() const { return !reader_; }
  /// Reads the model whole.
  ModelFile model();

  // The rest is of graphs.
  const Header& header() const { return reader_->header(); }
  const Totals& totals() const { return reader_->totals(); }
  RecordReader& reader() { return *reader_; }
  bool next(Record& record) { return reader_->next(record); }
  /// Hands on all records that are left, with progress in this unit; `take` may move from them.
  void each(const std::string& unit, const std::function<void(Record&)>& take);

 private:
  std::string name_;
  std::unique_ptr<Input> input_;       // null for a folder
  std::unique_ptr<ByteSource> start_;  // the first bytes again, then the input
  std::unique_ptr<ByteSource> content_;
  std::unique_ptr<RecordReader> reader_;
};

/// Graphs that are open.
class RecordInput : public AnyFile {
 public:
  /// Throws Error where the file has not one of `layers` (any where empty), naming what it has.
  explicit RecordInput(const std::string& path, std::vector<Layer> layers = {});
};

/// A container written as a stream, whole or not at all.
class RecordOutput {
 public:
  /// The step that this process adds to the history has this seed and these inputs.
  RecordOutput(const std::string& path, Header header, int level,
               std::optional<std::uint64_t> seed = {}, std::vector<std::string> inputs = {});
  void write(const Record& record) { writer_->write(record); }
  /// What an input gave, whose header agrees with this file's in all but provenance, as its bytes.
  void write(const Record& record, std::string_view payload) { writer_->write(record, payload); }
  const Totals& totals() const { return writer_->totals(); }
  /// `input` is what these records are made from: its content hash, known when it has been read to
  /// its end, goes into the history. `input` must outlive commit().
  void derive_from(RecordInput& input) { inputs_.push_back(&input); }
  /// The same at once, for an input that has been read to its end and may then be closed; its k-th
  /// step is number places[k] of this file's history.
  void learn(RecordInput& input, const std::vector<std::uint32_t>& places);
  /// Writes the trailer, ends the last frame, closes: with several outputs, what can fail comes
  /// before the first appears.
  void finish();
  /// Finishes where that is to be done, renames.
  void commit();

 private:
  Output output_;
  std::unique_ptr<ZstdSink> zstd_;
  std::unique_ptr<RecordWriter> writer_;
  std::vector<Provenance> chain_;
  std::vector<LateInput> late_;
  bool finished_ = false;
  std::vector<RecordInput*> inputs_;
};

/// A whole file in memory.
struct Dataset {
  Header header;
  std::vector<Record> records;
  Totals totals;
  std::string name;
};
Dataset read_dataset(const std::string& path, std::vector<Layer> layers = {});

/// Throws Error where there are no graphs `purpose`, such as "to train on".
void require_graphs(std::uint64_t graphs, const std::string& name, const char* purpose);

/// Adds the step of this process to a file's history; under --no-provenance, empties that.
void add_provenance(std::vector<Provenance>& chain, std::optional<std::uint64_t> seed,
                    std::vector<std::string> inputs);

}  // namespace graphvq
