#include "formats/container/structure_codec.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <span>

// Most graphs are of few nodes: what their structure says is a byte each, so that many bytes are
// worked on at once and no branch hangs on a degree. Others go an integer at a time; so does
// whatever is unsound, for the words of the Error.

namespace graphvq {
namespace {

constexpr Node few = 128;
constexpr std::size_t most_edges = std::size_t{few} * (few - 1) / 2;
constexpr int width = 8;  // bytes that are worked on at once
constexpr std::uint64_t ones = 0x0101010101010101U;
constexpr std::uint64_t tops = ones << 7;

void put_word(std::uint8_t* to, std::uint64_t word) { std::memcpy(to, &word, sizeof word); }

std::uint64_t word_at(const char* bytes) { return wire::get_fixed<std::uint64_t>({bytes, width}); }

/// As many bytes as there are to `end`; zeros follow them.
[[gnu::noinline]] std::uint64_t last_word(const char* bytes, const char* end) {
  std::array<char, width> word{};
  std::copy_n(bytes, std::min<std::ptrdiff_t>(end - bytes, width), word.begin());
  return word_at(word.data());
}

/// The ends of each edge. What lies past the last is of no meaning.
struct EdgeEnds {
  std::array<std::uint8_t, most_edges + width> u;
  std::array<std::uint8_t, most_edges + width> v;
};

struct Found {
  std::size_t edges = 0;
  std::size_t bytes = 0;
};

/// The edges of n nodes from the bytes after n; nothing where those are unsound.
std::optional<Found> get_few(std::string_view bytes, const Node n, EdgeEnds& ends) {
  const char* at = bytes.data();
  const char* const end = at + bytes.size();
  std::uint8_t* to_u = ends.u.data();
  std::uint8_t* to_v = ends.v.data();
  std::uint64_t unsound = 0;
  for (std::uint64_t u = 0; u < n; ++u) {
    if (at == end) return {};
    std::uint64_t left = static_cast<unsigned char>(*at++);
    if (left >= n - u || left > static_cast<std::size_t>(end - at)) return {};
    std::uint64_t last = u;
    while (true) {
      const std::uint64_t count = std::min<std::uint64_t>(left, width);
      const std::uint64_t kept = ~(~std::uint64_t{0} << (4 * count) << (4 * count));
      const std::uint64_t word = end - at < width ? last_word(at, end) : word_at(at);
      const std::uint64_t gaps = word & kept;
      // Byte k is the sum of the steps to k: all below 128, so that none runs into the next.
      const std::uint64_t steps = (gaps + (ones & kept)) * ones;
      put_word(to_u, u * ones);
      put_word(to_v, last * ones + steps);
      last += steps >> (8 * (width - 1));
      unsound |= ((gaps | steps) & tops) | std::uint64_t{last >= n};
      to_u += count;
      to_v += count;
      at += count;
      if (left <= width) break;
      left -= width;
    }
  }
  if (unsound != 0) return {};
  return Found{static_cast<std::size_t>(to_u - ends.u.data()),
               static_cast<std::size_t>(at - bytes.data())};
}

void get_many(wire::Cursor& in, Graph& graph) {
  auto& edges = graph.edges;
  edges.clear();
  for (Node u = 0; u < graph.n; ++u) {
    const std::uint32_t degree = in.count("number of neighbours");
    std::uint64_t v = u;
    // Space for some neighbours at a time: there may be fewer than the record says.
    constexpr std::uint32_t some = 1024;
    for (std::uint32_t left = degree; left > 0;) {
      const std::uint32_t count = std::min(left, some);
      const std::size_t have = edges.size();
      edges.resize(have + count);
      for (Edge& edge : std::span(edges).subspan(have)) {
        v += 1 + std::uint64_t{in.below(graph.n, "neighbour")};
        if (v >= graph.n) throw Error("neighbour " + std::to_string(v) + " is out of range");
        edge = {u, static_cast<Node>(v)};
      }
      left -= count;
    }
  }
}

/// Gaps at the place that nodes and edges before them leave; the degree of a node, which its last
/// edge knows, before its first gap.
void put_few(std::string& out, const Graph& graph) {
  const std::size_t start = out.size();
  out.resize(start + 1 + graph.n + graph.edges.size());
  char* to = out.data() + start;
  *to++ = static_cast<char>(graph.n);
  Edge before{few, 0};
  std::uint32_t degree = 0;
  for (const Edge edge : graph.edges) {
    const bool first = edge.u != before.u;
    degree = first ? 1 : degree + 1;
    to += 1;
    to[edge.u] = static_cast<char>(edge.v - (first ? edge.u : before.v) - 1);
    to[static_cast<std::ptrdiff_t>(edge.u) - static_cast<std::ptrdiff_t>(degree)] =
        static_cast<char>(degree);
    before = edge;
  }
}

void put_many(std::string& out, const Graph& graph) {
  wire::append(out, std::size_t{1} + graph.n + graph.edges.size(), [&graph](char* to) {
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

}  // namespace

void put_structure(std::string& out, const Graph& graph) {
  graph.n < few ? put_few(out, graph) : put_many(out, graph);
}

void get_structure(wire::Cursor& from, Graph& graph) {
  wire::Cursor in = from;
  graph.n = in.count("number of nodes");
  EdgeEnds ends;
  const auto found = graph.n < few ? get_few(in.rest(), graph.n, ends) : std::nullopt;
  if (found) {
    graph.edges.resize(found->edges);
    for (std::size_t i = 0; i < found->edges; ++i) graph.edges[i] = {ends.u[i], ends.v[i]};
    in.take(found->bytes);
  } else {
    get_many(in, graph);
  }
  from = in;
}

}  // namespace graphvq
