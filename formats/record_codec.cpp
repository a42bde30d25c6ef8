#include "formats/record_codec.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>
#include <span>

#include "formats/strict_json.hpp"
#include "formats/wire.hpp"

namespace graphvq {
namespace {

/// Appends what `put` writes from a pointer on, which it returns moved past up to `count` varints.
template <class Put>
void append(std::string& out, std::size_t count, Put&& put) {
  const std::size_t start = out.size();
  out.resize(start + count * wire::longest_varint);
  out.resize(static_cast<std::size_t>(put(out.data() + start) - out.data()));
}

void put_all(std::string& out, const std::vector<std::uint32_t>& values) {
  append(out, values.size(), [&values](char* to) {
    for (const auto value : values) to = wire::put_varint(to, value);
    return to;
  });
}

/// A node a byte at least, so that no record claims more nodes than it has bytes.
void put_structure(std::string& out, const Graph& graph) {
  append(out, std::size_t{1} + graph.n + graph.edges.size(), [&graph](char* to) {
    to = wire::put_varint(to, graph.n);
    auto edge = graph.edges.begin();
    const auto last = graph.edges.end();
    for (Node u = 0, n = graph.n; u < n; ++u) {
      auto end = edge;
      while (end != last && end->u == u) ++end;
      to = wire::put_varint(to, static_cast<std::uint32_t>(end - edge));
      for (Node before = u; edge != end; ++edge) {
        to = wire::put_varint(to, edge->v - before - 1);
        before = edge->v;
      }
    }
    return to;
  });
}

void get_structure(wire::Cursor& from, Graph& graph) {
  wire::Cursor in = from;
  graph.n = in.count("number of nodes");
  std::size_t have = 0;  // edges; those of the record before are space
  for (Node u = 0; u < graph.n; ++u) {
    const std::uint32_t degree = in.count("number of neighbours");
    std::uint64_t v = u;
    // Space for some neighbours at a time: there may be fewer than the record says.
    constexpr std::uint32_t some = 1024;
    for (std::uint32_t left = degree; left > 0;) {
      const std::uint32_t count = std::min(left, some);
      auto& edges = graph.edges;
      if (edges.size() < have + count) edges.resize(std::max(have + count, edges.capacity()));
      for (Edge& edge : std::span(edges).subspan(have, count)) {
        v += 1 + std::uint64_t{in.below(graph.n, "neighbour")};
        if (v >= graph.n) throw Error("neighbour " + std::to_string(v) + " is out of range");
        edge = {u, static_cast<Node>(v)};
      }
      left -= count;
      have += count;
    }
  }
  graph.edges.resize(have);
  from = in;
}

void get_all(wire::Cursor& from, std::vector<std::uint32_t>& values, std::size_t count,
             const char* what) {
  if (count == 0) throw Error(std::string("empty field of ") + what + "s");
  if (count > from.left()) throw Error("record is shorter than its fields");
  wire::Cursor in = from;
  values.resize(count);
  for (auto& value : values) value = in.below(std::uint64_t{1} << 32, what);
  from = in;
}

void put_attributes(std::string& out, wire::Field tag, const std::vector<double>& values,
                    std::size_t rows) {
  if (values.empty()) return;
  out.push_back(static_cast<char>(tag));
  wire::put_varint(out, values.size() / rows);
  for (const double value : values) wire::put_fixed(out, std::bit_cast<std::uint64_t>(value));
}

std::vector<double> get_attributes(wire::Cursor& in, std::size_t rows) {
  const std::size_t columns = in.count("number of columns");
  if (columns == 0 || rows == 0) throw Error("empty field of attributes");
  if (columns > in.left() / sizeof(double) / rows) {
    throw Error("record is shorter than its fields");
  }
  std::vector<double> values(rows * columns);
  for (double& value : values) {
    value = std::bit_cast<double>(wire::get_fixed<std::uint64_t>(in.take(sizeof value)));
  }
  return values;
}

void put_latents(std::string& out, const std::vector<float>& values, std::size_t rows) {
  if (values.empty()) return;
  out.push_back(static_cast<char>(wire::latents));
  wire::put_varint(out, values.size() / rows);
  for (const float value : values) wire::put_fixed(out, std::bit_cast<std::uint32_t>(value));
}

void get_latents(wire::Cursor& in, std::vector<float>& values, std::size_t rows) {
  const std::size_t width = in.count("width of the tokens");
  if (width == 0 || rows == 0) throw Error("empty field of tokens");
  if (width > in.left() / sizeof(float) / rows) throw Error("record is shorter than its fields");
  values.resize(rows * width);
  for (float& value : values) {
    value = std::bit_cast<float>(wire::get_fixed<std::uint32_t>(in.take(sizeof value)));
  }
}

Ordering get_ordering(wire::Cursor& in, Node n) {
  Ordering ordering;
  const std::uint8_t kind = in.byte();
  if (kind > static_cast<std::uint8_t>(OrderKind::bfs_recent)) {
    throw Error("unknown kind of order " + std::to_string(kind));
  }
  ordering.kind = static_cast<OrderKind>(kind);
  ordering.number = in.below(std::uint64_t{1} << 32, "order number");
  if (n > 0) get_all(in, ordering.perm, n, "position");
  return ordering;
}

void get_field(wire::Cursor& in, std::uint8_t tag, Record& record) {
  Graph& graph = record.graph;
  switch (tag) {
    case wire::node_labels:
      get_all(in, graph.node_labels, graph.n, "node label");
      break;
    case wire::edge_labels:
      get_all(in, graph.edge_labels, graph.edges.size(), "edge label");
      break;
    case wire::graph_class:
      graph.graph_class = in.below(std::uint64_t{1} << 32, "class");
      break;
    case wire::graph_id:
      graph.id = in.take(in.count("length of the id"));
      if (graph.id.empty()) throw Error("empty field of the id");
      break;
    case wire::ordering:
      record.ordering = get_ordering(in, graph.n);
      break;
    case wire::codes:
      get_all(in, record.codes, graph.n, "code");
      break;
    case wire::latents:
      get_latents(in, record.latents, graph.n);
      break;
    case wire::node_attributes:
      graph.attributes.nodes = get_attributes(in, graph.n);
      break;
    case wire::edge_attributes:
      graph.attributes.edges = get_attributes(in, graph.edges.size());
      break;
    case wire::graph_attributes:
      graph.attributes.graph = get_attributes(in, 1);
      break;
    default:
      throw Error("unknown field " + std::to_string(tag));
  }
}

/// All but the edges, which get_structure() replaces.
void clear(Record& record) {
  Graph& graph = record.graph;
  graph.node_labels.clear();
  graph.edge_labels.clear();
  graph.graph_class.reset();
  graph.id.clear();
  graph.attributes.nodes.clear();
  graph.attributes.edges.clear();
  graph.attributes.graph.clear();
  record.ordering.reset();
  record.codes.clear();
  record.latents.clear();
}

void check_below(const std::vector<std::uint32_t>& values, std::size_t bound, const char* what) {
  for (const auto value : values) {
    if (value >= bound) {
      throw Error(std::string(what) + " " + std::to_string(value) + " of " + std::to_string(bound));
    }
  }
}

void check_ascending(const Alphabet& alphabet) {
  if (std::adjacent_find(alphabet.begin(), alphabet.end(), std::greater_equal<>()) !=
      alphabet.end()) {
    throw Error("header: raw values are not ascending");
  }
}

void check_columns(const Columns& columns, const std::vector<std::string>& reserved) {
  std::set<std::string> names(reserved.begin(), reserved.end());
  for (const auto& column : columns) {
    if (column.name.empty() || !names.insert(column.name).second) {
      throw Error("header: a column may not be called \"" + column.name + "\", or not twice");
    }
    if (column.values) check_ascending(*column.values);
  }
}

void check_attributes(const std::vector<double>& values, std::size_t rows, const Columns& columns,
                      const char* what) {
  if (values.empty()) return;
  if (values.size() != rows * columns.size()) {
    throw Error(std::to_string(values.size() / rows) + " columns of " + what + " of " +
                std::to_string(columns.size()));
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Column& column = columns[i % columns.size()];
    const double value = values[i];
    const bool sound = column.values ? value >= 0 && value == std::floor(value) &&
                                           value < static_cast<double>(column.values->size())
                                     : std::isfinite(value);
    if (!sound && !std::isnan(value)) {
      throw Error("column " + column.name + ": " + std::to_string(value) + " is no value of it");
    }
  }
}

void check_ordering(const Ordering& ordering, Node n, const Header& header) {
  if (header.order && ordering.kind != *header.order) {
    throw Error("order of another kind than the header's");
  }
  if (header.orders && ordering.number >= *header.orders) {
    throw Error("order " + std::to_string(ordering.number) + " of " +
                std::to_string(*header.orders));
  }
  std::vector<bool> seen(n);
  bool permutes = ordering.perm.size() == n;
  for (const Node node : ordering.perm) {
    permutes = permutes && node < n && !seen[node];
    if (!permutes) break;
    seen[node] = true;
  }
  if (!permutes) throw Error("order is no permutation of the nodes");
}

}  // namespace

void encode(const Record& record, std::string& out) {
  const Graph& graph = record.graph;
  put_structure(out, graph);
  const auto field = [&out](wire::Field tag, const std::vector<std::uint32_t>& values) {
    if (values.empty()) return;
    out.push_back(static_cast<char>(tag));
    put_all(out, values);
  };
  field(wire::node_labels, graph.node_labels);
  field(wire::edge_labels, graph.edge_labels);
  if (graph.graph_class) field(wire::graph_class, {*graph.graph_class});
  if (!graph.id.empty()) {
    out.push_back(static_cast<char>(wire::graph_id));
    wire::put_varint(out, graph.id.size());
    out += graph.id;
  }
  if (record.ordering) {
    out.push_back(static_cast<char>(wire::ordering));
    out.push_back(static_cast<char>(record.ordering->kind));
    wire::put_varint(out, record.ordering->number);
    put_all(out, record.ordering->perm);
  }
  field(wire::codes, record.codes);
  put_latents(out, record.latents, graph.n);
  const Attributes& attributes = graph.attributes;
  put_attributes(out, wire::node_attributes, attributes.nodes, graph.n);
  put_attributes(out, wire::edge_attributes, attributes.edges, graph.edges.size());
  put_attributes(out, wire::graph_attributes, attributes.graph, 1);
}

void decode(std::string_view payload, Record& record) {
  wire::Cursor in(payload);
  clear(record);
  get_structure(in, record.graph);
  for (std::uint8_t last = 0; in.left() > 0;) {
    const std::uint8_t tag = in.byte();
    if (tag <= last) throw Error("fields out of order");
    get_field(in, tag, record);
    last = tag;
  }
}

void check(const Header& header) {
  for (const auto* alphabet : {&header.node_labels, &header.edge_labels, &header.classes}) {
    check_ascending(*alphabet);
  }
  check_columns(header.node_columns, reserved_node_names);
  check_columns(header.edge_columns, reserved_edge_names);
  check_columns(header.graph_columns, reserved_graph_names);
  if (header.layer == Layer::tokens && !header.codes && !header.latent) {
    throw Error("header: a token file without its number of codes");
  }
  if (header.latent && (header.layer != Layer::tokens || header.codes || *header.latent == 0)) {
    throw Error("header: a width of tokens that it cannot have");
  }
}

void check(const Record& record, const Header& header) {
  const Graph& graph = record.graph;
  validate(graph);
  check_text(graph.id);
  check_below(graph.node_labels, header.node_labels.size(), "node label");
  check_below(graph.edge_labels, header.edge_labels.size(), "edge label");
  if (graph.graph_class) check_below({*graph.graph_class}, header.classes.size(), "class");
  const Attributes& attributes = graph.attributes;
  check_attributes(attributes.nodes, graph.n, header.node_columns, "nodes");
  check_attributes(attributes.edges, graph.edges.size(), header.edge_columns, "edges");
  check_attributes(attributes.graph, 1, header.graph_columns, "graphs");

  const bool ordered = header.layer != Layer::graph;
  if (record.ordering.has_value() != ordered) {
    throw Error(ordered ? "no order" : "an order in a graph file");
  }
  if (ordered) check_ordering(*record.ordering, graph.n, header);

  const std::size_t codes = header.layer == Layer::tokens && !header.latent ? graph.n : 0;
  if (record.codes.size() != codes) {
    throw Error(std::to_string(record.codes.size()) + " codes for " + std::to_string(codes));
  }
  const std::size_t numbers = std::size_t{graph.n} * header.latent.value_or(0);
  if (record.latents.size() != numbers) {
    throw Error("tokens of " + std::to_string(record.latents.size()) + " numbers for " +
                std::to_string(numbers));
  }
  for (const float value : record.latents) {
    if (!std::isfinite(value)) throw Error("a token that is not finite");
  }
  if (header.codes) check_below(record.codes, *header.codes, "code");
}

}  // namespace graphvq
