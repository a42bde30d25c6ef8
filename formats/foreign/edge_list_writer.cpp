#include <fmt/format.h>

#include "formats/bytes/text_sink.hpp"
#include "formats/foreign/foreign.hpp"

namespace graphvq {

// edge_list.cpp
void read_edge_list(ByteSource& source, const std::string& name, ForeignBuilder& into);
bool starts_edge_list(std::string_view start);

namespace {

class EdgeListWriter final : public ForeignWriter {
 public:
  explicit EdgeListWriter(const OpenSink& open) : out_(open("")) {}
  void write(const Record& record) override {
    out_.put(fmt::format("# nodes {}\n", record.graph.n));
    for (const auto& [u, v] : record.graph.edges) out_.put(fmt::format("{} {}\n", u, v));
  }
  void finish() override { out_.flush(); }

 private:
  TextSink out_;
};

}  // namespace

std::unique_ptr<ForeignWriter> write_edge_list(const Header&, const OpenSink& open) {
  return std::make_unique<EdgeListWriter>(open);
}

/// Reads one graph from rows of two node ids, parted by tabs, commas or blanks as the first row is;
/// what follows is the edge's: a Python dictionary as NetworkX writes it, or columns `weight`,
/// `column_4`... A heading names the columns, and known names those of the ids. `#` and `%` start
/// comments, of which `# nodes N` says that the ids are 0 to N - 1, as with --first-id K that they
/// count from K; elsewhere ids are names, put in order where all are numbers. Edges stand in one
/// direction each, or all in both.
ForeignFormat edgelist_format() {
  return {.name = "edgelist",
          .summary = "rows of two ids, as of SNAP, one graph a file",
          .suffixes = {"edges", "edgelist", "txt", "tsv", "csv"},
          .sure_suffixes = {"edges", "edgelist"},
          .one_graph = true,
          .read = read_edge_list,
          .starts = starts_edge_list,
          .writer = write_edge_list,
          .left_out = labels_of};
}

}  // namespace graphvq
