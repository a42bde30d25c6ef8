#include "formats/foreign/edge_headings.hpp"

#include <algorithm>
#include <utility>

#include "formats/foreign/text/fields.hpp"
#include "formats/foreign/text/words.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {
namespace {

// The ends of an edge as headings of columns call them, in lower case.
constexpr std::pair<std::string_view, std::string_view> known_names[] = {
    {"source", "target"},
    {"source", "destination"},
    {"src", "dst"},
    {"src", "dest"},
    {"src", "target"},
    {"from", "to"},
    {"head", "tail"},
    {"subject", "object"},
    {"parent", "child"},
    {"u", "v"},
    {"node1", "node2"},
    {"node_1", "node_2"},
    {"node_a", "node_b"},
    {"id1", "id2"},
    {"id_1", "id_2"},
    {"source_id", "target_id"},
    {"sourceid", "targetid"},
    {"from_id", "to_id"},
    {"fromid", "toid"},
    {"from_node", "to_node"},
    {"fromnode", "tonode"},
    {"fromnodeid", "tonodeid"},
    {"from_node_id", "to_node_id"},
    {"start_node", "end_node"},
    {":start_id", ":end_id"},
    {"start_id", "end_id"},
    {"source_node", "target_node"},
};

/// Where a word in any case stands among names, or their number.
std::size_t place_of(std::string_view word, const std::vector<std::string>& names) {
  const auto is = [word](const std::string& name) { return same_word(name, word); };
  return static_cast<std::size_t>(std::ranges::find_if(names, is) - names.begin());
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

}  // namespace graphvq
