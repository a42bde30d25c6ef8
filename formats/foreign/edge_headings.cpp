#include "formats/foreign/edge_headings.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "formats/foreign/text/fields.hpp"
#include "formats/foreign/text/words.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {
namespace {

// The ends of an edge as headings of columns call them, in lower case.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> known_names = {{
    {"source", "target"},
    {"from", "to"},
    {"src", "dst"},
    {"node1", "node2"},
    {"node_1", "node_2"},
    {"id1", "id2"},
    {"fromnodeid", "tonodeid"},
}};

/// Where a word in any case stands among names, or their number.
std::size_t place_of(std::string_view word, const std::vector<std::string>& names) {
  const auto is = [word](const std::string& name) { return same_word(name, word); };
  return static_cast<std::size_t>(std::ranges::find_if(names, is) - names.begin());
}

bool reads_as_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  // from_chars takes inf and nan, too, which are names.
  return code != std::errc::invalid_argument && end == text.data() + text.size() &&
         text.find_first_of("0123456789") != std::string_view::npos;
}

}  // namespace

std::optional<Ends> known_ends(const std::vector<std::string>& names) {
  std::optional<Ends> ends;
  for (const auto& [first, second] : known_names) {
    const auto u = place_of(first, names);
    const auto v = place_of(second, names);
    if (u < names.size() && v < names.size() && (!ends || u < ends->u)) ends = {u, v};
  }
  return ends;
}

bool names_ends(std::string_view row, char separator) {
  std::vector<std::string> names;
  Fields fields(row, separator);
  try {
    while (fields.more() && (separator != ' ' || names.size() < 2)) {
      names.emplace_back(fields.next());
    }
  } catch (const Error&) {
    return false;
  }
  return known_ends(names).has_value();
}

std::optional<std::size_t> gephi_numbers(const std::vector<std::string>& names) {
  const auto id = place_of("id", names);
  if (id == names.size() || place_of("type", names) == names.size()) return std::nullopt;
  return id;
}

void FirstRow::add(std::size_t column, std::string_view cell, bool first) {
  const auto missing = [cell] { return cell.empty() || says_missing(cell, true); };
  if (first) {
    columns_.resize(column + 1);
    columns_[column].text = !missing() && !reads_as_number(cell);
  } else if (column < columns_.size() && columns_[column].text && !columns_[column].text_below &&
             !missing()) {
    (reads_as_number(cell) ? columns_[column].number_below : columns_[column].text_below) = true;
  }
}

bool FirstRow::is_heading() const {
  return columns_.size() > 1 && columns_[0].text && columns_[1].text &&
         std::ranges::any_of(columns_, [](const Column& column) {
           return column.text && column.number_below && !column.text_below;
         });
}

}  // namespace graphvq
