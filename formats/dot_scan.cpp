#include "formats/dot_scan.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

#include "formats/dot.hpp"
#include "formats/dot_lexer.hpp"

namespace graphvq {
namespace {

constexpr std::size_t max_depth = 100;
constexpr std::uint64_t max_group_edges = 1'000'000;
constexpr std::uint64_t max_group_text = std::uint64_t{1} << 27;
constexpr std::uint64_t max_group_nodes = 10'000'000;  // counted in each group around them
constexpr std::uint64_t max_defaults = 10'000'000;     // times what may have them

bool same_word(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, [](unsigned char c) { return std::tolower(c); });
}

class Scanner {
 public:
  Scanner(std::string_view text, const ForeignBuilder& into) : text_(text), lexer_(text, into) {}

  std::vector<DotGraph> scan() {
    for (DotToken token = lexer_.next(); token.kind != DotToken::Kind::end; token = lexer_.next()) {
      // A semicolon after a graph is no statement, but is seen.
      if (token.value == ";" && !graphs_.empty()) continue;
      read_graph(std::move(token));
    }
    return std::move(graphs_);
  }

 private:
  /// One side of an edge, or a node or subgraph that is a statement of its own.
  struct Operand {
    std::string name;                  // of a node
    std::string_view spelled;          // as the text has it
    std::optional<std::size_t> group;  // of a subgraph, or of the nodes of a list
    bool list = false;
  };
  /// What is open within a pair of braces: the group, and its statement so far.
  struct Open {
    std::size_t group = 0;
    std::vector<Operand> operands;
    std::vector<std::size_t> marks;   // places of -- and ->
    std::vector<std::size_t> commas;  // places of those between nodes
    std::string attributes;
    std::vector<std::pair<std::size_t, std::size_t>> brackets;  // places of the attributes
  };
  struct Edit {
    std::size_t place = 0;
    std::size_t length = 0;  // of what goes
    std::string text;        // that comes
  };

  void read_graph(DotToken token) {
    DotGraph graph;
    const std::size_t start = token.start;
    graph.line = lexer_.line();
    if (token.kind == DotToken::Kind::id && same_word(token.value, "strict")) token = lexer_.next();
    const bool word = token.kind == DotToken::Kind::id;
    graph.directed = word && same_word(token.value, "digraph");
    if (!graph.directed && !(word && same_word(token.value, "graph"))) {
      lexer_.fail("neither graph nor digraph");
    }
    token = lexer_.next();
    if (token.kind == DotToken::Kind::id || token.kind == DotToken::Kind::text) {
      graph.id = token.value;
      token = lexer_.next();
    }
    if (token.value == "[" && graph.id.empty()) lexer_.fail(gml_refusal);
    if (token.value != "{" || token.kind != DotToken::Kind::mark)
      lexer_.fail("no { after its name");
    forget();
    while (!open_.empty()) {
      token = lexer_.next();
      if (token.kind == DotToken::Kind::end) lexer_.fail("the text ends within a graph");
      if (token.kind == DotToken::Kind::mark) {
        mark(token, graph);
      } else {
        name(token, graph);
      }
    }
    if (defaults_ * graph.mentions.size() > max_defaults) {
      lexer_.fail("more default attributes than can be meant");
    }
    graph.text = edited(start);
    graphs_.push_back(std::move(graph));
  }

  void forget() {
    open_.assign(1, {});
    nodes_.assign(1, {});
    numbers_.clear();
    spelled_.clear();
    named_.clear();
    last_.clear();
    edits_.clear();
    group_edges_ = group_text_ = group_nodes_ = defaults_ = 0;
  }

  /// The graph from `start` to here.
  std::string edited(std::size_t start) {
    std::ranges::stable_sort(edits_, {}, &Edit::place);
    std::string result;
    for (const Edit& edit : edits_) {
      result.append(text_.substr(start, edit.place - start)).append(edit.text);
      start = edit.place + edit.length;
    }
    return result.append(text_.substr(start, lexer_.place() - start));
  }

