#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <variant>
#include <vector>

// How reports are written: as TSV or as JSON.

namespace graphvq {

/// Nothing, a count, a number or text.
using TableCell = std::variant<std::monostate, std::uint64_t, double, std::string>;
/// Cells under the names of their columns.
using TableRow = std::vector<std::pair<std::string, TableCell>>;

/// A cell's text: tabs, line ends and backslashes become \t, \n, \r and \\.
std::string escaped(const std::string& text);

/// The names of a row's columns as a line of TSV.
std::string tsv_heading(const TableRow& like);

/// The cells of `row` as a line of TSV with the columns of `like`, numbers with six digits; `none`
/// stands for nothing and for what the row lacks.
std::string tsv_line(const TableRow& row, const TableRow& like, const std::string& none = "-");

/// Rows under their heading.
std::string tsv(const std::vector<TableRow>& rows, const TableRow& like);

/// A row as an object on one line; nothing is null.
std::string json_line(const TableRow& row);

/// A report as indented JSON, with a line end. In both, bytes that are no UTF-8 are replaced.
std::string json_text(const nlohmann::json& report);

/// The value, or null where it is not finite, as there was nothing to measure.
nlohmann::json json_number(double value);

/// The file that a report is of.
nlohmann::json json_file(const std::string& name, std::uint64_t graphs, const std::string& hash);

}  // namespace graphvq
