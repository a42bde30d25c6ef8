#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "formats/container.hpp"
#include "formats/repairs.hpp"

namespace graphvq {

/// What to do with rows that a simple undirected graph cannot have.
struct TuOptions {
  enum class Policy { repair, error };

  std::string name;  // prefix of the files; the folder's own name where empty
  Policy loops = Policy::repair;
  Policy duplicates = Policy::repair;
  Policy asymmetric = Policy::repair;
  bool node_labels = true;  // false: leave them out
  bool strict = false;      // every repair is an error
};

/// A TUDataset folder in memory: raw values as alphabets, graphs in order of id.
struct TuData {
  Alphabet node_labels;
  Alphabet edge_labels;
  Alphabet classes;
  std::vector<Graph> graphs;  // graph k has the id k + 1 of the files, without nodes where none has
  Repairs repairs;
};

/// Reads NAME_A, NAME_graph_indicator and, where they exist, NAME_graph_labels, NAME_node_labels
/// and NAME_edge_labels (Morris et al., TUDataset, 2020). Each edge may stand in one direction or
/// both. Throws Error naming file and line.
TuData read_tu(const std::filesystem::path& folder, const TuOptions& options);

}  // namespace graphvq
