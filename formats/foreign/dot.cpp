#include "formats/foreign/dot.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>
#include <span>

#include "formats/bytes/text_sink.hpp"
#include "formats/foreign/dot_parser.hpp"
#include "formats/foreign/text/words.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {
namespace {

// Graphviz's word for the node's own name, as a label; another backslash makes text of it.
constexpr const char* own_name = "\\N";

bool backslashes_n(const std::string& text) {
  return text.ends_with(own_name) && text.find_first_not_of('\\') + 1 == text.size();
}

/// Where some nodes have labels, Graphviz shows the names of the others.
void label_by_name(std::vector<DotNode>& nodes) {
  bool labelled = false;
  for (auto& node : nodes) {
    const auto label = node.attributes.find("label");
    if (label == node.attributes.end()) continue;
    if (label->second == own_name) {
      node.attributes.erase(label);
      continue;
    }
    labelled = true;
    if (backslashes_n(label->second)) label->second.erase(0, 1);
  }
  if (!labelled) return;
  for (auto& node : nodes) node.attributes.emplace("label", node.name);
}

/// Makes columns of the attributes that some of the things have, in the order of the text.
template <class Things>
void add_columns(const DotGraph& graph, const Things& things, ValueTable& table) {
  std::set<std::string_view> used;
  for (const auto& thing : things) {
    for (const auto& [name, value] : thing.attributes) {
      if (!table.find(name)) used.insert(name);
    }
  }
  for (const auto& name : graph.names) {
    if (used.contains(name)) table.column(name);
  }
}

void set(ValueTable& table, std::uint64_t row, const DotAttributes& attributes) {
  for (const auto& [key, value] : attributes) table.set(table.column(key), row, value_of(value));
}

/// Of the graph that was begun with its nodes, the rest.
void give(const DotGraph& graph, ForeignBuilder& into) {
  std::vector<Value> names;
  for (const auto& node : graph.nodes) names.push_back(name_value(node.name));
  into.name_nodes(names);
  add_columns(graph, graph.nodes, into.node_values);
  add_columns(graph, graph.edges, into.edge_values);
  add_columns(graph, std::span(&graph, 1), into.graph_values);
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    set(into.node_values, into.node_row(static_cast<Node>(i)), graph.nodes[i].attributes);
  }
  for (const auto& edge : graph.edges) {
    into.here(edge.place);
    set(into.edge_values, into.add_edge(edge.tail, edge.head, edge.place), edge.attributes);
  }
  into.here(into.at(0));
  set(into.graph_values, into.graph_row(), graph.attributes);
}

class DotWriter final : public ForeignWriter {
 public:
  DotWriter(const Header& header, const OpenSink& open) : header_(header), out_(open("")) {
    for (auto& label : header_.node_labels) {
      auto* text = std::get_if<std::string>(&label);
      if (text != nullptr && backslashes_n(*text)) text->insert(0, 1, '\\');
    }
  }

  void write(const Record& record) override {
    const Graph& graph = record.graph;
    out_.put("graph " + (graph.id.empty() ? "" : quoted(graph.id) + " ") + "{\n");
    std::optional<std::uint32_t> label = graph.graph_class;
    for (const auto& each : attributes("class", header_.classes, label, header_.graph_columns,
                                       graph.attributes.graph, 0)) {
      out_.put("  " + each + ";\n");
    }
    for (Node i = 0; i < graph.n; ++i) {
      label.reset();
      if (!graph.node_labels.empty()) label = graph.node_labels[i];
      out_.put(fmt::format("  {}{};\n", i,
                           list(attributes("label", header_.node_labels, label,
                                           header_.node_columns, graph.attributes.nodes, i))));
    }
    for (std::size_t k = 0; k < graph.edges.size(); ++k) {
      label.reset();
      if (!graph.edge_labels.empty()) label = graph.edge_labels[k];
      out_.put(fmt::format("  {} -- {}{};\n", graph.edges[k].u, graph.edges[k].v,
                           list(attributes("label", header_.edge_labels, label,
                                           header_.edge_columns, graph.attributes.edges, k))));
    }
    out_.put("}\n");
  }
  void finish() override { out_.flush(); }

