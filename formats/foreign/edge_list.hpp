#pragma once

#include <string>

#include "formats/foreign/foreign_builder.hpp"

namespace graphvq {

/// Reads one graph from rows of two node ids, parted by tabs, commas or blanks as the first row is;
/// what follows is the edge's: a Python dictionary as NetworkX writes it, or columns `weight`,
/// `column_4`... A heading names the columns, and known names those of the ids. `#` and `%` start
/// comments, of which `# nodes N` says that the ids are 0 to N - 1, as with --first-id K that they
/// count from K; elsewhere ids are names, put in order where all are numbers. Edges stand in one
/// direction each, or all in both.
void read_edge_list(ByteSource& source, const std::string& name, ForeignBuilder& into);
bool starts_edge_list(std::string_view start);

/// `# nodes N`, then a row an edge.
std::unique_ptr<ForeignWriter> write_edge_list(const Header& header, const OpenSink& open);

}  // namespace graphvq
