#pragma once

#include <filesystem>
#include <string>

#include "formats/foreign/foreign_builder.hpp"

namespace graphvq {

/// Reads a folder of OGB's csv files in its layout (formats/foreign/ogb.hpp), each NAME.csv or
/// compressed: edge (two columns), num-node-list, num-edge-list and, where they exist, node-feat,
/// edge-feat, graph-label, node_*, edge_* and graph_*.
void read_ogb_csv(const std::filesystem::path& folder, ForeignBuilder& into);
bool is_ogb_csv(const std::filesystem::path& folder);
/// Whether the reader takes a file of that name as part of the set; `set` has no say.
bool is_ogb_csv_file(const std::string& file, const std::string& set);

/// Such a folder, under gzip.
std::unique_ptr<ForeignWriter> write_ogb_csv(const Header& header, const OpenSink& open);

}  // namespace graphvq
