#include "cmd/records.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cmd/command.hpp"
#include "cmd/help.hpp"
#include "libgraphvq/graph/error.hpp"

namespace graphvq {

const char* layer_name(Layer layer) {
  switch (layer) {
    case Layer::graph:
      return "graphs";
    case Layer::sequence:
      return "sequences";
    case Layer::tokens:
      return "tokens";
  }
  throw std::logic_error("a layer without a name");
}

RecordInput::RecordInput(const std::string& path, std::vector<Layer> layers)
    : input_(path),
      content_(decompressed(input_.source())),
      reader_(std::make_unique<RecordReader>(*content_, input_.name())) {
  const auto found = reader_->header().layer;
  if (layers.empty() || std::find(layers.begin(), layers.end(), found) != layers.end()) return;
  std::string expected;
  for (const auto layer : layers)
    expected += (expected.empty() ? "" : " or ") + std::string(layer_name(layer));
  throw Error(fmt::format("{}: has {}, expected {}", name(), layer_name(found), expected));
}

RecordOutput::RecordOutput(const std::string& path, const Header& header, int level)
    : output_(path, true),
      zstd_(std::make_unique<ZstdSink>(output_.sink(), level)),
      writer_(std::make_unique<RecordWriter>(*zstd_, header)) {}

void RecordOutput::commit() {
  writer_->finish();
  zstd_->finish();
  output_.commit();
}

Dataset read_dataset(const std::string& path, std::vector<Layer> layers) {
  RecordInput input(path, std::move(layers));
  Dataset data;
  Record record;
  while (input.next(record)) data.records.push_back(std::move(record));
  data.header = input.header();
  data.totals = input.reader().totals();
  data.name = input.name();
  return data;
}

void add_provenance(std::vector<Provenance>& chain, std::optional<std::uint64_t> seed,
                    std::vector<std::string> inputs, bool omit) {
  if (omit) {
    chain.clear();
    return;
  }
  chain.push_back({command_line(), version(), seed, std::move(inputs)});
}

}  // namespace graphvq
