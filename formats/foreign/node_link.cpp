#include "formats/foreign/node_link.hpp"
#include "formats/container/header_json.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "formats/bytes/text_sink.hpp"
#include "formats/foreign/foreign.hpp"

namespace graphvq {

// node_link_reader.cpp
void read_node_link(ByteSource& source, const std::string& name, ForeignBuilder& into);
bool starts_node_link(std::string_view start);

namespace {

class NodeLinkWriter final : public ForeignWriter {
 public:
  NodeLinkWriter(const Header& header, const OpenSink& open) : text_(header), out_(open("")) {}
  void write(const Record& record) override { out_.put(text_.line(record)); }
  void finish() override { out_.flush(); }

 private:
  NodeLinkText text_;
  TextSink out_;
};

}  // namespace

NodeLinkText::NodeLinkText(const Header& header)
    : layer_(header.layer),
      latent_(header.latent.value_or(0)),
      node_labels_(values_of(header.node_labels)),
      edge_labels_(values_of(header.edge_labels)),
      classes_(values_of(header.classes)),
      of_nodes_(attributes_of(header.node_columns)),
      of_edges_(attributes_of(header.edge_columns)),
      of_graph_(attributes_of(header.graph_columns)) {}

NodeLinkText::Values NodeLinkText::values_of(const Alphabet& alphabet) {
  Values values;
  for (const auto& value : alphabet)
    values.push_back(std::visit([](const auto& v) { return nlohmann::json(v).dump(); }, value));
  return values;
}

NodeLinkText::Attributes NodeLinkText::attributes_of(const Columns& columns) {
  Attributes attributes;
  for (const auto& column : columns) {
    attributes.push_back({"," + nlohmann::json(column.name).dump() + ":", column.values.has_value(),
                          values_of(column.values.value_or(Alphabet{}))});
  }
  return attributes;
}

void NodeLinkText::put(std::uint64_t number) {
  const fmt::format_int digits(number);
  text_.append(digits.data(), digits.size());
}
void NodeLinkText::put(double number) { text_ += nlohmann::json(number).dump(); }

/// What row `row` has in its columns; a value that is not there is left out.
void NodeLinkText::put_attributes(const Attributes& columns, const std::vector<double>& values,
                                  std::size_t row) {
  if (values.empty()) return;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const double value = values[row * columns.size() + c];
    if (std::isnan(value)) continue;
    text_ += columns[c].key;
    if (columns[c].categorical) {
      text_ += columns[c].values[static_cast<std::size_t>(value)];
    } else {
      put(value);
    }
  }
}

template <class Number>
void NodeLinkText::put_list(std::span<const Number> numbers) {
  using Wide = std::conditional_t<std::is_integral_v<Number>, std::uint64_t, double>;
  text_ += '[';
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    if (k > 0) text_ += ',';
    put(Wide{numbers[k]});
  }
  text_ += ']';
}

const std::string& NodeLinkText::line(const Record& record) {
  const Graph& graph = record.graph;
  text_ = R"({"directed":false,"multigraph":false,"graph":{)";
  const std::size_t about = text_.size();
  if (!graph.id.empty()) text_.append(R"(,"id":)").append(nlohmann::json(graph.id).dump());
  if (graph.graph_class) text_.append(R"(,"class":)").append(classes_[*graph.graph_class]);
  put_attributes(of_graph_, graph.attributes.graph, 0);
  if (text_.size() > about) text_.erase(about, 1);  // the first comma

  text_ += R"(},"nodes":[)";
  for (Node i = 0; i < graph.n; ++i) {
    text_ += i == 0 ? R"({"id":)" : R"(,{"id":)";
    put(std::uint64_t{i});
    if (!graph.node_labels.empty()) {
      text_ += R"(,"label":)";
      text_ += node_labels_[graph.node_labels[i]];
    }
    put_attributes(of_nodes_, graph.attributes.nodes, i);
    text_ += '}';
  }
  text_ += R"(],"edges":[)";
  for (std::size_t k = 0; k < graph.edges.size(); ++k) {
    text_ += k == 0 ? R"({"source":)" : R"(,{"source":)";
    put(std::uint64_t{graph.edges[k].u});
    text_ += R"(,"target":)";
    put(std::uint64_t{graph.edges[k].v});
    if (!graph.edge_labels.empty()) {
      text_ += R"(,"label":)";
      text_ += edge_labels_[graph.edge_labels[k]];
    }
    put_attributes(of_edges_, graph.attributes.edges, k);
    text_ += '}';
  }
  text_ += ']';
  if (record.ordering) {
    text_ += R"(,"order":{"kind":")";
    text_ += to_string(record.ordering->kind);
    text_ += R"(","number":)";
    put(std::uint64_t{record.ordering->number});
    text_ += R"(,"perm":)";
    put_list(std::span(record.ordering->perm));
    text_ += '}';
  }
  if (latent_ > 0) {
    text_ += R"(,"tokens":[)";
    for (std::size_t at = 0; at < record.latents.size(); at += latent_) {
      if (at > 0) text_ += ',';
      put_list(std::span(record.latents).subspan(at, latent_));
    }
    text_ += ']';
  } else if (layer_ == Layer::tokens) {
    text_ += R"(,"codes":)";
    put_list(std::span(record.codes));
  }
  text_ += "}\n";
  return text_;
}

std::unique_ptr<ForeignWriter> write_node_link(const Header& header, const OpenSink& open) {
  return std::make_unique<NodeLinkWriter>(header, open);
}

/// Reads node-link objects of NetworkX, one after another or in one array, with `edges` or `links`
/// (which `view` prints, too). Node and edge labels are `label`, the graph's id and class
/// `graph.id` and `graph.class`; other keys are columns, a list `x` the columns x_0, x_1..., true
/// and false 1 and 0, null nothing; objects within and the `key` of a multigraph's edges are not
/// kept. Lists of numbers of one name have one length; ids that are lists or objects are refused.
ForeignFormat json_format() {
  return {.name = "json",
          .summary = "node-link objects of NetworkX, one a line",
          .suffixes = {"json", "jsonl"},
          .ids = true,
          .read = read_node_link,
          .starts = starts_node_link,
          .writer = write_node_link};
}

}  // namespace graphvq
