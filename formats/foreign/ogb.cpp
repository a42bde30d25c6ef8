#include "formats/foreign/ogb.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "formats/foreign/text/text_rows.hpp"
#include "formats/foreign/text/words.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// The columns, none of which is called `taken`, as another array is: `_` follows such a name.
Columns apart_from(const std::string& taken, Columns columns) {
  const auto named = [&columns](const std::string& name) {
    return std::ranges::find(columns, name, &Column::name);
  };
  auto name = taken;
  while (named(name) != columns.end()) name += '_';
  if (const auto column = named(taken); column != columns.end()) column->name = name;
  return columns;
}

Columns edge_columns_apart(const Header& header) {
  return apart_from("index", header.edge_columns);  // beside edge_index
}
Columns graph_columns_apart(const Header& header) {
  return apart_from("label", header.graph_columns);  // beside the class
}

Place place_of(const OgbArray& array, const ForeignBuilder& into) {
  return array.file > 0 ? Place{array.file, 0, 0} : into.at(0);
}

const OgbArray& required(const OgbArrays& arrays, const std::string& name, ForeignBuilder& into) {
  const auto found = arrays.find(name);
  if (found == arrays.end()) into.fail(into.at(0), "no array " + name);
  if (!found->second.integral())
    into.fail(place_of(found->second, into), name + " has no integers");
  return found->second;
}

/// Counts of a list, whose sum is `total`.
std::vector<std::uint64_t> counts(const OgbArray& list, const std::string& name,
                                  std::uint64_t total, ForeignBuilder& into) {
  const Place place = place_of(list, into);
  if (list.columns != 1) {
    into.fail(place, fmt::format("{} has {} columns, not one", name, list.columns));
  }
  std::vector<std::uint64_t> result;
  std::uint64_t sum = 0;
  for (const auto value : list.integers) {
    if (value < 0 || (total != UINT64_MAX && static_cast<std::uint64_t>(value) > total - sum)) {
      into.fail(place,
                fmt::format("{}: {} of graph {} is out of range", name, value, result.size()));
    }
    result.push_back(static_cast<std::uint64_t>(value));
    sum += result.back();
  }
  if (total != UINT64_MAX && sum != total) {
    into.fail(place, fmt::format("{}: {} in all, but there are {}", name, sum, total));
  }
  return result;
}

/// Hands over what is said of nodes, edges or graphs.
void set_values(const OgbArrays& arrays, const std::string& prefix, ValueTable& table,
                std::uint64_t rows, ForeignBuilder& into) {
  for (const auto& name : names_in_order(arrays)) {
    if (!name.starts_with(prefix)) continue;
    const OgbArray& array = arrays.at(name);
    if (array.rows != rows) {
      into.fail(place_of(array, into),
                fmt::format("{} has {} rows for {}", name, array.rows, rows));
    }
    const std::string stem = name.substr(prefix.size());
    // What is to be predicted of a graph may be a number.
    const bool numbers = prefix == "graph_" && std::ranges::any_of(array.reals, [](double value) {
                           return !std::isnan(value) && value != std::floor(value);
                         });
    const bool label = stem == "label" && array.columns == 1 && !numbers;
    for (std::uint64_t c = 0; c < array.columns; ++c) {
      const auto column = table.column(label ? (prefix == "graph_" ? "class" : "label")
                                       : array.columns > 1 ? fmt::format("{}_{}", stem, c)
                                                           : stem);
      for (std::uint64_t row = 0; row < rows; ++row) {
        const std::uint64_t cell = row * array.columns + c;
        if (array.integral()) {
          table.set(column, row, array.integers[cell]);
          continue;
        }
        const double value = array.reals[cell];
        if (std::isinf(value)) {
          into.fail(into.at(0), fmt::format("{}: row {} is not finite", name, row));
        }
        table.set(column, row, label ? label_of(value) : value);
      }
    }
  }
}

}  // namespace

std::vector<std::string> names_in_order(const OgbArrays& arrays) {
  std::vector<std::string> names;
  for (const auto& [name, array] : arrays) names.push_back(name);
  std::ranges::sort(names, [&arrays](const std::string& a, const std::string& b) {
    const auto at = arrays.at(a).place;
    const auto bt = arrays.at(b).place;
    return at != bt ? at < bt : natural_less(a, b);
  });
  return names;
}

