#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/foreign_builder.hpp"

namespace graphvq {

/// One graph of a DOT stream, as a first look at its tokens finds it.
struct DotGraph {
  /// With the word subgraph before each group, and edges between nodes only: Boost's parser takes
  /// no groups without the word, and counts not all nodes of a group.
  std::string text;
  bool directed = false;
  std::string id;
  std::uint64_t line = 1;             // where it starts
  std::vector<std::string> mentions;  // IDs that may name nodes, in order
};

/// Cuts a stream of DOT graphs apart. Throws Error for text that is no sequence of graphs, groups
/// nested too deep, and groups whose edges to one another are too many to be meant: a parser would
/// follow both to the end.
std::vector<DotGraph> scan_dot(std::string_view text, const ForeignBuilder& into);

}  // namespace graphvq
