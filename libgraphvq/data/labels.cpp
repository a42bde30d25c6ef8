#include "libgraphvq/data/labels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "libgraphvq/base/error.hpp"

namespace graphvq {

std::optional<std::uint32_t> category(const Alphabet& alphabet, const std::string& text) {
  for (std::size_t i = 0; i < alphabet.size(); ++i)
    if (label_text(alphabet[i]) == text) return static_cast<std::uint32_t>(i);
  return {};
}

std::vector<std::optional<std::uint32_t>> category_map(const Alphabet& from, const Alphabet& to) {
  std::vector<std::optional<std::uint32_t>> map;
  for (const auto& value : from) {
    const auto found = std::ranges::lower_bound(to, value);
    map.push_back(found == to.end() || *found != value
                      ? std::nullopt
                      : std::optional(static_cast<std::uint32_t>(found - to.begin())));
  }
  return map;
}

Alphabet unite(const Alphabet& a, const Alphabet& b) {
  Alphabet all = a;
  all.insert(all.end(), b.begin(), b.end());
  // A variant compares by alternative first: numbers before text.
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

namespace {

// Whether numbers can stand for all of the values.
bool are_numbers(const Alphabet& values) {
  return std::ranges::all_of(values, [](const LabelValue& value) {
    const auto* integer = std::get_if<std::int64_t>(&value);
    return integer != nullptr && fits_double(*integer);
  });
}

}  // namespace

Columns unite(const Columns& a, const Columns& b) {
  Columns all = a;
  for (const auto& column : b) {
    const auto known = std::ranges::find(all, column.name, &Column::name);
    if (known == all.end()) {
      all.push_back(column);
    } else if (known->values.has_value() != column.values.has_value()) {
      if (!are_numbers(known->values ? *known->values : *column.values))
        throw Error("column " + column.name + " has numbers in one file and others in another");
      known->values.reset();
    } else if (column.values) {
      known->values = unite(*known->values, *column.values);
    }
  }
  return all;
}

void LabelTranslation::apply(Graph& graph, const std::string& file, std::uint64_t index) const {
  const auto refuse = [&](const std::string& reason) {
    throw Error(file + ": graph " + std::to_string(index) + ": " + reason);
  };
  if (graph.node_labels.empty() && graph.n > 0 && labelled_)
    refuse("has no node labels, the tokenizer knows some");
  for (auto& label : graph.node_labels) {
    if (!map_[label])
      refuse("node label " + label_text(from_[label]) +
             " is not one that the tokenizer knows; train one where it is");
    label = *map_[label];
  }
}

ColumnTranslation::ColumnTranslation(const Columns& from, const Columns& to)
    : width_(from.size()), same_(from == to) {
  for (const auto& column : to) {
    Origin origin;
    const auto known = std::ranges::find(from, column.name, &Column::name);
    if (known != from.end()) {
      origin.column = static_cast<std::size_t>(known - from.begin());
      if (column.values) {
        for (const auto& category : category_map(*known->values, *column.values))
          origin.values.push_back(*category);
      } else if (known->values) {
        for (const auto& value : *known->values)
          origin.values.push_back(static_cast<double>(std::get<std::int64_t>(value)));
      }
    }
    origins_.push_back(std::move(origin));
  }
}

void ColumnTranslation::apply(std::vector<double>& values) const {
  if (same_ || values.empty()) return;
  std::vector<double> result;
  for (std::size_t row = 0; row < values.size(); row += width_)
    for (const auto& origin : origins_) {
      double value = std::numeric_limits<double>::quiet_NaN();
      if (origin.column) value = values[row + *origin.column];
      if (!origin.values.empty() && !std::isnan(value))
        value = origin.values[static_cast<std::size_t>(value)];
      result.push_back(value);
    }
  values = std::move(result);
}

HeaderTranslation::HeaderTranslation(const Header& from, const Header& to)
    : nodes_(category_map(from.node_labels, to.node_labels)),
      edges_(category_map(from.edge_labels, to.edge_labels)),
      classes_(category_map(from.classes, to.classes)),
      node_columns_(from.node_columns, to.node_columns),
      edge_columns_(from.edge_columns, to.edge_columns),
      graph_columns_(from.graph_columns, to.graph_columns) {}

void HeaderTranslation::apply(Graph& graph) const {
  for (auto& label : graph.node_labels) label = *nodes_[label];
  for (auto& label : graph.edge_labels) label = *edges_[label];
  if (graph.graph_class) graph.graph_class = classes_[*graph.graph_class];
  node_columns_.apply(graph.attributes.nodes);
  edge_columns_.apply(graph.attributes.edges);
  graph_columns_.apply(graph.attributes.graph);
}

}  // namespace graphvq
