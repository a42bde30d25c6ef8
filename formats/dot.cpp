#include "formats/dot.hpp"

#include <fmt/format.h>

#include <boost/graph/graphviz.hpp>
#include <cmath>
#include <set>
#include <unordered_map>

#include "formats/dot_scan.hpp"
#include "formats/text_sink.hpp"
#include "libgraphvq/graph/error.hpp"

namespace graphvq {
namespace {

namespace parser = boost::detail::graph;

// Graphviz's word for the node's own name, as a label; another backslash makes text of it.
constexpr const char* own_name = "\\N";

bool backslashes_n(const std::string& text) {
  return text.ends_with(own_name) && text.find_first_not_of('\\') + 1 == text.size();
}

/// Takes what Boost's parser has found in one graph.
class Mutation final : public parser::mutate_graph {
 public:
  Mutation(const DotGraph& graph, ForeignBuilder& into)
      : graph_(graph), into_(into), place_(into.at(graph.line)) {}

  bool is_directed() const override { return graph_.directed; }
  void do_add_vertex(const std::string& node) override { found_.emplace(node, Node{0}); }
  void do_add_edge(const parser::edge_t& edge, const std::string& source,
                   const std::string& target) override {
    edge_rows_.emplace(edge, edges_.size());
    edges_.emplace_back(source, target);
  }
  void set_node_property(const std::string& key, const std::string& node,
                         const std::string& value) override {
    if (key != "label" || !backslashes_n(value)) {
      node_values_.push_back({key, node, value});
    } else if (value != own_name) {
      node_values_.push_back({key, node, value.substr(1)});
    }
  }
  void set_edge_property(const std::string& key, const parser::edge_t& edge,
                         const std::string& value) override {
    const auto row = into_.edge_rows() + edge_rows_.at(edge);
    into_.edge_values.set(into_.edge_values.column(key), row, value_of(value));
  }
  void set_graph_property(const std::string& key, const std::string& value) override {
    into_.graph_values.set(into_.graph_values.column(key), into_.graph_row(), value_of(value));
  }
  void finish_building_graph() override {
    std::vector<Value> names;
    const auto place = [&](const std::string& node) {
      const auto known = found_.find(node);
      if (known == found_.end() || known->second > 0) return;
      names.push_back(value_of(node));
      known->second = static_cast<Node>(names.size());  // one more than its number
    };
    for (const auto& node : graph_.mentions) place(node);
    for (const auto& [node, number] : found_) place(node);
    into_.add_nodes(names.size(), place_);
    into_.name_nodes(names);
    label_by_name();
    for (const auto& [key, node, value] : node_values_) {
      into_.node_values.set(into_.node_values.column(key), into_.node_row(found_.at(node) - 1),
                            value_of(value));
    }
    for (const auto& [u, v] : edges_) into_.add_edge(found_.at(u) - 1, found_.at(v) - 1, place_);
  }

 private:
  struct NodeValue {
    std::string key;
    std::string node;
    std::string value;
  };
  /// Where some nodes have labels, Graphviz shows the names of the others.
  void label_by_name() {
    std::set<std::string> labelled;
    for (const auto& value : node_values_) {
      if (value.key == "label") labelled.insert(value.node);
    }
    if (labelled.empty()) return;
    for (const auto& [node, number] : found_) {
      if (!labelled.contains(node)) node_values_.push_back({"label", node, node});
    }
  }

  const DotGraph& graph_;
  ForeignBuilder& into_;
  Place place_;
  std::map<std::string, Node> found_;
  std::map<parser::edge_t, std::size_t> edge_rows_;
  std::vector<std::pair<std::string, std::string>> edges_;
  std::vector<NodeValue> node_values_;
};

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
    if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
    return quoted(std::get<std::string>(value));
  }

  /// A number that is read as one that is no integer.
  static std::string decimal(double value) {
    auto text = fmt::format("{}", value);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return '"' + text + '"';
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
      all.push_back(
          quoted(columns[c].name) + "=" +
          (categories ? raw((*categories)[static_cast<std::size_t>(value)]) : decimal(value)));
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
  const auto text = into.text(source);  // which the graphs' parts are views of
  for (const auto& graph : scan_dot(text, into)) {
    into.begin_graph(graph.id);
    // Columns of edges are to be known before the graph ends.
    into.edge_values.column("label");
    Mutation mutation(graph, into);
    try {
      parser::read_graphviz_new(graph.text, &mutation);
    } catch (const Error&) {
      throw;
    } catch (const std::exception& error) {
      into.fail(into.at(graph.line), error.what());
    }
    into.end_graph(graph.directed ? EdgeRows::arcs : EdgeRows::edges);
  }
}

bool starts_dot(std::string_view start) {
  // White space and comments, then one of three words.
  for (;;) {
    start.remove_prefix(std::min(start.find_first_not_of(" \t\r\n"), start.size()));
    const bool line = start.starts_with("//") || start.starts_with('#');
    if (!line && !start.starts_with("/*")) break;
    const auto end = start.find(line ? "\n" : "*/");
    start.remove_prefix(end == std::string_view::npos ? start.size() : end + (line ? 1 : 2));
  }
  std::string word(start.substr(0, start.find_first_of(" \t\r\n{[\"")));
  for (char& c : word) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return (word == "graph" || word == "digraph" || word == "strict") && !starts_gml(start);
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

std::unique_ptr<ForeignWriter> write_dot(const Header& header, const OpenSink& open) {
  return std::make_unique<DotWriter>(header, open);
}

}  // namespace graphvq
