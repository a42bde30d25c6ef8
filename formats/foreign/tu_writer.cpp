#include <fmt/format.h>

#include <cmath>

#include "formats/bytes/text_sink.hpp"
#include "formats/foreign/foreign.hpp"
#include "formats/foreign/text/text_rows.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {

// tu.cpp
void read_tu(const std::filesystem::path& folder, ForeignBuilder& into);
bool is_tu(const std::filesystem::path& folder);
bool is_tu_file(const std::string& file, const std::string& set);
void read_tu_zip(ByteSource& source, const std::string& name, ForeignBuilder& into);
bool starts_tu_zip(std::string_view start);

namespace {

/// The columns of one kind of thing, parted into the two files that a folder has for it.
struct Files {
  Files(const char* thing, const Alphabet& alphabet, const Columns& all, const OpenSink& open)
      : what(thing), labels(alphabet), columns(all) {
    if (has_text(labels)) labels.clear();
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (columns[c].values && has_text(*columns[c].values)) continue;
      // Without labels, the first column of their file would be taken for them.
      const bool label = columns[c].values && !labels.empty();
      (label ? label_columns : attribute_columns).push_back(c);
    }
    if (!labels.empty()) label_file.emplace(open(what + "_labels.txt"));
    if (!attribute_columns.empty()) attribute_file.emplace(open(what + "_attributes.txt"));
  }

  /// One row, of the thing that is number `row` of its graph.
  void write(const std::vector<std::uint32_t>& categories, const std::vector<double>& values,
             std::size_t row) {
    if (label_file) {
      if (categories.empty()) throw Error("has no " + what + " labels, where other graphs have");
      label_file->put(integer(labels, categories[row]));
      for (const auto c : label_columns) {
        const double value = cell(values, row, c);
        if (std::isnan(value)) {
          throw Error(fmt::format("{} {} without {}, which a TU folder has for all or none",
                                  what == "edge" ? "an" : "a", what, columns[c].name));
        }
        label_file->put(", " + integer(*columns[c].values, static_cast<std::uint32_t>(value)));
      }
      label_file->put("\n");
    }
    if (!attribute_file) return;
    const char* between = "";
    for (const auto c : attribute_columns) {
      const double value = cell(values, row, c);
      attribute_file->put(between);
      attribute_file->put(number(columns[c], value));
      between = ", ";
    }
    attribute_file->put("\n");
  }

  void flush() {
    if (label_file) label_file->flush();
    if (attribute_file) attribute_file->flush();
  }

  /// A value as the reader of attributes, to which all are doubles, gives it back.
  static std::string number(const Column& column, double value) {
    if (std::isnan(value)) return "nan";
    if (!column.values) return fmt::format("{}", value);
    const auto raw = std::get<std::int64_t>(column.values->at(static_cast<std::size_t>(value)));
    if (fits_double(raw)) return std::to_string(raw);
    throw Error(
        fmt::format("attribute {} has {}, an integer of more than 53 bits", column.name, raw));
  }
  static std::string integer(const Alphabet& alphabet, std::uint32_t category) {
    return std::to_string(std::get<std::int64_t>(alphabet[category]));
  }
  double cell(const std::vector<double>& values, std::size_t row, std::size_t column) const {
    return values.empty() ? std::nan("") : values[row * columns.size() + column];
  }

  std::string what;
  Alphabet labels;
  Columns columns;
  std::vector<std::size_t> label_columns;  // beyond the label
  std::vector<std::size_t> attribute_columns;
  std::optional<TextSink> label_file;
  std::optional<TextSink> attribute_file;
};

class TuWriter final : public ForeignWriter {
 public:
  TuWriter(const Header& header, const OpenSink& open)
      : nodes_("node", header.node_labels, header.node_columns, open),
        edges_("edge", header.edge_labels, header.edge_columns, open),
        graphs_("graph", header.classes, header.graph_columns, open),
        arcs_(open("A.txt")),
        indicator_(open("graph_indicator.txt")) {}

  void write(const Record& record) override {
    const Graph& graph = record.graph;
    ++number_;
    empty_end_ = graph.n == 0;
    for (Node i = 0; i < graph.n; ++i) {
      indicator_.put(fmt::format("{}\n", number_));
      nodes_.write(graph.node_labels, graph.attributes.nodes, i);
    }
    std::vector<std::uint32_t> of_class;
    if (graph.graph_class) of_class.push_back(*graph.graph_class);
    graphs_.write(of_class, graph.attributes.graph, 0);
    for (std::size_t k = 0; k < graph.edges.size(); ++k) {
      const auto u = first_ + graph.edges[k].u;
      const auto v = first_ + graph.edges[k].v;
      arcs_.put(fmt::format("{}, {}\n{}, {}\n", u, v, v, u));
      for (int both = 0; both < 2; ++both) {
        edges_.write(graph.edge_labels, graph.attributes.edges, k);
      }
    }
    first_ += graph.n;
  }

  void finish() override {
    if (empty_end_ && !graphs_.label_file && !graphs_.attribute_file) {
      throw Error("the last graph has no nodes and no class: a TU folder cannot say that it is");
    }
    for (Files* files : {&nodes_, &edges_, &graphs_}) files->flush();
    arcs_.flush();
    indicator_.flush();
  }

 private:
  Files nodes_;
  Files edges_;
  Files graphs_;
  TextSink arcs_;
  TextSink indicator_;
  std::uint64_t number_ = 0;
  std::uint64_t first_ = 1;  // id of the graph's first node
  bool empty_end_ = false;
};

}  // namespace

std::unique_ptr<ForeignWriter> write_tu(const Header& header, const OpenSink& open) {
  return std::make_unique<TuWriter>(header, open);
}

/// Reads NAME_A, NAME_graph_indicator and, where they exist, NAME_graph_labels, NAME_node_labels,
/// NAME_edge_labels and NAME_node_attributes, NAME_edge_attributes, NAME_graph_attributes (Morris
/// et al., TUDataset, 2020). Of several columns of labels the first is the label, others are
/// columns label_2, label_3...; columns of attributes are attribute_1, attribute_2... Files may end
/// in .gz. Graph k is that of id k + 1, without nodes where no node has the id.
ForeignFormat tu_format() {
  return {.name = "tu",
          .summary = "a folder of the TUDataset collection, or its zip",
          .suffixes = {"zip"},
          .folder = true,
          .read = read_tu_zip,
          .read_folder = read_tu,
          .starts = starts_tu_zip,
          .is_folder = is_tu,
          .is_file_of = is_tu_file,
          .writer = write_tu,
          .left_out = text_of};
}

}  // namespace graphvq
