#include "cmd/files/shared_labels.hpp"

#include <fmt/format.h>

#include "cmd/files/progress.hpp"
#include "cmd/files/records.hpp"

namespace graphvq {

std::vector<std::uint32_t> SharedLabels::join(const Alphabet& alphabet, Categories& categories) {
  std::vector<std::uint32_t> result;
  for (const auto& value : alphabet)
    result.push_back(
        categories.emplace(value, static_cast<std::uint32_t>(categories.size())).first->second);
  return result;
}

LabelledFile SharedLabels::read(const std::string& path,
                                const std::function<void(std::vector<Graph>& chunk)>& take,
                                std::size_t chunk_graphs) {
  RecordInput input(path);
  const auto node = join(input.header().node_labels, nodes_);
  const auto edge = join(input.header().edge_labels, edges_);
  Progress progress("graphs of " + input.name());
  std::vector<Graph> chunk;
  Record record;
  for (bool more = true; more;) {
    more = input.next(record);
    if (more) {
      for (auto& label : record.graph.node_labels) label = node[label];
      for (auto& label : record.graph.edge_labels) label = edge[label];
      chunk.push_back(std::move(record.graph));
    }
    if (!more || chunk.size() == chunk_graphs) {
      take(chunk);
      progress.advance(input.totals().graphs);
      chunk.clear();
    }
  }
  return {input.name(), input.totals().hash, !node.empty(), !edge.empty()};
}

std::optional<std::string> labels_differ(const LabelledFile& file, const LabelledFile& other) {
  if (file.labelled == other.labelled) return {};
  return fmt::format(
      "{}: only one of it and {} has node labels, so all its graphs are novel; --no-labels "
      "compares without",
      file.name, other.name);
}

std::optional<std::string> edge_labels_differ(const LabelledFile& file, const LabelledFile& other) {
  if (file.edges_labelled == other.edges_labelled) return {};
  return fmt::format(
      "{}: only one of it and {} has edge labels, so gin and label-edge tell them apart by that",
      file.name, other.name);
}

}  // namespace graphvq