 private:
  static std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (std::size_t i = 0; i < text.size(); ++i) {
      const bool last = i + 1 == text.size();
      if (text[i] == '\\' && (last || text[i + 1] == '"' || text[i + 1] == '\n')) {
        throw Error(
            "text with a backslash before a quote, a line's end or its own, which DOT cannot hold");
      }
      if (text[i] == '"') result += '\\';
      result += text[i];
    }
    return result + '"';
  }

  static std::string raw(const LabelValue& value) {
    const auto text = label_text(value);
    return std::holds_alternative<std::string>(value) ? quoted(text) : text;
  }

  static std::vector<std::string> attributes(const char* name, const Alphabet& labels,
                                             std::optional<std::uint32_t> label,
                                             const Columns& columns,
                                             const std::vector<double>& values, std::size_t row) {
    std::vector<std::string> all;
    if (label) all.push_back(fmt::format("{}={}", name, raw(labels[*label])));
    for (std::size_t c = 0; c < columns.size() && !values.empty(); ++c) {
      const double value = values[row * columns.size() + c];
      if (std::isnan(value)) continue;
      const auto& categories = columns[c].values;
      all.push_back(quoted(columns[c].name) + "=" +
                    (categories ? raw((*categories)[static_cast<std::size_t>(value)])
                                : quoted(spelled(value))));
    }
    return all;
  }

  static std::string list(const std::vector<std::string>& attributes) {
    return attributes.empty() ? "" : fmt::format(" [{}]", fmt::join(attributes, ", "));
  }

  Header header_;
  TextSink out_;
};

}  // namespace

void read_dot(ByteSource& source, const std::string& name, ForeignBuilder& into) {
  into.file(name);
  const auto text = into.text(source);
  DotLexer lexer(text, into);
  Copies copies(text.size());
  while (auto graph = next_dot_graph(lexer, into, copies)) {
    label_by_name(graph->nodes);
    give(*graph, into);
    into.end_graph(graph->directed ? EdgeRows::arcs : EdgeRows::edges);
  }
}

bool starts_dot(std::string_view start) {
  // White space and comments, then one of three words.
  for (;;) {
    skip_blanks(start, " \t\r\n");
    const bool line = start.starts_with("//") || start.starts_with('#');
    if (!line && !start.starts_with("/*")) break;
    const auto end = start.find(line ? "\n" : "*/");
    start.remove_prefix(end == std::string_view::npos ? start.size() : end + (line ? 1 : 2));
  }
  const auto word = start.substr(0, start.find_first_of(" \t\r\n{[\"<"));
  const auto is = [word](std::string_view known) { return same_word(word, known); };
  return (is("graph") || is("digraph") || is("strict")) && !starts_gml(start);
}

bool starts_gml(std::string_view start) {
  // Lines such as `Creator "NAME"`, then `graph [`.
  constexpr std::string_view word = "graph";
  while (!start.empty()) {
    if (start.starts_with(word)) {
      const auto next = start.find_first_not_of(" \t\r\n", word.size());
      return next != std::string_view::npos && start[next] == '[';
    }
    start.remove_prefix(std::min(start.find('\n'), start.size() - 1) + 1);
  }
  return false;
}

std::vector<std::string> numbers_in_dot(const Header& header) {
  std::vector<std::string> words;
  const auto look = [&words](const std::string& what, const Alphabet& values) {
    bool integers = false;
    bool numbers = false;
    bool text = false;  // beside which numbers keep their letters
    for (const auto& value : values) {
      if (!std::holds_alternative<std::string>(value)) continue;
      const auto read = value_of(std::get<std::string>(value));
      const bool integer = std::holds_alternative<std::int64_t>(read);
      const bool word = std::holds_alternative<std::string>(read);
      integers |= integer;
      text |= word;
      numbers |= !integer && !word;
    }
    if (integers || (numbers && !text))
      words.push_back("text of " + what + " that reads as numbers");
  };
  look("node labels", header.node_labels);
  look("edge labels", header.edge_labels);
  look("classes", header.classes);
  for (const auto* columns : {&header.node_columns, &header.edge_columns, &header.graph_columns}) {
    for (const auto& column : *columns) {
      if (column.values) look("attribute " + column.name, *column.values);
    }
  }
  return words;
}

std::unique_ptr<ForeignWriter> write_dot(const Header& header, const OpenSink& open) {
  return std::make_unique<DotWriter>(header, open);
}

/// Reads a stream of DOT graphs as Graphviz does: chains, lists, groups, clusters and default
/// attributes. `label` is the label of a node or edge, `class` that of a graph, whose ID is its id;
/// other attributes are columns. Where some nodes have labels, those of the others are their names.
/// Nodes stand in the order in which they are first named. Ports and the attributes of subgraphs
/// are not kept.
ForeignFormat dot_format() {
  return {.name = "dot",
          .summary = "graphs of Graphviz",
          .suffixes = {"dot", "gv"},
          .ids = true,
          .read = read_dot,
          .starts = starts_dot,
          .writer = write_dot,
          .left_out = numbers_in_dot};
}

}  // namespace graphvq
