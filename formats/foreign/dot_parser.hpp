#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "formats/foreign/copies.hpp"
#include "formats/foreign/dot_lexer.hpp"
#include "formats/foreign/foreign_builder.hpp"

namespace graphvq {

using DotAttributes = std::map<std::string, std::string>;

struct DotNode {
  std::string name;
  DotAttributes attributes;
};

struct DotEdge {
  Node tail = 0;
  Node head = 0;
  Place place;  // of its -- or ->
  DotAttributes attributes;
};

/// One graph of a DOT stream, its edges as Graphviz makes them of chains, lists and groups, and its
/// attributes with the defaults.
struct DotGraph {
  bool directed = false;
  DotAttributes attributes;
  std::vector<std::string> names;  // of all attributes, as they are met
  std::vector<DotNode> nodes;      // in the order in which they are first named
  std::vector<DotEdge> edges;      // of a strict graph, each once, with the later values
};

/// The next graph of the stream, begun in the builder with its nodes; nothing at the end. Throws
/// Error for text that is no graph, groups nested too deep, and groups and defaults that make more
/// of the text than `copies`, which are of the whole stream, have left.
std::optional<DotGraph> next_dot_graph(DotLexer& lexer, ForeignBuilder& into, Copies& copies);

}  // namespace graphvq
