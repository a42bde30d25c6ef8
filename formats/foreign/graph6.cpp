#include "formats/foreign/foreign_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "formats/bytes/text_sink.hpp"
#include "formats/foreign/dot.hpp"
#include "formats/foreign/text/text_lines.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {
namespace {

constexpr std::string_view graph6_header = ">>graph6<<";
constexpr std::string_view sparse6_header = ">>sparse6<<";
constexpr unsigned first_letter = 63;
constexpr std::size_t longest_size = 8;  // characters of N(n)
constexpr const char* too_long = "a line of more than 64 MiB, which no graphvq would read";

/// One line: characters of six bits each, most significant first.
class Line {
 public:
  Line(const TextLines& lines, std::string_view text, ForeignBuilder& into)
      : lines_(lines), text_(text), into_(into) {}

  [[noreturn]] void fail(const std::string& reason) const {
    into_.fail(into_.at(lines_.line(), lines_.column(text_)), reason);
  }
  Place place() const { return into_.at(lines_.line(), lines_.column(text_)); }

  std::uint64_t six() {
    if (text_.empty()) fail("the line ends too soon");
    const auto c = static_cast<unsigned char>(text_[0]);
    if (c < first_letter || c > first_letter + 63) fail("a character that is none of graph6's");
    text_.remove_prefix(1);
    return c - first_letter;
  }

  /// N(n): one, four or eight characters.
  std::uint64_t size() {
    std::uint64_t n = six();
    if (n < 63) return n;
    n = six();
    int more = 2;
    if (n == 63) {
      n = 0;
      more = 6;
    }
    for (; more > 0; --more) n = n << 6 | six();
    return n;
  }

  /// Bits that are left, whole characters.
  std::uint64_t left() const { return std::uint64_t{6} * text_.size() + have_; }
  unsigned bit() {
    if (have_ == 0) {
      bits_ = six();
      have_ = 6;
    }
    return bits_ >> --have_ & 1U;
  }
  std::uint64_t characters() const { return text_.size(); }

 private:
  const TextLines& lines_;
  std::string_view text_;
  ForeignBuilder& into_;
  std::uint64_t bits_ = 0;
  unsigned have_ = 0;
};

/// Behind the size of a graph of `n` < 2^32 nodes in graph6.
std::uint64_t dense_characters(std::uint64_t n) { return (n * (n - (n > 0)) / 2 + 5) / 6; }

void read_dense(Line& line, ForeignBuilder& into) {
  const std::uint64_t n = line.size();
  // The line's length first: a short one may claim any number of nodes.
  if (n >= (std::uint64_t{1} << 32) || line.characters() != dense_characters(n)) {
    line.fail(fmt::format("{} characters are not the graph6 of {} nodes", line.characters(), n));
  }
  into.add_nodes(n, line.place());
  for (Node v = 1; v < n; ++v) {
    for (Node u = 0; u < v; ++u) {
      if (line.bit() != 0) into.add_edge(u, v, line.place());
    }
  }
  while (line.left() > 0) {
    if (line.bit() != 0) line.fail("padding that is not 0");
  }
}

void read_sparse(Line& line, ForeignBuilder& into) {
  const std::uint64_t n = line.size();
  into.claim_nodes(n, line.place());
  const auto width = static_cast<unsigned>(std::bit_width(n > 0 ? n - 1 : 0));
  std::uint64_t v = 0;
  while (line.left() > width) {
    v += line.bit();
    std::uint64_t x = 0;
    for (unsigned i = 0; i < width; ++i) x = x << 1 | line.bit();
    if (v >= n || x >= n) break;
    if (x > v) {
      v = x;
    } else {
      into.add_edge(static_cast<Node>(x), static_cast<Node>(v), line.place());
    }
  }
  while (line.left() > 0) line.bit();  // for the characters' sake
}

/// Six bits a character, into text.
class Bits {
 public:
  void put(std::uint64_t value, unsigned count) {
    for (; count > 0; --count) {
      bits_ = bits_ << 1 | (value >> (count - 1) & 1U);
      if (++have_ == 6) flush();
    }
  }
  unsigned room() const { return have_ == 0 ? 0 : 6 - have_; }
  std::string text;

