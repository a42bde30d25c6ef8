#include "formats/dot_scan.hpp"

#include <algorithm>
#include <cctype>
#include <map>

#include "formats/dot.hpp"
#include "libgraphvq/graph/error.hpp"

namespace graphvq {
namespace {

constexpr std::size_t max_depth = 100;
constexpr std::uint64_t max_group_edges = 1'000'000;
constexpr std::uint64_t max_defaults = 10'000'000;  // times what may have them

struct Token {
  enum class Kind { id, text, mark, end } kind = Kind::end;
  std::string value;  // of an ID, unquoted; of a mark, itself
  std::size_t start = 0;
};

class Lexer {
 public:
  Lexer(std::string_view text, const ForeignBuilder& into) : text_(text), into_(into) {}

  [[noreturn]] void fail(const std::string& reason) const {
    into_.fail(into_.at(line_, at_ - line_start_ + 1), reason);
  }
  std::uint64_t line() const { return line_; }
  std::size_t place() const { return at_; }

  Token next() {
    skip();
    Token token{Token::Kind::end, "", at_};
    if (at_ == text_.size()) return token;
    const char c = text_[at_];
    if (c == '"') return quoted();
    if (c == '<') return html();
    if (c == '-' && at_ + 1 < text_.size() && (text_[at_ + 1] == '-' || text_[at_ + 1] == '>')) {
      token = {Token::Kind::mark, std::string(text_.substr(at_, 2)), at_};
      at_ += 2;
      return token;
    }
    if (is_word(c) || c == '-') {
      token.kind = Token::Kind::id;
      do token.value += text_[at_++];
      while (at_ < text_.size() && is_word(text_[at_]));
      return token;
    }
    token = {Token::Kind::mark, std::string(1, c), at_};
    ++at_;
    return token;
  }

 private:
  static bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' ||
           static_cast<unsigned char>(c) >= 0x80;
  }
  void step() {
    if (text_[at_] == '\n') {
      ++line_;
      line_start_ = at_ + 1;
    }
    ++at_;
  }
  void skip_to(std::string_view end) {
    while (at_ < text_.size() && !text_.substr(at_).starts_with(end)) step();
  }
  void skip() {
    for (;;) {
      const auto rest = text_.substr(at_);
      if (rest.empty()) return;
      if (std::isspace(static_cast<unsigned char>(rest[0])) != 0) {
        step();
      } else if (rest.starts_with("//") || (rest[0] == '#' && at_ == line_start_)) {
        skip_to("\n");
      } else if (rest.starts_with("/*")) {
        skip_to("*/");
        if (at_ == text_.size()) fail("a comment without an end");
        at_ += 2;
      } else {
        return;
      }
    }
  }
  Token quoted() {
    Token token{Token::Kind::text, "", at_};
    for (step(); at_ < text_.size() && text_[at_] != '"'; step()) {
      if (text_.substr(at_).starts_with("\\\"")) ++at_;
      token.value += text_[at_];
    }
    if (at_ == text_.size()) fail("quoted text without an end");
    ++at_;
    return token;
  }
  Token html() {
    Token token{Token::Kind::text, "", at_};
    std::size_t depth = 0;
    for (; at_ < text_.size(); step()) {
      if (text_[at_] == '<') ++depth;
      if (text_[at_] == '>' && --depth == 0) break;
    }
    if (at_ == text_.size()) fail("an HTML text without an end");
    ++at_;
    token.value = text_.substr(token.start, at_ - token.start);
    return token;
  }

  std::string_view text_;
  const ForeignBuilder& into_;
  std::size_t at_ = 0;
  std::uint64_t line_ = 1;
  std::size_t line_start_ = 0;
};

bool same_word(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, [](unsigned char c) { return std::tolower(c); });
}

class Scanner {
 public:
  Scanner(std::string_view text, const ForeignBuilder& into) : text_(text), lexer_(text, into) {}

  std::vector<DotGraph> scan() {
    for (Token token = lexer_.next(); token.kind != Token::Kind::end; token = lexer_.next()) {
      // A semicolon after a graph is no statement, but is seen.
      if (token.value == ";" && !graphs_.empty()) continue;
      read_graph(std::move(token));
    }
    return std::move(graphs_);
  }

 private:
  /// What is open: the nodes it has named, and those of the operand before an edge's mark.
  struct Group {
    std::string name;  // of a subgraph
    std::uint64_t nodes = 0;
    std::uint64_t operand = 0;  // nodes of the last one
    std::uint64_t left = 0;     // of the one that an edge goes out from; 0: none
  };

