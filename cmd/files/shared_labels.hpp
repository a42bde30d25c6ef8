#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "libgraphvq/data/header.hpp"

namespace graphvq {

/// A file that has been read.
struct LabelledFile {
  std::string name;
  std::string hash;
  bool labelled = false;        // its nodes have labels
  bool edges_labelled = false;  // its edges have labels
};

/// The labels of all files of a run: a raw value is the same category in each.
class SharedLabels {
 public:
  /// Hands the graphs of a file on in chunks, at least one, the last perhaps shorter or empty. The
  /// categories are those of all files up to this one.
  LabelledFile read(const std::string& path,
                    const std::function<void(std::vector<Graph>& chunk)>& take,
                    std::size_t chunk_graphs = 1024);

  std::uint32_t node_labels() const { return static_cast<std::uint32_t>(nodes_.size()); }
  std::uint32_t edge_labels() const { return static_cast<std::uint32_t>(edges_.size()); }

 private:
  using Categories = std::map<LabelValue, std::uint32_t>;

  static std::vector<std::uint32_t> join(const Alphabet& alphabet, Categories& categories);

  Categories nodes_, edges_;
};

/// What to say where only one of two files has node labels, so that no graph of one is the other's.
std::optional<std::string> labels_differ(const LabelledFile& file, const LabelledFile& other);

/// What to say where only one of two files has edge labels and signatures count these.
std::optional<std::string> edge_labels_differ(const LabelledFile& file, const LabelledFile& other);

}  // namespace graphvq