 private:
  void flush() {
    text.push_back(static_cast<char>(bits_ + first_letter));
    bits_ = 0;
    have_ = 0;
  }
  unsigned bits_ = 0;
  unsigned have_ = 0;
};

void put_size(Bits& bits, std::uint64_t n) {
  if (n <= 62) {
    bits.put(n, 6);
  } else if (n <= 258047) {
    bits.put(63, 6);
    bits.put(n, 18);
  } else {
    bits.put(0xFFF, 12);
    bits.put(n, 36);
  }
}

std::string graph6(const Graph& graph) {
  if (dense_characters(graph.n) > max_line - longest_size) {
    throw Error(std::string(too_long) + "; sparse6 has shorter ones");
  }
  Bits bits;
  put_size(bits, graph.n);
  std::vector<Edge> edges = graph.edges;
  std::ranges::sort(edges, {}, [](const Edge& e) { return std::pair(e.v, e.u); });
  auto edge = edges.begin();
  for (Node v = 1; v < graph.n; ++v) {
    for (Node u = 0; u < v; ++u) {
      const bool there = edge != edges.end() && *edge == Edge{u, v};
      bits.put(there, 1);
      if (there) ++edge;
    }
  }
  bits.put(0, bits.room());
  return bits.text;
}

std::string sparse6(const Graph& graph) {
  Bits bits;
  put_size(bits, graph.n);
  const Node n = graph.n;
  const auto width = static_cast<unsigned>(std::bit_width(n > 0 ? n - 1 : 0U));
  std::vector<Edge> edges = graph.edges;
  std::ranges::sort(edges, {}, [](const Edge& e) { return std::pair(e.v, e.u); });
  Node current = 0;
  for (const auto& [u, v] : edges) {
    if (v == current) {
      bits.put(0, 1);
    } else {
      bits.put(1, 1);
      if (v > current + 1) {
        bits.put(v, width);
        bits.put(0, 1);
      }
      current = v;
    }
    bits.put(u, width);
  }
  // Ones would be read as a loop at n - 1 in these cases.
  const bool power = (n == 2 || n == 4 || n == 8 || n == 16) && n == (1U << width);
  if (power && bits.room() > width && current == n - 2 && !edges.empty()) bits.put(0, 1);
  bits.put(~std::uint64_t{0}, bits.room());
  return ":" + bits.text;
}

class Graph6Writer final : public ForeignWriter {
 public:
  Graph6Writer(const OpenSink& open, std::string (*line)(const Graph&))
      : out_(open("")), line_(line) {}
  void write(const Record& record) override {
    const auto line = line_(record.graph);
    if (line.size() > max_line) throw Error(too_long);
    out_.put(line + "\n");
  }
  void finish() override { out_.flush(); }

 private:
  TextSink out_;
  std::string (*line_)(const Graph&);
};

void read_graph6(ByteSource& source, const std::string& name, ForeignBuilder& into) {
  TextLines lines(source, name);
  into.file(name);
  while (lines.next()) {
    std::string_view text = lines.text();
    if (lines.line() == 1 && text.starts_with(">>")) {
      const bool dense = text.starts_with(graph6_header);
      if (!dense && !text.starts_with(sparse6_header)) {
        into.fail(into.at(1, 1), text.starts_with(">>digraph6<<")
                                     ? "digraph6, whose graphs are directed, is not read"
                                     : "a header that is neither graph6's nor sparse6's");
      }
      text.remove_prefix(dense ? graph6_header.size() : sparse6_header.size());
      if (text.empty()) continue;  // a newline after it, which is not nauty's form
    }
    const Place start = into.at(lines.line(), lines.column(text));
    if (text.empty()) into.fail(start, "an empty line");
    if (text[0] == '&') into.fail(start, "digraph6, whose graphs are directed, is not read");
    if (text[0] == ';') into.fail(start, "incremental sparse6 is not read");
    into.begin_graph();
    const bool sparse = text[0] == ':';
    if (sparse) text.remove_prefix(1);
    Line line(lines, text, into);
    (sparse ? read_sparse : read_dense)(line, into);
    into.end_graph(EdgeRows::edges);
  }
}

bool starts_graph6(std::string_view start) {
  if (starts_dot(start)) return false;  // `graph` would be a graph of 40 nodes, cut short
  if (start.starts_with(graph6_header) || start.starts_with(sparse6_header)) return true;
  const auto line = start.substr(0, start.find_first_of("\r\n"));
  const auto rest = line.substr(line.starts_with(':'));
  if (rest == "[]") return false;  // nor JSON without graphs one of 28
  return !rest.empty() && std::ranges::all_of(rest, [](char c) { return c >= 63 && c < 127; });
}

std::unique_ptr<ForeignWriter> write_graph6(const Header&, const OpenSink& open) {
  return std::make_unique<Graph6Writer>(open, graph6);
}

std::unique_ptr<ForeignWriter> write_sparse6(const Header&, const OpenSink& open) {
  return std::make_unique<Graph6Writer>(open, sparse6);
}

}  // namespace

/// Reads graph6 and sparse6 lines, mixed, with or without their header (nauty's formats.txt).
/// Throws Error for digraph6, incremental sparse6 and what is neither.
ForeignFormat graph6_format() {
  return {.name = "graph6",
          .summary = "graph6 or sparse6 lines",
          .suffixes = {"g6"},
          .read = read_graph6,
          .starts = starts_graph6,
          .writer = write_graph6,
          .left_out = labels_of};
}

ForeignFormat sparse6_format() {
  return {.name = "sparse6",
          .summary = "the same, written as sparse6",
          .suffixes = {"s6"},
          .read = read_graph6,
          .starts = starts_graph6,
          .writer = write_sparse6,
          .left_out = labels_of};
}

}  // namespace graphvq