  void read_graph(Token token) {
    DotGraph graph;
    const std::size_t start = token.start;
    graph.line = lexer_.line();
    if (token.kind == Token::Kind::id && same_word(token.value, "strict")) token = lexer_.next();
    const bool word = token.kind == Token::Kind::id;
    graph.directed = word && same_word(token.value, "digraph");
    if (!graph.directed && !(word && same_word(token.value, "graph"))) {
      lexer_.fail("neither graph nor digraph");
    }
    token = lexer_.next();
    if (token.kind == Token::Kind::id || token.kind == Token::Kind::text) {
      graph.id = token.value;
      token = lexer_.next();
    }
    if (token.value == "[" && graph.id.empty()) lexer_.fail(gml_refusal);
    if (token.value != "{" || token.kind != Token::Kind::mark) lexer_.fail("no { after its name");
    sizes_.clear();
    group_edges_ = 0;
    defaults_ = 0;
    bare_.clear();
    groups_.assign(1, {});
    while (!groups_.empty()) {
      token = lexer_.next();
      if (token.kind == Token::Kind::end) lexer_.fail("the text ends within a graph");
      if (token.kind == Token::Kind::mark) {
        mark(token, graph);
      } else {
        name(token, graph);
      }
    }
    if (defaults_ * graph.mentions.size() > max_defaults) {
      lexer_.fail("more default attributes than can be meant");
    }
    std::size_t from = start;
    for (const auto place : bare_) {
      graph.text.append(text_.substr(from, place - from)).append("subgraph ");
      from = place;
    }
    graph.text += text_.substr(from, lexer_.place() - from);
    graphs_.push_back(std::move(graph));
  }

  void operand(std::uint64_t nodes) {
    Group& group = groups_.back();
    if (group.left > 0) {
      group_edges_ += group.left * nodes - 1;
      if (group.left > max_group_edges || nodes > max_group_edges ||
          group_edges_ > max_group_edges) {
        lexer_.fail("more than a million edges between groups");
      }
    }
    group.left = 0;
    group.operand = nodes;
    group.nodes += nodes;
  }

  void name(const Token& token, DotGraph& graph) {
    if (brackets_ > 0) return;
    if (value_) {
      value_ = false;
      return;
    }
    if (subgraph_) {
      // A name alone stands for the nodes it had before.
      subgraph_ = false;
      subgraph_name_ = token.value;
      named_ = true;
      return;
    }
    end_name();
    const bool word = token.kind == Token::Kind::id;
    if (word && same_word(token.value, "subgraph")) {
      subgraph_ = true;
      return;
    }
    if (word && (same_word(token.value, "node") || same_word(token.value, "edge") ||
                 same_word(token.value, "graph"))) {
      default_ = true;
      return;
    }
    default_ = false;
    graph.mentions.push_back(token.value);
    operand(1);
  }

  /// `subgraph NAME` that is followed by no {.
  void end_name() {
    if (!named_) return;
    named_ = false;
    operand(std::max<std::uint64_t>(sizes_[subgraph_name_], 1));
  }

  void mark(const Token& token, DotGraph& graph) {
    const std::string& value = token.value;
    if (value == "[") ++brackets_;
    if (value == "]") {
      if (brackets_ == 0) lexer_.fail("] without [");
      --brackets_;
    }
    if (brackets_ > 0 && default_ && value == "=") ++defaults_;
    if (brackets_ > 0 || value == "]") return;
    default_ = false;
    // NAME = VALUE says something of the graph.
    value_ = value == "=" && !graph.mentions.empty();
    if (value_) graph.mentions.pop_back();
    if (value == "{") {
      if (groups_.size() == max_depth) lexer_.fail("groups nested too deep");
      if (!named_ && !subgraph_) bare_.push_back(token.start);
      groups_.push_back({named_ ? subgraph_name_ : "", 0, 0, 0});
      named_ = subgraph_ = false;
      return;
    }
    end_name();
    if (value == "}") {
      const Group group = groups_.back();
      groups_.pop_back();
      const std::uint64_t nodes = group.nodes + (group.name.empty() ? 0 : sizes_[group.name]);
      if (!group.name.empty()) sizes_[group.name] = nodes;
      if (!groups_.empty()) operand(std::max<std::uint64_t>(nodes, 1));
    } else if (value == "--" || value == "->") {
      groups_.back().left = groups_.back().operand;
    }
  }

  std::string_view text_;
  Lexer lexer_;
  std::vector<DotGraph> graphs_;
  std::vector<Group> groups_;
  std::map<std::string, std::uint64_t> sizes_;  // of named subgraphs
  std::string subgraph_name_;
  bool subgraph_ = false;  // the word was the last token
  bool named_ = false;     // its name was
  std::size_t brackets_ = 0;
  bool value_ = false;             // of NAME = VALUE, the next token
  std::vector<std::size_t> bare_;  // where groups start without the word
  std::uint64_t group_edges_ = 0;
  bool default_ = false;  // in a statement of default attributes
  std::uint64_t defaults_ = 0;
};

}  // namespace

std::vector<DotGraph> scan_dot(std::string_view text, const ForeignBuilder& into) {
  return Scanner(text, into).scan();
}

}  // namespace graphvq
