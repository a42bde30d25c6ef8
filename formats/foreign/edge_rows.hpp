#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "formats/foreign/foreign_builder.hpp"
#include "libgraphvq/graph/graph.hpp"

namespace graphvq {

struct EdgeRow {
  Node u = 0;
  Node v = 0;
  Place place;
};

/// The rows of an edge list whose ids are names, all read.
struct NamedRows {
  const std::vector<EdgeRow>& rows;
  const std::vector<std::string>& names;  // of each node of a row
  std::size_t width;                      // fields of a row
  bool square;                            // all fields are 0 or 1
};

/// Fails at the first row where the rows may mean another thing than edges: names above numbers,
/// counts above what they count, a matrix. Of rows that nobody has said to be edges.
void check_meaning(const NamedRows& read, const ForeignBuilder& into);

/// Fails where 1.0 stands beside 1, which are one node or two.
void check_spellings(const NamedRows& read, const ForeignBuilder& into);

/// The node of each name: numbers ascending where all are, else as they were met.
std::vector<Node> nodes_of(const std::vector<std::string>& names);

/// Digits alone, after an optional minus.
bool is_number(std::string_view id);

}  // namespace graphvq
