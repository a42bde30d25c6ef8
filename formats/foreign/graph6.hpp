#pragma once

#include <memory>
#include <string>

#include "formats/foreign/foreign_builder.hpp"

namespace graphvq {

/// Reads graph6 and sparse6 lines, mixed, with or without their header (nauty's formats.txt).
/// Throws Error for digraph6, incremental sparse6 and what is neither.
void read_graph6(ByteSource& source, const std::string& name, ForeignBuilder& into);
bool starts_graph6(std::string_view start);

std::unique_ptr<ForeignWriter> write_graph6(const Header& header, const OpenSink& open);
std::unique_ptr<ForeignWriter> write_sparse6(const Header& header, const OpenSink& open);

}  // namespace graphvq
