#include "cmd/report/writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace graphvq {

namespace {

using nlohmann::json;

std::string dump(const json& value, int indent) {
  return value.dump(indent, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const auto at = std::string_view("\t\n\r\\").find(c);
    if (at == std::string_view::npos)
      result += c;
    else
      (result += '\\') += "tnr\\"[at];
  }
  return result;
}

std::string tsv_heading(const TableRow& like) {
  std::string line;
  for (const auto& [name, cell] : like) (line += line.empty() ? "" : "\t") += name;
  return line + "\n";
}

std::string tsv_line(const TableRow& row, const TableRow& like, const std::string& none) {
  std::string line;
  for (std::size_t k = 0; k < like.size(); ++k) {
    if (k > 0) line += '\t';
    const bool same = k < row.size() && row[k].first == like[k].first;
    const auto found = same ? row.begin() + static_cast<std::ptrdiff_t>(k)
                            : std::ranges::find(row, like[k].first, &TableRow::value_type::first);
    const TableCell cell = found == row.end() ? TableCell() : found->second;
    if (const auto* count = std::get_if<std::uint64_t>(&cell))
      line += std::to_string(*count);
    else if (const auto* number = std::get_if<double>(&cell))
      line += fmt::format("{:.6g}", *number);
    else if (const auto* text = std::get_if<std::string>(&cell))
      line += escaped(*text);
    else
      line += none;
  }
  return line + "\n";
}

std::string tsv(const std::vector<TableRow>& rows, const TableRow& like) {
  std::string text = tsv_heading(like);
  for (const auto& row : rows) text += tsv_line(row, like);
  return text;
}

std::string json_line(const TableRow& row) {
  json object;
  for (const auto& [name, cell] : row)
    std::visit(
        [&, &key = name](const auto& value) {
          if constexpr (std::is_same_v<decltype(value), const std::monostate&>)
            object[key] = nullptr;
          else
            object[key] = value;
        },
        cell);
  return dump(object, -1);
}

std::string json_text(const json& report) { return dump(report, 2); }

json json_number(double value) { return std::isfinite(value) ? json(value) : json(); }

json json_file(const std::string& name, std::uint64_t graphs, const std::string& hash) {
  return {{"file", name}, {"graphs", graphs}, {"hash", hash}};
}

}  // namespace graphvq
