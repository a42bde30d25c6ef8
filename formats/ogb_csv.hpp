#pragma once

#include <filesystem>

#include "formats/foreign_builder.hpp"

namespace graphvq {

/// Reads a folder of OGB's csv files in its layout (formats/ogb.hpp), each NAME.csv or NAME.csv.gz:
/// edge (two columns), num-node-list, num-edge-list and, where they exist, node-feat, edge-feat,
/// graph-label, node_*, edge_* and graph_*.
void read_ogb_csv(const std::filesystem::path& folder, ForeignBuilder& into);
bool is_ogb_csv(const std::filesystem::path& folder);

/// Such a folder, under gzip.
std::unique_ptr<ForeignWriter> write_ogb_csv(const Header& header, const OpenSink& open);

}  // namespace graphvq