bool is_ogb_array(std::string_view name) {
  return name == "edge_index" || name == "num_nodes_list" || name == "num_edges_list" ||
         name.starts_with("node_") || name.starts_with("edge_") || name.starts_with("graph_");
}

bool keeps_array(const std::string& name, ForeignBuilder& into) {
  const bool kept = is_ogb_array(name);
  if (!kept) into.not_kept("array " + name, into.at(0));
  return kept;
}

void read_ogb(const OgbArrays& arrays, ForeignBuilder& into) {
  const OgbArray& edges = required(arrays, "edge_index", into);
  if (edges.rows != 2 || !edges.matrix) into.fail(into.at(0), "edge_index has not two rows");
  const std::uint64_t rows = edges.columns;
  const auto edge_counts =
      counts(required(arrays, "num_edges_list", into), "num_edges_list", rows, into);
  const auto node_counts =
      counts(required(arrays, "num_nodes_list", into), "num_nodes_list", UINT64_MAX, into);
  if (edge_counts.size() != node_counts.size()) {
    into.fail(into.at(0), fmt::format("num_nodes_list has {} graphs, num_edges_list {}",
                                      node_counts.size(), edge_counts.size()));
  }
  for (const auto& [name, array] : arrays) {
    // Columns of edges are to be known before the first graph ends.
    if (name.starts_with("edge_") && name != "edge_index") into.edge_values.column("label");
  }
  std::uint64_t nodes = 0;
  std::uint64_t row = 0;
  for (std::size_t g = 0; g < node_counts.size(); ++g) {
    into.begin_graph();
    into.claim_nodes(node_counts[g], into.at(0));
    nodes += node_counts[g];
    for (const std::uint64_t end = row + edge_counts[g]; row < end; ++row) {
      const std::int64_t u = edges.integers[row];
      const std::int64_t v = edges.integers[rows + row];
      const auto n = static_cast<std::int64_t>(node_counts[g]);
      const bool line = edges.file > 0;
      const Place place = line ? Place{edges.file, 0, row + 1} : into.at_row(row);
      if (u < 0 || v < 0 || u >= n || v >= n) {
        const auto which = line ? "" : fmt::format("edge_index: column {} is ", row);
        into.fail(line ? place : into.at(0),
                  fmt::format("{}an edge from {} to {} of {} nodes", which, u, v, n));
      }
      into.add_edge(static_cast<Node>(u), static_cast<Node>(v), place);
    }
    into.end_graph(EdgeRows::either);
  }
  OgbArrays of_edges = arrays;
  of_edges.erase("edge_index");
  set_values(arrays, "node_", into.node_values, nodes, into);
  set_values(of_edges, "edge_", into.edge_values, rows, into);
  set_values(arrays, "graph_", into.graph_values, node_counts.size(), into);
}

std::vector<std::string> renamed_in_ogb(const Header& header) {
  std::vector<std::string> words;
  const auto compare = [&words](const char* what, const Columns& columns, const Columns& apart) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const auto& [name, values] = columns[c];
      if (name == apart[c].name || (values && has_text(*values))) continue;
      words.push_back(fmt::format("{} attribute {} kept as {}", what, name, apart[c].name));
    }
  };
  compare("edge", header.edge_columns, edge_columns_apart(header));
  compare("graph", header.graph_columns, graph_columns_apart(header));
  return words;
}

OgbCollector::OgbCollector(const Header& header)
    : nodes_{header.node_labels, header.node_columns, {}},
      edges_{header.edge_labels, edge_columns_apart(header), {}},
      graphs_{header.classes, graph_columns_apart(header), {}} {
  for (Things* things : {&nodes_, &edges_, &graphs_}) {
    things->values.resize(things->columns.size() + 1);
  }
}

void OgbCollector::Things::add(std::optional<std::uint32_t> label, const std::vector<double>& all,
                               std::size_t row) {
  values[0].push_back(label ? *label : none);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    values[c + 1].push_back(all.empty() ? none : all[row * columns.size() + c]);
  }
}