  void name(const DotToken& token, DotGraph& graph) {
    if (brackets_ > 0) return;
    if (value_) {
      value_ = false;
      return;
    }
    if (subgraph_) {
      subgraph_ = false;
      name_ = token;
      name_end_ = lexer_.place();
      return;
    }
    refer();
    const bool word = token.kind == DotToken::Kind::id;
    default_ = word && (same_word(token.value, "node") || same_word(token.value, "edge") ||
                        same_word(token.value, "graph"));
    const bool group = word && same_word(token.value, "subgraph");
    if (list_ && (default_ || group)) fail_list();
    if (default_) {
      end_statement(token.start);
      return;
    }
    if (!list_) start_operand(token.start);
    subgraph_ = group;
    if (group) return;
    graph.mentions.push_back(token.value);
    const auto spelled = text_.substr(token.start, lexer_.place() - token.start);
    Operand node{token.value, spelled, std::nullopt};
    if (list_) {
      join(node, nodes_[*open_.back().operands.back().group]);
    } else {
      open_.back().operands.push_back(std::move(node));
    }
    list_ = false;
  }

  void mark(const DotToken& token, DotGraph& graph) {
    const std::string& value = token.value;
    if (list_) fail_list();
    if (brackets_ > 0 || value == "[" || value == "]") {
      bracket(token);
      return;
    }
    default_ = false;
    Open& open = open_.back();
    // NAME = VALUE says something of the graph, and a port stands behind its node.
    value_ = value == "=" || value == ":";
    if (value == "=") {
      if (open.operands.empty() || open.operands.back().group) lexer_.fail("= without a name");
      open.operands.pop_back();
      graph.mentions.pop_back();
    } else if (value == "{") {
      open_group(token);
    } else {
      refer();
      if (value == "--" || value == "->") {
        if (open.operands.size() == open.marks.size()) lexer_.fail("an edge without its start");
        if (!open.brackets.empty()) lexer_.fail("an edge behind attributes");
        open.marks.push_back(token.start);
      } else if (value == ",") {
        continue_list(token.start);
      } else if (value != ":") {
        end_statement(token.start);
      }
      if (value == "}") close_group();
    }
  }

  void bracket(const DotToken& token) {
    if (token.value == "[" && brackets_++ == 0) {
      refer();
      bracket_ = token.start;
    }
    if (default_ && token.value == "=") ++defaults_;
    if (token.value != "]") return;
    if (brackets_ == 0) lexer_.fail("] without [");
    if (--brackets_ > 0 || default_) return;
    Open& open = open_.back();
    open.brackets.emplace_back(bracket_, lexer_.place());
    open.attributes.append(text_.substr(bracket_, lexer_.place() - bracket_));
  }

  /// A comma makes one side of the node before it and of the one behind it.
  void continue_list(std::size_t place) {
    Open& open = open_.back();
    const bool behind_node = open.operands.size() == open.marks.size() + 1 &&
                             open.brackets.empty() &&
                             (open.operands.back().list || !open.operands.back().group);
    if (!behind_node) lexer_.fail("a comma without a node before it");
    Operand& list = open.operands.back();
    if (!list.list) {
      const std::size_t group = nodes_.size();
      join(list, nodes_.emplace_back());
      list = {"", "", group, true};
    }
    open.commas.push_back(place);
    list_ = true;
  }
  [[noreturn]] void fail_list() const { lexer_.fail("a comma without a node behind it"); }

  /// Without a mark before it, an operand starts a statement.
  void start_operand(std::size_t place) {
    if (open_.back().operands.size() != open_.back().marks.size()) end_statement(place);
  }

  void open_group(const DotToken& token) {
    if (open_.size() == max_depth) lexer_.fail("groups nested too deep");
    std::size_t group = nodes_.size();
    if (name_) {
      // A name means the same group again within the same braces only.
      const auto known = named_.emplace(std::pair(open_.back().group, name_->value), group);
      group = known.first->second;
      last_[name_->value] = group;
      rename(group);
    } else if (!subgraph_) {
      start_operand(token.start);
      edits_.push_back({token.start, 0, "subgraph "});
    }
    if (group == nodes_.size()) nodes_.emplace_back();
    subgraph_ = false;
    open_.emplace_back().group = group;
  }

  void close_group() {
    const std::size_t group = open_.back().group;
    open_.pop_back();
    if (!open_.empty()) open_.back().operands.push_back({"", "", group});
  }

  /// `subgraph NAME` that is followed by no { stands for the group that had the name last.
  void refer() {
    if (subgraph_) lexer_.fail("a subgraph without name and {");
    if (!name_) return;
    const auto known = last_.find(name_->value);
    if (known == last_.end()) lexer_.fail("subgraph " + name_->value + ", which is not known");
    rename(known->second);
    open_.back().operands.push_back({"", "", known->second});
  }
  void rename(std::size_t group) {
    edits_.push_back({name_->start, name_end_ - name_->start, " g" + std::to_string(group)});
    name_.reset();
  }

