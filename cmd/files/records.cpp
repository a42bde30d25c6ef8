#include "cmd/files/records.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "cmd/files/foreign.hpp"
#include "cmd/files/progress.hpp"
#include "cmd/program/command.hpp"
#include "cmd/program/help.hpp"
#include "formats/container/model_file.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {

namespace {

// The commands that make records of one layer of those of another, where there are any.
const char* stages_to(Layer wanted, Layer found) {
  if (found == Layer::sequence && wanted == Layer::tokens)
    return "; `graphvq tokenize` makes them of these";
  if (found == Layer::graph && wanted == Layer::tokens)
    return "; `graphvq serialize` and `graphvq tokenize` make them of these";
  if (found == Layer::graph && wanted == Layer::sequence)
    return "; `graphvq serialize` makes them of these";
  if (found == Layer::tokens && wanted == Layer::sequence)
    return "; name the .gvs that they were made of";
  return wanted == Layer::graph ? "; name the .gvg that they were made of" : "";
}

}  // namespace

AnyFile::AnyFile(const std::string& path) : name_(input_name(path)) {
  if (is_folder(path)) {
    content_ = folder_content(path);
  } else {
    input_ = std::make_unique<Input>(path);
    std::string first;
    read_up_to(input_->source(), first, model_start);
    const bool model = starts_model(first);
    start_ = rejoined(std::move(first), input_->source());
    if (model) return;
    content_ = container_content(*start_, name_);
  }
  reader_ = std::make_unique<RecordReader>(*content_, name_);
}

ModelFile AnyFile::model() { return read_model(*start_, name_); }

void AnyFile::each(const std::string& unit, const std::function<void(Record&)>& take) {
  Progress progress(unit);
  Record record;
  for (; next(record); progress.advance(totals().graphs)) take(record);
}

RecordInput::RecordInput(const std::string& path, std::vector<Layer> layers) : AnyFile(path) {
  if (is_model()) throw model_for_graphs(name());
  const auto found = header().layer;
  if (layers.empty() || std::find(layers.begin(), layers.end(), found) != layers.end()) return;
  std::string expected;
  for (const auto layer : layers)
    expected += (expected.empty() ? "" : " or ") + std::string(to_string(layer));
  throw Error(fmt::format("{}: holds {} records, expected {}{}", name(), to_string(found), expected,
                          stages_to(layers.back(), found)));
}

RecordOutput::RecordOutput(const std::string& path, Header header, int level,
                           std::optional<std::uint64_t> seed, std::vector<std::string> inputs)
    : output_(path, true), zstd_(std::make_unique<ZstdSink>(output_.sink(), level)) {
  add_provenance(header.provenance, seed, std::move(inputs));
  writer_ = with_file(is_standard_output(path) ? "standard output" : path,
                      [&] { return std::make_unique<RecordWriter>(*zstd_, header); });
  chain_ = std::move(header.provenance);
}

void RecordOutput::learn(RecordInput& input, const std::vector<std::uint32_t>& places) {
  if (chain_.empty()) return;
  const auto add = [&](std::uint32_t step, const std::string& hash) {
    auto& known = chain_.at(step).inputs;
    if (std::find(known.begin(), known.end(), hash) != known.end()) return;
    known.push_back(hash);
    late_.push_back({step, hash});
  };
  const auto& read = input.header().provenance;
  for (std::size_t k = 0; k < std::min(read.size(), places.size()); ++k)
    for (const auto& hash : read[k].inputs) add(places[k], hash);
  add(static_cast<std::uint32_t>(chain_.size() - 1), input.totals().hash);
}

void RecordOutput::finish() {
  // Earlier steps came with the first input, whose history stands at the start of this one.
  std::vector<std::uint32_t> places(chain_.empty() ? 0 : chain_.size() - 1);
  std::iota(places.begin(), places.end(), 0U);
  for (auto* input : inputs_) {
    learn(*input, places);
    places.clear();
  }
  writer_->finish(late_);
  zstd_->finish();
  output_.close();
  finished_ = true;
}

void RecordOutput::commit() {
  if (!finished_) finish();
  output_.commit();
}

Dataset read_dataset(const std::string& path, std::vector<Layer> layers) {
  RecordInput input(path, std::move(layers));
  Dataset data;
  Record record;
  while (input.next(record)) data.records.push_back(std::move(record));
  data.header = input.header();
  data.totals = input.totals();
  data.name = input.name();
  return data;
}

void require_graphs(std::uint64_t graphs, const std::string& name, const char* purpose) {
  if (graphs == 0)
    throw Error(fmt::format("{}: has no graphs {}; `graphvq info` shows the steps that left none",
                            name, purpose));
}

void add_provenance(std::vector<Provenance>& chain, std::optional<std::uint64_t> seed,
                    std::vector<std::string> inputs) {
  if (command_line().empty()) {
    chain.clear();
    return;
  }
  chain.push_back({command_line(), version(), seed, std::move(inputs)});
}

}  // namespace graphvq
