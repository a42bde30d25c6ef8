#include <fmt/format.h>

#include "cmd/files/io.hpp"
#include "cmd/files/progress.hpp"
#include "cmd/files/records.hpp"
#include "cmd/program/command.hpp"
#include "cmd/program/options.hpp"
#include "cmd/report/svg.hpp"
#include "libgraphvq/data/labels.hpp"
#include "libgraphvq/graph/layout.hpp"

namespace graphvq {

namespace {

// The labels that occur in what is drawn: a legend has no others.
Alphabet labels_in(const std::vector<SheetRow>& rows, const std::vector<Alphabet>& alphabets) {
  Alphabet shown;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::vector<bool> used(alphabets[i].size());
    for (const auto& graph : rows[i].graphs)
      for (const auto label : graph.node_labels) used[label] = true;
    Alphabet values;
    for (std::size_t k = 0; k < used.size(); ++k)
      if (used[k]) values.push_back(alphabets[i][k]);
    shown = unite(shown, values);
  }
  return shown;
}

class DrawCommand final : public Command {
 public:
  void setup(Options& options) override {
    options.inputs(inputs_, "Graphs, sequences or tokens (.gvg .gvs .gvt), a row each");
    options.output(output_);
    options.add("-n,--count", count_, "The first N graphs of each file").shown().whole(1, 10000U);
    options.add("--cell", cell_, "Width and height of a graph's cell, in pixels")
        .shown()
        .whole(24, 4096U)
        .type("PIXELS");
    options.quiet();
  }

  int run() override {
    or_standard(inputs_);
    TextOutput output(output_);
    std::vector<SheetRow> rows;
    std::vector<Alphabet> alphabets;
    std::size_t columns = 0;
    std::size_t graphs = 0;
    for (const auto& path : inputs_) {
      RecordInput input(path);
      SheetRow row{input.name(), {}};
      // Read to the end all the same: a picture of a damaged file would pass as sound.
      Record record;
      while (input.next(record)) {
        if (row.graphs.size() == count_) continue;
        if (record.graph.n > largest_for_full_layout)
          remark(fmt::format(
              "{}: graph {} has {} nodes: the larger it is beyond {}, the rougher it "
              "is laid out",
              input.name(), input.reader().index(), record.graph.n, largest_for_full_layout));
        row.graphs.push_back(std::move(record.graph));
        ++graphs;
      }
      alphabets.push_back(input.header().node_labels);
      columns = std::max(columns, row.graphs.size());
      rows.push_back(std::move(row));
    }
    const auto shown = labels_in(rows, alphabets);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto renamed = category_map(alphabets[i], shown);
      for (auto& graph : rows[i].graphs)
        for (auto& label : graph.node_labels) label = *renamed[label];
    }
    Progress progress("graphs drawn", graphs);
    output.write(contact_sheet(rows, shown, columns, cell_, progress.hook()));
    output.commit();
    return 0;
  }

 private:
  std::vector<std::string> inputs_;
  std::string output_;
  std::uint32_t count_ = 16;
  std::uint32_t cell_ = 120;
};

}  // namespace

std::unique_ptr<Command> make_draw() { return std::make_unique<DrawCommand>(); }

}  // namespace graphvq
