#include "formats/record_codec.hpp"

#include <algorithm>

#include "formats/strict_json.hpp"
#include "formats/wire.hpp"

namespace graphvq {
namespace {

void put_all(std::string& out, const std::vector<std::uint32_t>& values) {
  for (const auto value : values) wire::put_varint(out, value);
}

/// A node a byte at least, so that no record claims more nodes than it has bytes.
void put_structure(std::string& out, const Graph& graph) {
  wire::put_varint(out, graph.n);
  auto edge = graph.edges.begin();
  for (Node u = 0; u < graph.n; ++u) {
    const auto end = std::find_if(edge, graph.edges.end(), [u](const Edge& e) { return e.u != u; });
    wire::put_varint(out, static_cast<std::uint64_t>(end - edge));
    for (Node before = u; edge != end; ++edge) {
      wire::put_varint(out, edge->v - before - 1);
      before = edge->v;
    }
  }
}

void get_structure(wire::Cursor& in, Graph& graph) {
  graph.n = in.count("number of nodes");
  for (Node u = 0; u < graph.n; ++u) {
    const std::uint32_t degree = in.count("number of neighbours");
    std::uint64_t v = u;
    for (std::uint32_t k = 0; k < degree; ++k) {
      v += 1 + std::uint64_t{in.below(graph.n, "neighbour")};
      if (v >= graph.n) throw Error("neighbour " + std::to_string(v) + " is out of range");
      graph.edges.push_back({u, static_cast<Node>(v)});
    }
  }
}

std::vector<std::uint32_t> get_all(wire::Cursor& in, std::size_t count, const char* what) {
  if (count == 0) throw Error(std::string("empty field of ") + what + "s");
  if (count > in.left()) throw Error("record is shorter than its fields");
  std::vector<std::uint32_t> values(count);
  for (auto& value : values) value = in.below(std::uint64_t{1} << 32, what);
  return values;
}

Ordering get_ordering(wire::Cursor& in, Node n) {
  Ordering ordering;
  const std::uint8_t kind = in.byte();
  if (kind > static_cast<std::uint8_t>(OrderKind::random)) {
    throw Error("unknown kind of order " + std::to_string(kind));
  }
  ordering.kind = static_cast<OrderKind>(kind);
  ordering.number = in.below(std::uint64_t{1} << 32, "order number");
  if (n > 0) ordering.perm = get_all(in, n, "position");
  return ordering;
}

void get_field(wire::Cursor& in, std::uint8_t tag, Record& record) {
  Graph& graph = record.graph;
  switch (tag) {
    case wire::node_labels:
      graph.node_labels = get_all(in, graph.n, "node label");
      break;
    case wire::edge_labels:
      graph.edge_labels = get_all(in, graph.edges.size(), "edge label");
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
      record.codes = get_all(in, graph.n, "code");
      break;
    default:
      throw Error("unknown field " + std::to_string(tag));
  }
}

void check_below(const std::vector<std::uint32_t>& values, std::size_t bound, const char* what) {
  for (const auto value : values) {
    if (value >= bound) {
      throw Error(std::string(what) + " " + std::to_string(value) + " of " + std::to_string(bound));
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

std::string encode(const Record& record) {
  const Graph& graph = record.graph;
  std::string out;
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
  return out;
}

Record decode(std::string_view payload) {
  wire::Cursor in(payload);
  Record record;
  get_structure(in, record.graph);
  for (std::uint8_t last = 0; in.left() > 0;) {
    const std::uint8_t tag = in.byte();
    if (tag <= last) throw Error("fields out of order");
    get_field(in, tag, record);
    last = tag;
  }
  return record;
}

void check(const Header& header) {
  for (const auto* alphabet : {&header.node_labels, &header.edge_labels, &header.classes}) {
    if (std::adjacent_find(alphabet->begin(), alphabet->end(), std::greater_equal<>()) !=
        alphabet->end()) {
      throw Error("header: raw values are not ascending");
    }
  }
  if (header.layer == Layer::tokens && !header.codes) {
    throw Error("header: a token file without its number of codes");
  }
}

void check(const Record& record, const Header& header) {
  const Graph& graph = record.graph;
  validate(graph);
  dump_strict(graph.id);
  check_below(graph.node_labels, header.node_labels.size(), "node label");
  check_below(graph.edge_labels, header.edge_labels.size(), "edge label");
  if (graph.graph_class) check_below({*graph.graph_class}, header.classes.size(), "class");

  const bool ordered = header.layer != Layer::graph;
  if (record.ordering.has_value() != ordered) {
    throw Error(ordered ? "no order" : "an order in a graph file");
  }
  if (ordered) check_ordering(*record.ordering, graph.n, header);

  const std::size_t codes = header.layer == Layer::tokens ? graph.n : 0;
  if (record.codes.size() != codes) {
    throw Error(std::to_string(record.codes.size()) + " codes for " + std::to_string(codes));
  }
  if (header.codes) check_below(record.codes, *header.codes, "code");
}

}  // namespace graphvq
