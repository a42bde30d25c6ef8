// Any text as a file of the format that $GRAPHVQ_FORMAT names.
#include "tests/formats/foreign/foreign.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace graphvq;
using namespace graphvq::test;

extern "C" int LLVMFuzzerTestOneInput(const char* data, std::size_t size) {
  static const char* const format = std::getenv("GRAPHVQ_FORMAT");
  const auto set = fuzz::read([&] { return read_as(format, std::string_view(data, size)); }, "f: ");
  if (!set || !fuzz::check_container(*set)) return 0;
  // What the format's writer makes of the graphs is read as the same ones.
  std::string text;
  try {
    text = text_as(format, set->header, records_of(*set));
  } catch (const Error&) {
    return 0;  // the format cannot hold them
  }
  const auto again = read_as(format, text);
  // JSON alone holds all that there is; what is dropped may have been all of a column.
  const bool whole = std::string_view(format) == "json" && !set->repairs.any();
  fuzz::require(again.graphs.size() == set->graphs.size(), "as many graphs");
  for (std::size_t g = 0; g < again.graphs.size(); ++g) {
    const Graph& a = set->graphs[g];
    const Graph& b = again.graphs[g];
    fuzz::require(a.n == b.n && a.edges == b.edges, "the same graph");
    fuzz::require(!whole || a.node_labels == b.node_labels, "the same labels");
  }
  // Not the columns: their order is that in which values are met.
  const Header& a = set->header;
  const Header& b = again.header;
  fuzz::require(!whole || (a.node_labels == b.node_labels && a.edge_labels == b.edge_labels &&
                           a.classes == b.classes),
                "the same alphabets");
  return 0;
}
