#include "formats/container/record_codec.hpp"
#include "formats/container/header_json.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <set>
#include <span>

#include "formats/container/strict_json.hpp"
#include "formats/container/structure_codec.hpp"
#include "formats/container/wire.hpp"

namespace graphvq {
namespace {

void put_all(std::string& out, std::span<const std::uint32_t> values) {
  wire::append(out, values.size(), [&values](char* to) {
    for (const auto value : values) to = wire::put_varint(to, value);
    return to;
  });
}

void get_all(wire::Cursor& from, std::vector<std::uint32_t>& values, std::size_t count,
             const char* what) {
  if (count == 0) throw Error(std::string("empty field of ") + what + "s");
  if (count > from.left()) throw Error("record is shorter than its fields");
  const auto bytes = from.rest().substr(0, count);
  // Most fields have a byte a value.
  unsigned char all = 0;
  for (const char byte : bytes) all |= static_cast<unsigned char>(byte);
  if (all < 0x80) {
    values.assign(bytes.begin(), bytes.end());
    from.take(count);
    return;
  }
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

void get_attributes(wire::Cursor& in, std::vector<double>& values, std::size_t rows) {
  const std::size_t columns = in.count("number of columns");
  if (columns == 0 || rows == 0) throw Error("empty field of attributes");
  if (columns > in.left() / sizeof(double) / rows) {
    throw Error("record is shorter than its fields");
  }
  values.resize(rows * columns);
  for (double& value : values) {
    value = std::bit_cast<double>(wire::get_fixed<std::uint64_t>(in.take(sizeof value)));
  }
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

void get_ordering(wire::Cursor& in, Ordering& ordering, Node n) {
  const std::uint8_t kind = in.byte();
  if (kind > static_cast<std::uint8_t>(OrderKind::bfs_recent)) {
    throw Error("unknown kind of order " + std::to_string(kind));
  }
  ordering.kind = static_cast<OrderKind>(kind);
  ordering.number = in.below(std::uint64_t{1} << 32, "order number");
  ordering.perm.clear();
  if (n > 0) get_all(in, ordering.perm, n, "position");
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
      if (!record.ordering) record.ordering.emplace();
      get_ordering(in, *record.ordering, graph.n);
      break;
    case wire::codes:
      get_all(in, record.codes, graph.n, "code");
      break;
    case wire::latents:
      get_latents(in, record.latents, graph.n);
      break;
    case wire::node_attributes:
      get_attributes(in, graph.attributes.nodes, graph.n);
      break;
    case wire::edge_attributes:
      get_attributes(in, graph.attributes.edges, graph.edges.size());
      break;
    case wire::graph_attributes:
      get_attributes(in, graph.attributes.graph, 1);
      break;
    default:
      throw Error("unknown field " + std::to_string(tag));
  }
}

/// All but the edges and the order, which are replaced.
void clear(Record& record) {
  Graph& graph = record.graph;
  graph.node_labels.clear();
  graph.edge_labels.clear();
  graph.graph_class.reset();
  graph.id.clear();
  graph.attributes.nodes.clear();
  graph.attributes.edges.clear();
  graph.attributes.graph.clear();
  record.codes.clear();
  record.latents.clear();
}

void check_below(std::span<const std::uint32_t> values, std::size_t bound, const char* what) {
  if (bound > std::numeric_limits<std::uint32_t>::max()) return;
  const auto cap = static_cast<std::uint32_t>(bound);
  unsigned above = 0;
  for (const auto value : values) above |= static_cast<unsigned>(value >= cap);
  if (above == 0) return;
  const auto found = std::ranges::find_if(values, [cap](auto value) { return value >= cap; });
  throw Error(std::string(what) + " " + std::to_string(*found) + " of " + std::to_string(bound));
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
  const auto field = [&out](wire::Field tag, std::span<const std::uint32_t> values) {
    if (values.empty()) return;
    out.push_back(static_cast<char>(tag));
    put_all(out, values);
  };
  field(wire::node_labels, graph.node_labels);
  field(wire::edge_labels, graph.edge_labels);
  if (graph.graph_class) field(wire::graph_class, {&*graph.graph_class, 1});
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
  bool ordered = false;
  for (std::uint8_t last = 0; in.left() > 0;) {
    const std::uint8_t tag = in.byte();
    if (tag <= last) throw Error("fields out of order");
    get_field(in, tag, record);
    ordered |= tag == wire::ordering;
    last = tag;
  }
  if (!ordered) record.ordering.reset();
}

void check(const Header& header) {
  for (const auto* alphabet : {&header.node_labels, &header.edge_labels, &header.classes}) {
    check_ascending(*alphabet);
  }
  check_columns(header.node_columns, reserved_node_names);
  check_columns(header.edge_columns, reserved_edge_names);
  check_columns(header.graph_columns, reserved_graph_names);
  if (header.layer != Layer::graph && !header.order) {
    throw Error("header: records in an order that it does not name");
  }
  if (header.layer == Layer::tokens && !header.codes && !header.latent) {
    throw Error("header: a token file without its number of codes");
  }
  if (header.layer == Layer::tokens && !header.tokenizer) {
    throw Error("header: tokens of a tokenizer that it does not name");
  }
  if (header.latent && (header.layer != Layer::tokens || header.codes || *header.latent == 0)) {
    throw Error("header: a width of tokens that it cannot have");
  }
}

void check(const Record& record, const Header& header) {
  validate(record.graph);
  check_decoded(record, header);
}

void check_decoded(const Record& record, const Header& header) {
  const Graph& graph = record.graph;
  check_text(graph.id);
  check_below(graph.node_labels, header.node_labels.size(), "node label");
  check_below(graph.edge_labels, header.edge_labels.size(), "edge label");
  if (graph.graph_class) check_below({&*graph.graph_class, 1}, header.classes.size(), "class");
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
