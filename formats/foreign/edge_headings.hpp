#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graphvq {

/// The columns of an edge list that have the nodes of an edge.
struct Ends {
  std::size_t u = 0;
  std::size_t v = 1;
};

/// The columns of the first known pair of names, such as source and target, in any case.
std::optional<Ends> known_ends(const std::vector<std::string>& names);

/// Whether a row names the ends of edges; where blanks part it, which may be any text, first.
bool names_ends(std::string_view row, char separator);

/// The column of a table that Gephi wrote which numbers its rows.
std::optional<std::size_t> gephi_numbers(const std::vector<std::string>& names);

}  // namespace graphvq
