#pragma once

#include <string>

#include "formats/foreign/foreign_builder.hpp"

namespace graphvq {

/// Reads a zip file of .npy arrays in OGB's layout (formats/foreign/ogb.hpp), stored or deflated.
void read_npz(ByteSource& source, const std::string& name, ForeignBuilder& into);
bool starts_npz(std::string_view start);

/// Such a file, stored, with the date 1980-01-01: the bytes follow from the graphs alone.
std::unique_ptr<ForeignWriter> write_npz(const Header& header, const OpenSink& open);

}  // namespace graphvq
