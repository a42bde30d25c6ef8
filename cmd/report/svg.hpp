#pragma once

#include <string>
#include <vector>

#include "libgraphvq/base/parallel.hpp"
#include "libgraphvq/data/header.hpp"
#include "libgraphvq/graph/graph.hpp"

namespace graphvq {

/// The text as XML may hold it: ? stands for control characters, U+FFFE and U+FFFF, which XML has
/// not even escaped, and U+FFFD for broken UTF-8.
std::string xml_text(const std::string& text);

/// The graphs of one file, as a row of a contact sheet.
struct SheetRow {
  std::string name;
  std::vector<Graph> graphs;  // node labels are categories of the sheet's alphabet
};

/// A contact sheet as SVG: a row a file under its name, `columns` cells of `size` pixels wide,
/// nodes coloured by label, a legend of the raw label values. The same input gives the same bytes.
/// `advance` is told after each graph how many there are.
std::string contact_sheet(const std::vector<SheetRow>& rows, const Alphabet& labels,
                          std::size_t columns, double size, const Advance& advance);

}  // namespace graphvq
