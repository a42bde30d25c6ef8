#include <fmt/format.h>

#include <cmath>

#include "formats/bytes/text_sink.hpp"
#include "formats/foreign/foreign.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {

// graphml.cpp
void read_graphml(ByteSource& source, const std::string& name, ForeignBuilder& into);
bool starts_graphml(std::string_view start);

namespace {

std::string escaped(const std::string& text) {
  // U+FFFE and U+FFFF
  if (text.find("\xEF\xBF\xBE") != std::string::npos ||
      text.find("\xEF\xBF\xBF") != std::string::npos) {
    throw Error("text with U+FFFE or U+FFFF, which XML cannot hold");
  }
  std::string result;
  for (const char c : text) {
    // Blanks by their numbers: as they are, readers make spaces of them in names.
    const bool blank = c == '\t' || c == '\n' || c == '\r';
    if (static_cast<unsigned char>(c) < 0x20 && !blank) {
      throw Error("text with a control character, which XML cannot hold");
    }
    result += c == '<'   ? "&lt;"
              : c == '>' ? "&gt;"
              : c == '&' ? "&amp;"
              : c == '"' ? "&quot;"
              : blank    ? fmt::format("&#{};", int{c})
                         : std::string(1, c);
  }
  return result;
}

/// The keys of nodes, edges or graphs: the label or class, then the columns.
class Keys {
 public:
  Keys(const char* what, const char* label, const Alphabet& labels, const Columns& columns,
       std::size_t& number)
      : what_(what), labels_(labels), columns_(columns), first_(number) {
    if (!labels.empty()) declare(label, labels);
    for (const auto& column : columns) declare(column.name, column.values);
    number += count_;
  }

  const std::string& declarations() const { return declarations_; }

  std::string data(std::optional<std::uint32_t> label, const std::vector<double>& values,
                   std::size_t row) const {
    std::string text;
    const std::size_t offset = first_ + !labels_.empty();
    if (label) put(text, first_, label_text(labels_[*label]));
    for (std::size_t c = 0; c < columns_.size() && !values.empty(); ++c) {
      const double value = values[row * columns_.size() + c];
      if (std::isnan(value)) continue;
      const auto& categories = columns_[c].values;
      put(text, offset + c,
          categories ? label_text((*categories)[static_cast<std::size_t>(value)])
                     : fmt::format("{}", value));
    }
    return text;
  }

 private:
  static void put(std::string& into, std::size_t key, const std::string& value) {
    into += fmt::format("<data key=\"d{}\">{}</data>", key, escaped(value));
  }

  void declare(const std::string& name, const std::optional<Alphabet>& values) {
    const char* type = !values ? "double" : has_text(*values) ? "string" : "long";
    declarations_ +=
        fmt::format("  <key id=\"d{}\" for=\"{}\" attr.name=\"{}\" attr.type=\"{}\"/>\n",
                    first_ + count_, what_, escaped(name), type);
    ++count_;
  }

  std::string what_;
  Alphabet labels_;
  Columns columns_;
  std::size_t first_;
  std::size_t count_ = 0;
  std::string declarations_;
};

class GraphmlWriter final : public ForeignWriter {
 public:
  GraphmlWriter(const Header& header, const OpenSink& open)
      : nodes_("node", "label", header.node_labels, header.node_columns, keys_),
        edges_("edge", "label", header.edge_labels, header.edge_columns, keys_),
        graphs_("graph", "class", header.classes, header.graph_columns, keys_),
        out_(open("")) {
    out_.put(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n");
    out_.put(nodes_.declarations() + edges_.declarations() + graphs_.declarations());
    out_.put("  <key id=\"id\" for=\"graph\" attr.name=\"id\" attr.type=\"string\"/>\n");
  }

  void write(const Record& record) override {
    const Graph& graph = record.graph;
    out_.put("  <graph edgedefault=\"undirected\">\n");
    auto about = graphs_.data(graph.graph_class, graph.attributes.graph, 0);
    if (!graph.id.empty()) about += "<data key=\"id\">" + escaped(graph.id) + "</data>";
    if (!about.empty()) out_.put("    " + about + "\n");
    for (Node i = 0; i < graph.n; ++i) {
      element(fmt::format("node id=\"n{}\"", i), "node",
              nodes_.data(label(graph.node_labels, i), graph.attributes.nodes, i));
    }
    for (std::size_t k = 0; k < graph.edges.size(); ++k) {
      element(fmt::format("edge source=\"n{}\" target=\"n{}\"", graph.edges[k].u, graph.edges[k].v),
              "edge", edges_.data(label(graph.edge_labels, k), graph.attributes.edges, k));
    }
    out_.put("  </graph>\n");
  }
  void finish() override {
    out_.put("</graphml>\n");
    out_.flush();
  }

 private:
  static std::optional<std::uint32_t> label(const std::vector<std::uint32_t>& labels,
                                            std::size_t k) {
    return labels.empty() ? std::nullopt : std::optional(labels[k]);
  }
  void element(const std::string& start, const char* name, const std::string& data) {
    out_.put(data.empty() ? fmt::format("    <{}/>\n", start)
                          : fmt::format("    <{}>{}</{}>\n", start, data, name));
  }

  std::size_t keys_ = 0;
  Keys nodes_;
  Keys edges_;
  Keys graphs_;
  TextSink out_;
};

}  // namespace

std::unique_ptr<ForeignWriter> write_graphml(const Header& header, const OpenSink& open) {
  return std::make_unique<GraphmlWriter>(header, open);
}

/// Reads all graphs of a GraphML file (pugixml), whatever prefix its namespace has. Keys named
/// `label` (nodes, edges), `class` and `id` (graphs) are label, class and id, others are columns,
/// by their types and with their defaults. Entities, nested graphs, hyperedges and encodings other
/// than UTF-8, UTF-16, UTF-32 and Latin-1 are refused.
ForeignFormat graphml_format() {
  return {.name = "graphml",
          .summary = "graphs as XML",
          .suffixes = {"graphml", "xml"},
          .ids = true,
          .read = read_graphml,
          .starts = starts_graphml,
          .writer = write_graphml};
}

}  // namespace graphvq