void OgbCollector::add(const Graph& graph) {
  const auto label = [](const std::vector<std::uint32_t>& labels, std::size_t k) {
    return labels.empty() ? std::nullopt : std::optional(labels[k]);
  };
  for (Node i = 0; i < graph.n; ++i) {
    nodes_.add(label(graph.node_labels, i), graph.attributes.nodes, i);
  }
  for (std::size_t k = 0; k < graph.edges.size(); ++k) {
    const auto [u, v] = graph.edges[k];
    for (const auto& [from, to] : {std::pair(u, v), std::pair(v, u)}) {
      edge_from_.integers.push_back(from);
      edge_to_.integers.push_back(to);
      edges_.add(label(graph.edge_labels, k), graph.attributes.edges, k);
    }
  }
  graphs_.add(graph.graph_class, graph.attributes.graph, 0);
  node_counts_.integers.push_back(graph.n);
  edge_counts_.integers.push_back(static_cast<std::int64_t>(2 * graph.edges.size()));
}

void OgbCollector::Things::put(const std::string& prefix, OgbArrays& into) const {
  struct Source {
    std::string name;
    const Alphabet* categories;
    const std::vector<double>* values;
    bool integral = false;  // without a gap
  };
  std::vector<Source> sources;
  if (!labels.empty() && !has_text(labels)) sources.push_back({"label", &labels, &values[0]});
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const auto& categories = columns[c].values;
    if (categories && has_text(*categories)) continue;
    sources.push_back({columns[c].name, categories ? &*categories : nullptr, &values[c + 1]});
  }
  std::set<std::string> names;
  for (Source& source : sources) {
    names.insert(source.name);
    source.integral =
        source.categories != nullptr &&
        std::ranges::none_of(*source.values, [](double value) { return std::isnan(value); });
  }
  if (prefix == "edge_") names.insert("index");
  for (std::size_t first = 0; first < sources.size();) {
    // x_0, x_1, ... x_k in a row are the matrix x, where nothing else is called x and all are
    // integers or all numbers: none are made numbers for the sake of the others.
    const bool integral = sources[first].integral;
    const std::string& name = sources[first].name;
    const std::string stem = name.ends_with("_0") ? name.substr(0, name.size() - 2) : "";
    const bool run = !stem.empty() && !names.contains(stem);
    std::size_t width = 1;
    while (run && first + width < sources.size() &&
           sources[first + width].name == fmt::format("{}_{}", stem, width)) {
      ++width;
    }
    const auto other = [integral](const Source& source) { return source.integral != integral; };
    if (std::ranges::any_of(std::span(sources).subspan(first, width), other)) width = 1;
    OgbArray array{sources[first].values->size(), width, width > 1, {}, {}};
    const std::span part(sources.data() + first, width);
    for (std::size_t row = 0; row < array.rows; ++row) {
      for (const Source& source : part) {
        const double value = (*source.values)[row];
        if (source.categories == nullptr || std::isnan(value)) {
          array.reals.push_back(value);
          continue;
        }
        const auto raw =
            std::get<std::int64_t>(source.categories->at(static_cast<std::size_t>(value)));
        if (integral) {
          array.integers.push_back(raw);
        } else if (fits_double(raw)) {
          array.reals.push_back(static_cast<double>(raw));
        } else {
          throw Error(fmt::format("{} has {} beside missing values, and no number keeps it",
                                  source.name, raw));
        }
      }
    }
    array.place = into.size();
    into[prefix + (width > 1 ? stem : name)] = std::move(array);
    first += width;
  }
}

OgbArrays OgbCollector::arrays() {
  OgbArrays arrays;
  nodes_.put("node_", arrays);
  edges_.put("edge_", arrays);
  graphs_.put("graph_", arrays);
  OgbArray edges{2, edge_from_.integers.size(), true, std::move(edge_from_.integers), {}};
  edges.integers.insert(edges.integers.end(), edge_to_.integers.begin(), edge_to_.integers.end());
  node_counts_.rows = node_counts_.integers.size();
  edge_counts_.rows = edge_counts_.integers.size();
  for (auto& [name, array] :
       {std::pair("edge_index", &edges), std::pair("num_nodes_list", &node_counts_),
        std::pair("num_edges_list", &edge_counts_)}) {
    array->place = arrays.size();
    arrays[name] = std::move(*array);
  }
  return arrays;
}

}  // namespace graphvq
