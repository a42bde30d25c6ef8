#pragma once

#include <map>
#include <string>
#include <string_view>

#include "formats/foreign/foreign_builder.hpp"
#include "libgraphvq/base/error.hpp"
#include "tests/formats/container/records.hpp"
#include "tests/seed.hpp"

namespace graphvq::test {

/// Reads text as a file "f" of the format.
inline ForeignGraphs read_as(const char* format, std::string_view text,
                             const ForeignOptions& options = {}) {
  keep_seed(format, text);
  ForeignBuilder builder(options);
  MemorySource source(text);
  find_format(format)->read(source, "f", builder);
  return builder.finish();
}

/// The reason against the text, or "".
inline std::string reason_as(const char* format, std::string_view text,
                             const ForeignOptions& options = {}) {
  try {
    read_as(format, text, options);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

/// What is written, one file or several by name.
inline std::map<std::string, std::string> files_as(const char* format, const Header& header,
                                                   const std::vector<Record>& records) {
  std::map<std::string, MemorySink> sinks;
  const auto writer = find_format(format)->writer(
      header, [&sinks](const std::string& file) -> ByteSink& { return sinks[file]; });
  for (const auto& record : records) writer->write(record);
  writer->finish();
  std::map<std::string, std::string> files;
  for (const auto& [name, sink] : sinks) files[name] = sink.bytes;
  return files;
}

inline std::string text_as(const char* format, const Header& header,
                           const std::vector<Record>& records) {
  return files_as(format, header, records).at("");
}

inline std::vector<Record> records_of(const ForeignGraphs& set) {
  std::vector<Record> records;
  for (const auto& graph : set.graphs) records.push_back({graph, {}, {}});
  return records;
}

/// The same with nothing but nodes and edges.
inline std::vector<Record> bare(std::vector<Record> records) {
  for (auto& record : records)
    record = {{record.graph.n, record.graph.edges, {}, {}, {}, {}}, {}, {}};
  return records;
}

}  // namespace graphvq::test
