#pragma once

#include <string>

#include "formats/foreign/foreign_builder.hpp"

namespace graphvq {

/// Reads a stream of DOT graphs as Graphviz does: chains, lists, groups, clusters and default
/// attributes. `label` is the label of a node or edge, `class` that of a graph, whose ID is its id;
/// other attributes are columns. Where some nodes have labels, those of the others are their names.
/// Nodes stand in the order in which they are first named. Ports and the attributes of subgraphs
/// are not kept.
void read_dot(ByteSource& source, const std::string& name, ForeignBuilder& into);
bool starts_dot(std::string_view start);

/// GML, whose `graph [` looks like DOT, is read by no format.
bool starts_gml(std::string_view start);
inline constexpr const char* gml_refusal =
    "is GML, which is not read; NetworkX (read_gml, write_graphml) or Gephi make GraphML of it";

/// What has text that DOT, where quotes say nothing, gives back as numbers, as words.
std::vector<std::string> numbers_in_dot(const Header& header);
/// One graph after another, nodes by their numbers.
std::unique_ptr<ForeignWriter> write_dot(const Header& header, const OpenSink& open);

}  // namespace graphvq