  void end_statement(std::size_t place) {
    Open& open = open_.back();
    if (!open.marks.empty() && open.operands.size() == open.marks.size()) {
      lexer_.fail("an edge without its end");
    }
    const bool groups = std::ranges::any_of(
        open.operands, [](const Operand& operand) { return operand.group.has_value(); });
    if (open_.size() > 1) {
      for (const Operand& operand : open.operands) join(operand, nodes_[open.group]);
    }
    if (groups && !open.marks.empty()) {
      expand(open, place);
    } else if (groups && !open.operands.back().list) {
      drop(open.brackets);  // of a group alone they are nobody's, as in Graphviz
    }
    part_lists(open);
    open = {open.group, {}, {}, {}, {}, {}};
  }

  /// Writes the nodes of lists out as statements, each with the attributes where they are theirs.
  void part_lists(const Open& open) {
    const std::string end = (open.marks.empty() ? open.attributes : "") + ";";
    group_text_ += end.size() * open.commas.size();
    if (group_text_ > max_group_text) lexer_.fail("more attributes of nodes than can be meant");
    for (const auto comma : open.commas) edits_.push_back({comma, 1, end});
  }

  std::size_t number(const Operand& node) {
    const auto known = numbers_.emplace(node.name, spelled_.size());
    if (known.second) spelled_.push_back(node.spelled);
    return known.first->second;
  }

  /// Adds the operand's nodes.
  void join(const Operand& operand, std::set<std::size_t>& into) {
    if (!operand.group) {
      into.insert(number(operand));
      return;
    }
    const auto& from = nodes_[*operand.group];
    if (&from == &into) return;
    group_nodes_ += from.size();
    if (group_nodes_ > max_group_nodes) lexer_.fail("more nodes in groups than can be meant");
    into.insert(from.begin(), from.end());
  }

  void drop(const std::vector<std::pair<std::size_t, std::size_t>>& brackets) {
    for (const auto& [from, to] : brackets) edits_.push_back({from, to - from, ""});
  }

  /// Writes a statement of edges between groups out as edges of nodes, behind the groups.
  void expand(const Open& open, std::size_t place) {
    std::string edges;
    std::set<std::size_t> left;
    join(open.operands[0], left);
    for (std::size_t k = 0; k < open.marks.size(); ++k) {
      std::set<std::size_t> right;
      join(open.operands[k + 1], right);
      group_edges_ += left.size() * right.size();
      if (group_edges_ > max_group_edges) lexer_.fail("more than a million edges between groups");
      const auto mark = text_.substr(open.marks[k], 2);
      for (const auto u : left) {
        for (const auto v : right) {
          edges.append("; ").append(spelled_[u]).append(mark).append(" ").append(spelled_[v]);
          edges.append(open.attributes);
          if (edges.size() + group_text_ > max_group_text) {
            lexer_.fail("more attributes of edges between groups than can be meant");
          }
        }
      }
      edits_.push_back({open.marks[k], 2, ";"});
      left = std::move(right);
    }
    drop(open.brackets);
    if (!edges.empty()) edges += ' ';
    group_text_ += edges.size();
    edits_.push_back({place, 0, std::move(edges)});
  }

  std::string_view text_;
  DotLexer lexer_;
  std::vector<DotGraph> graphs_;
  std::vector<Open> open_;
  std::vector<std::set<std::size_t>> nodes_;  // of each group; the graph's own are not needed
  std::unordered_map<std::string, std::size_t> numbers_;              // of nodes in groups
  std::vector<std::string_view> spelled_;                             // those nodes
  std::map<std::pair<std::size_t, std::string>, std::size_t> named_;  // groups, by what is around
  std::unordered_map<std::string, std::size_t> last_;                 // the same, wherever
  std::vector<Edit> edits_;
  bool subgraph_ = false;         // the word was the last token
  std::optional<DotToken> name_;  // its name was
  std::size_t name_end_ = 0;
  std::size_t brackets_ = 0;
  std::size_t bracket_ = 0;  // where they start
  bool list_ = false;        // a comma was the last token
  bool value_ = false;       // of NAME = VALUE or NAME : PORT, the next token
  bool default_ = false;     // in a statement of default attributes
  std::uint64_t defaults_ = 0;
  std::uint64_t group_edges_ = 0;
  std::uint64_t group_text_ = 0;
  std::uint64_t group_nodes_ = 0;
};

}  // namespace

std::vector<DotGraph> scan_dot(std::string_view text, const ForeignBuilder& into) {
  return Scanner(text, into).scan();
}

}  // namespace graphvq
