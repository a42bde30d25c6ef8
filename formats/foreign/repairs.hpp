#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace graphvq {

/// What an importer changed so that foreign graphs became simple undirected ones, by kind.
struct Repairs {
  std::uint64_t loops = 0;       // rows that were self-loops
  std::uint64_t duplicates = 0;  // rows that repeated an earlier one
  std::uint64_t one_sided = 0;   // edges that stood in one direction only
  /// Columns that this program does not read, as words: `node attributes (18 columns)`.
  std::vector<std::string> not_kept;
  std::uint64_t headers = 0;              // lines of names that nobody had announced
  std::vector<std::string> renamed = {};  // `node attribute name kept as name_`

  std::uint64_t comments = 0;   // among the edges
  std::uint64_t conflicts = 0;  // edges whose rows disagree, which an option settles

  bool any() const {
    return loops + duplicates + one_sided + headers + comments + conflicts > 0 ||
           !not_kept.empty() || !renamed.empty();
  }
  bool operator==(const Repairs&) const = default;
};

/// One line, such as `18 self-loops dropped, 3 repeated edges joined`; "" where nothing was done.
std::string to_string(const Repairs& repairs);

}  // namespace graphvq
