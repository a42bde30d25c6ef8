#pragma once

#include <string>

#include "formats/foreign/foreign_builder.hpp"

namespace graphvq {

/// Reads node-link objects of NetworkX, one after another or in one array, with `edges` or `links`
/// (which `view` prints, too). Node and edge labels are `label`, the graph's id and class
/// `graph.id` and `graph.class`; other keys are columns, a list `x` the columns x_0, x_1..., true
/// and false 1 and 0, null nothing; objects within and the `key` of a multigraph's edges are not
/// kept. Lists of numbers of one name have one length; ids that are lists or objects are refused.
void read_node_link(ByteSource& source, const std::string& name, ForeignBuilder& into);
bool starts_node_link(std::string_view start);

/// Such objects, one a line.
std::unique_ptr<ForeignWriter> write_node_link(const Header& header, const OpenSink& open);

}  // namespace graphvq
