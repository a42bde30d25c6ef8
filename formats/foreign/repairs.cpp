#include "formats/foreign/repairs.hpp"

#include <fmt/format.h>

namespace graphvq {

std::string to_string(const Repairs& repairs) {
  std::string line;
  const auto add = [&line](const std::string& part) { line += (line.empty() ? "" : ", ") + part; };
  const auto count = [&add](std::uint64_t n, const char* what, const char* done) {
    if (n > 0) add(fmt::format("{} {}{} {}", n, what, n == 1 ? "" : "s", done));
  };
  count(repairs.loops, "self-loop", "dropped");
  count(repairs.duplicates, "repeated edge", "joined");
  count(repairs.one_sided, "one-sided edge", "joined");
  count(repairs.headers, "header line", "read as names of columns");
  count(repairs.conflicts, "edge", "whose rows disagree");
  count(repairs.comments, "comment", "among the edges skipped");
  for (const auto& what : repairs.renamed) add(what);
  for (const auto& what : repairs.not_kept) add(what + " not kept");
  return line;
}

}  // namespace graphvq
