#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "formats/foreign/foreign_builder.hpp"

namespace graphvq {

/// Reads NAME_A, NAME_graph_indicator and, where they exist, NAME_graph_labels, NAME_node_labels,
/// NAME_edge_labels and NAME_node_attributes, NAME_edge_attributes, NAME_graph_attributes (Morris
/// et al., TUDataset, 2020). Of several columns of labels the first is the label, others are
/// columns label_2, label_3...; columns of attributes are attribute_1, attribute_2... Files may end
/// in .gz. Graph k is that of id k + 1, without nodes where no node has the id.
void read_tu(const std::filesystem::path& folder, ForeignBuilder& into);
bool is_tu(const std::filesystem::path& folder);
/// Whether the reader takes a file of that name as part of the set called `set`.
bool is_tu_file(const std::string& file, const std::string& set);
/// The same from the collection's zip, whose files may stand in a folder.
void read_tu_zip(ByteSource& source, const std::string& name, ForeignBuilder& into);
bool starts_tu_zip(std::string_view start);

/// Writes such a folder, each edge in both directions; columns of integers stand among the labels,
/// other numbers among the attributes. Text, which such files cannot hold, is left out.
std::unique_ptr<ForeignWriter> write_tu(const Header& header, const OpenSink& open);

}  // namespace graphvq
