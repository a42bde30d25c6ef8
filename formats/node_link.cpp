#include "formats/node_link.hpp"

#include <cmath>

namespace graphvq {
namespace {

using json = nlohmann::ordered_json;

json raw(const Alphabet& alphabet, std::uint32_t category) {
  return std::visit([](const auto& value) { return json(value); }, alphabet.at(category));
}

/// Adds what row `row` has in its columns; a value that is not there is left out.
void put_attributes(json& into, const Columns& columns, const std::vector<double>& values,
                    std::size_t row) {
  if (values.empty()) return;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const double value = values[row * columns.size() + c];
    if (std::isnan(value)) continue;
    const auto& categories = columns[c].values;
    into[columns[c].name] =
        categories ? raw(*categories, static_cast<std::uint32_t>(value)) : json(value);
  }
}

}  // namespace

json node_link(const Record& record, const Header& header) {
  const Graph& graph = record.graph;
  json about = json::object();
  if (!graph.id.empty()) about["id"] = graph.id;
  if (graph.graph_class) about["class"] = raw(header.classes, *graph.graph_class);
  put_attributes(about, header.graph_columns, graph.attributes.graph, 0);

  json nodes = json::array();
  for (Node i = 0; i < graph.n; ++i) {
    json node{{"id", i}};
    if (!graph.node_labels.empty()) node["label"] = raw(header.node_labels, graph.node_labels[i]);
    put_attributes(node, header.node_columns, graph.attributes.nodes, i);
    nodes.push_back(std::move(node));
  }
  json edges = json::array();
  for (std::size_t k = 0; k < graph.edges.size(); ++k) {
    json edge{{"source", graph.edges[k].u}, {"target", graph.edges[k].v}};
    if (!graph.edge_labels.empty()) edge["label"] = raw(header.edge_labels, graph.edge_labels[k]);
    put_attributes(edge, header.edge_columns, graph.attributes.edges, k);
    edges.push_back(std::move(edge));
  }

  json out{{"directed", false}, {"multigraph", false}};
  out["graph"] = std::move(about);
  out["nodes"] = std::move(nodes);
  out["edges"] = std::move(edges);
  if (record.ordering) {
    out["order"] = {{"kind", to_string(record.ordering->kind)},
                    {"number", record.ordering->number},
                    {"perm", record.ordering->perm}};
  }
  if (header.latent) {
    out["tokens"] = json::array();
    for (auto row = record.latents.begin(); row != record.latents.end(); row += *header.latent) {
      out["tokens"].push_back(json(std::vector<float>(row, row + *header.latent)));
    }
  } else if (header.layer == Layer::tokens) {
    out["codes"] = record.codes;
  }
  return out;
}

}  // namespace graphvq
