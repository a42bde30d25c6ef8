#pragma once

#include <string>

#include "formats/foreign/foreign_builder.hpp"

namespace graphvq {

/// Reads all graphs of a GraphML file (pugixml), whatever prefix its namespace has. Keys named
/// `label` (nodes, edges), `class` and `id` (graphs) are label, class and id, others are columns,
/// by their types and with their defaults. Entities, nested graphs, hyperedges and encodings other
/// than UTF-8, UTF-16, UTF-32 and Latin-1 are refused.
void read_graphml(ByteSource& source, const std::string& name, ForeignBuilder& into);
bool starts_graphml(std::string_view start);

std::unique_ptr<ForeignWriter> write_graphml(const Header& header, const OpenSink& open);

}  // namespace graphvq
