#include "formats/foreign/edge_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <span>
#include <unordered_map>

namespace graphvq {
namespace {

constexpr std::string_view digits = "0123456789";

/// With a fraction or an exponent, too; from_chars takes inf and nan, which are names.
bool reads_as_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  return code != std::errc::invalid_argument && end == text.data() + text.size() &&
         text.find_first_of(digits) != std::string_view::npos;
}

void check_names_above_numbers(const NamedRows& read, const ForeignBuilder& into) {
  if (read.rows.size() < 2) return;
  const auto number = [&](Node k) { return reads_as_number(read.names[k]); };
  const auto& [u, v, place] = read.rows[0];
  if (number(u) || number(v)) return;
  const auto below = std::span(read.rows).subspan(1);
  if (!std::ranges::all_of(below, number, &EdgeRow::u) &&
      !std::ranges::all_of(below, number, &EdgeRow::v))
    return;
  into.fail(place, fmt::format("{} and {} stand above numbers: import --header takes them as names "
                               "of columns, --no-header as nodes",
                               read.names[u], read.names[v]));
}

/// `N M` above M edges or N rows of neighbours, of nodes that are no more.
void check_counts(const NamedRows& read, const ForeignBuilder& into) {
  if (read.rows.size() < 2 || read.width != 2) return;
  const auto below = std::to_string(read.rows.size() - 1);
  const auto& nodes = read.names[read.rows[0].u];
  const auto& edges = read.names[read.rows[0].v];
  if (!is_number(nodes) || (nodes != below && edges != below)) return;
  const auto beyond = [&](Node k) {
    const auto& id = read.names[k];
    return !is_number(id) || id.size() > nodes.size() || (id.size() == nodes.size() && id > nodes);
  };
  for (std::size_t r = 1; r < read.rows.size(); ++r)
    if (beyond(read.rows[r].u) || beyond(read.rows[r].v)) return;
  into.fail(read.rows[0].place,
            fmt::format("{} and {} seem to count nodes and edges: leave the line out (rows of "
                        "neighbours, as of METIS, are not read), or say --no-header where it is an "
                        "edge",
                        nodes, edges));
}

}  // namespace

bool is_number(std::string_view id) {
  const auto rest = id.substr(id.starts_with('-'));
  return !rest.empty() && rest.find_first_not_of(digits) == std::string_view::npos;
}

std::vector<Node> nodes_of(const std::vector<std::string>& names) {
  std::vector<Node> order(names.size());
  std::iota(order.begin(), order.end(), Node{0});
  // `007` and `7` would be two numbers that are one.
  const bool numbers = std::ranges::all_of(
      names, [](const auto& id) { return is_number(id) && (id == "0" || id[0] != '0'); });
  if (numbers)
    std::ranges::sort(
        order, {}, [&](Node k) { return std::pair(names[k].size(), std::string_view(names[k])); });
  std::vector<Node> node(order.size());
  for (Node k = 0; k < order.size(); ++k) node[order[k]] = k;
  return node;
}

void check_meaning(const NamedRows& read, const ForeignBuilder& into) {
  check_names_above_numbers(read, into);
  check_counts(read, into);
  if (read.square && read.width > 2 && read.rows.size() == read.width)
    into.fail(read.rows[0].place,
              fmt::format("{0} rows of {0} fields of 0 and 1: a matrix, which is not read; "
                          "networkx.from_numpy_array(numpy.loadtxt()) takes it",
                          read.width));
}

void check_spellings(const NamedRows& read, const ForeignBuilder& into) {
  const auto whole = [](const std::string& id) {
    const auto point = id.find('.');
    const bool fraction = point != id.npos && id.find_first_not_of('0', point + 1) == id.npos;
    return fraction && is_number(id.substr(0, point)) ? id.substr(0, point) : std::string();
  };
  std::unordered_map<std::string, Node> fractions;  // 1, of 1.0
  for (Node k = 0; k < read.names.size(); ++k)
    if (const auto id = whole(read.names[k]); !id.empty()) fractions.emplace(id, k);
  if (fractions.empty()) return;
  for (const auto& name : read.names) {
    const auto found = fractions.find(name);
    if (found == fractions.end()) continue;
    const auto row = std::ranges::find_if(read.rows, [&](const EdgeRow& each) {
      return each.u == found->second || each.v == found->second;
    });
    into.fail(row->place, fmt::format("node {} beside node {}: one or two? Write both alike",
                                      read.names[found->second], name));
  }
}

}  // namespace graphvq
