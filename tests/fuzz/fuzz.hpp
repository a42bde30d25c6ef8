#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "formats/foreign/foreign_builder.hpp"
#include "libgraphvq/base/error.hpp"
#include "tests/formats/container/records.hpp"

// What the fuzzers hold every reader to, beside what the sanitizers see: damage is an Error that
// names the file, and what is read is sound.

namespace graphvq::fuzz {

inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

/// What `read` gives, or nothing where it throws an Error whose text starts with `name`.
template <class Read>
auto read(Read&& read, const std::string& name) -> std::optional<decltype(read())> {
  try {
    return read();
  } catch (const Error& error) {
    require(std::string_view(error.what()).starts_with(name), "an error names the file");
    return std::nullopt;
  }
}

/// What stands after each line `== NAME`, up to the next, with that name.
inline std::vector<std::pair<std::string, std::string_view>> parts(std::string_view text) {
  std::vector<std::pair<std::string, std::string_view>> found;
  while (text.starts_with("== ")) {
    const auto end = std::min(text.find('\n'), text.size());
    const std::string name(text.substr(3, end - 3));
    text.remove_prefix(std::min(end + 1, text.size()));
    const auto next = text.find("\n== ");
    const auto content = text.substr(0, next == std::string_view::npos ? next : next + 1);
    text.remove_prefix(content.size());
    found.emplace_back(name, content);
  }
  return found;
}

/// That a container holds the graphs and gives them back; false where they are too many to try.
inline bool check_container(const ForeignGraphs& set) {
  constexpr std::uint64_t enough = 2000;  // graph6 has a bit for each pair
  std::uint64_t nodes = 0;
  std::vector<Record> records;
  for (const auto& graph : set.graphs) {
    nodes += graph.n;
    if (nodes > enough) return false;
    records.push_back({graph, {}, {}});
  }
  const auto file = test::read_file(test::content_of(set.header, records));
  require(file.header == set.header, "a container gives the header back");
  require(file.records == records, "a container gives the graphs back");
  return true;
}

}  // namespace graphvq::fuzz
