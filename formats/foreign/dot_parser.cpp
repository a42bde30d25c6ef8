#include "formats/foreign/dot_parser.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>
#include <utility>

#include "formats/foreign/text/words.hpp"
#include "formats/foreign/unread.hpp"

namespace graphvq {
namespace {

constexpr std::size_t most_nested = 100;

bool is_keyword(std::string_view word) {
  constexpr std::array<std::string_view, 6> all{"strict",   "graph", "digraph",
                                                "subgraph", "node",  "edge"};
  return std::ranges::any_of(all, [word](std::string_view each) { return same_word(word, each); });
}

class GraphParser {
 public:
  GraphParser(DotLexer& lexer, ForeignBuilder& into, Copies& copies)
      : lexer_(lexer), into_(into), copies_(copies) {}

  std::optional<DotGraph> parse() {
    take();
    while (is(";")) take();  // behind a graph it is no statement, but is seen
    if (token_.kind == DotToken::Kind::end) return std::nullopt;
    strict_ = is_word("strict");
    if (strict_) take();
    graph_.directed = is_word("digraph");
    if (!graph_.directed && !is_word("graph")) fail("neither graph nor digraph");
    take();
    std::string id;
    if (is_id()) id = take_id().value;
    if (is("[") && id.empty()) fail("is " + *unread_name("gml"));
    into_.begin_graph(std::move(id));
    if (!is("{")) fail("no { after its name");
    take();
    read_statements();
    return std::move(graph_);
  }

 private:
  struct Group {
    std::set<Node> nodes;  // the graph's own are not needed
    DotAttributes node_defaults;
    DotAttributes edge_defaults;
  };
  /// One side of an edge, or a statement of its own: a list of nodes or a group.
  struct Side {
    std::vector<Node> nodes;
    std::optional<std::size_t> group;
  };

  [[noreturn]] void fail(const std::string& reason) const {
    const bool end = token_.kind == DotToken::Kind::end;
    into_.fail(token_.place, end ? "the text ends within a graph" : reason);
  }
  bool is(std::string_view mark) const {
    return token_.kind == DotToken::Kind::mark && token_.value == mark;
  }
  bool is_edge() const { return is("--") || is("->"); }
  bool is_word(std::string_view word) const {
    return token_.kind == DotToken::Kind::word && same_word(token_.value, word);
  }
  bool is_id() const {
    return token_.kind == DotToken::Kind::text ||
           (token_.kind == DotToken::Kind::word && !is_keyword(token_.value));
  }
  bool is_group() const { return is("{") || is_word("subgraph"); }
  DotToken take() { return std::exchange(token_, lexer_.next()); }
  /// An ID, of texts that + joins too.
  DotToken take_id() {
    DotToken id = take();
    while (id.kind == DotToken::Kind::text && is("+")) {
      take();
      if (token_.kind != DotToken::Kind::text) fail("+ without a text behind it");
      id.value += take().value;
    }
    return id;
  }

  /// To the } behind them, which remains.
  void read_statements() {
    while (!is("}")) {
      read_statement();
      if (is(";")) take();
    }
  }

  void read_statement() {
    if (is_word("graph") || is_word("node") || is_word("edge")) {
      read_defaults();
    } else if (is_group()) {
      read_edges({{}, read_group()});
    } else if (is_id()) {
      const auto id = take_id();
      if (is("=")) {
        own_attributes()[id.value] = take_value();
        note(id.value);
      } else {
        read_edges(read_nodes(id));
      }
    } else if (is(",")) {
      fail("a comma without a node before it");
    } else if (is_edge()) {
      fail("an edge without its start");
    } else {
      fail("a statement cannot start with " + token_.value);
    }
  }

  /// Of the graph; those of groups are not kept.
  DotAttributes& own_attributes() {
    if (open_.size() == 1) return graph_.attributes;
    into_.not_kept("attributes of subgraphs", token_.place);
    ignored_.clear();
    return ignored_;
  }

  void note(const std::string& name) {
    if (noted_.insert(name).second) graph_.names.push_back(name);
  }

  void read_defaults() {
    auto& group = groups_[open_.back()];
    DotAttributes& defaults = is_word("node")   ? group.node_defaults
                              : is_word("edge") ? group.edge_defaults
                                                : own_attributes();
    take();
    if (!is("[")) fail("default attributes without [");
    read_attributes(defaults);
  }

  void read_attributes(DotAttributes& attributes) {
    while (is("[")) {
      take();
      while (!is("]")) {
        if (!is_id()) fail("an attribute without a name");
        const auto name = take_id().value;
        if (!is("=")) fail("an attribute without = and a value");
        attributes.insert_or_assign(name, take_value());
        note(name);
        if (is(",") || is(";")) take();
      }
      take();
    }
  }
  std::string take_value() {
    take();  // =
    if (!is_id()) fail("= without a value");
    return take_id().value;
  }

  void read_edges(Side first) {
    std::vector<Side> sides{std::move(first)};
    std::vector<Place> places;
    while (is_edge()) {
      if (is("->") != graph_.directed) {
        fail(graph_.directed ? "-- in a digraph" : "-> in a graph that is no digraph");
      }
      places.push_back(take().place);
      if (!is_group() && !is_id()) fail("an edge without its end");
      sides.push_back(is_group() ? Side{{}, read_group()} : read_nodes(take_id()));
    }
    DotAttributes attributes;
    if (is("[")) {
      read_attributes(attributes);
      if (is_edge()) fail("an edge behind attributes");
    }
    std::vector<std::vector<Node>> nodes;  // of each side, where that matters
    if (!places.empty() || open_.size() > 1) {
      for (const auto& side : sides) nodes.push_back(members(side));
    }
    if (open_.size() > 1) join(nodes);
    for (std::size_t k = 0; k < places.size(); ++k) {
      connect(nodes[k], nodes[k + 1], places[k], attributes);
    }
    // Of a group alone they are nobody's, as in Graphviz.
    if (places.empty()) {
      for (const auto node : sides[0].nodes) give(graph_.nodes[node].attributes, attributes);
    }
  }

  /// A list, whose first node's name is known.
  Side read_nodes(const DotToken& first) {
    Side side{{read_node(first)}, std::nullopt};
    while (is(",")) {
      take();
      if (!is_id()) fail("a comma without a node behind it");
      side.nodes.push_back(read_node(take_id()));
    }
    return side;
  }

  Node read_node(const DotToken& id) {
    const auto known = numbers_.emplace(id.value, static_cast<Node>(graph_.nodes.size()));
    if (known.second) {
      into_.add_nodes(1, id.place);
      graph_.nodes.push_back({id.value, defaults(&Group::node_defaults)});
    }
    // A port has one name or two.
    for (int names = 0; names < 2 && is(":"); ++names) {
      into_.not_kept("ports of edges", take().place);
      if (!is_id()) fail("a port without a name");
      take_id();
    }
    return known.first->second;
  }

  std::size_t read_group() {
    if (open_.size() == most_nested) fail("groups nested too deep");
    std::size_t group = groups_.size();
    if (is_word("subgraph")) {
      take();
      if (!is_id() && !is("{")) fail("a subgraph without name and {");
      if (is_id()) {
        const auto name = take_id();
        if (!is("{")) return named(name);
        // A name means the same group again within the same braces only.
        group = named_.emplace(std::pair(open_.back(), name.value), group).first->second;
        last_[name.value] = group;
      }
    }
    if (group == groups_.size()) groups_.emplace_back();
    open_.push_back(group);
    take();
    read_statements();
    take();
    open_.pop_back();
    return group;
  }
  /// `subgraph NAME` that is followed by no { stands for the group that had the name last.
  std::size_t named(const DotToken& name) const {
    const auto known = last_.find(name.value);
    if (known != last_.end()) return known->second;
    into_.fail(name.place, "subgraph " + name.value + ", which is not known");
  }

  std::vector<Node> members(const Side& side) {
    if (!side.group) return side.nodes;
    const auto& nodes = groups_[*side.group].nodes;
    if (!copies_.take(nodes.size() * Copies::node)) fail("more nodes in groups than can be meant");
    return {nodes.begin(), nodes.end()};
  }
  void join(const std::vector<std::vector<Node>>& sides) {
    auto& group = groups_[open_.back()].nodes;
    for (const auto& nodes : sides) group.insert(nodes.begin(), nodes.end());
  }

  void connect(const std::vector<Node>& tails, const std::vector<Node>& heads, const Place& place,
               const DotAttributes& attributes) {
    const std::uint64_t edges = tails.size() * heads.size();
    if (edges > 1 && !copies_.take(edges * Copies::edge)) {
      into_.fail(place, "more edges between groups than can be meant");
    }
    for (const auto tail : tails) {
      for (const auto head : heads) add_edge(tail, head, place, attributes);
    }
  }

  void add_edge(Node tail, Node head, const Place& place, const DotAttributes& attributes) {
    if (strict_) {
      const auto ends = graph_.directed ? std::pair(tail, head) : std::minmax({tail, head});
      const auto [known, added] = edge_of_.emplace(ends, graph_.edges.size());
      if (!added) {
        give(graph_.edges[known->second].attributes, attributes);
        return;
      }
    }
    graph_.edges.push_back({tail, head, place, defaults(&Group::edge_defaults)});
    give(graph_.edges.back().attributes, attributes);
  }

  /// What a node or edge has from the open groups, the innermost last.
  DotAttributes defaults(DotAttributes Group::*of_group) {
    DotAttributes result;
    for (const auto group : open_) give(result, groups_[group].*of_group);
    return result;
  }

  void give(DotAttributes& to, const DotAttributes& attributes) {
    for (const auto& [key, value] : attributes) {
      if (!copies_.take(Copies::attribute + key.size() + value.size())) {
        fail("more attributes than can be meant");
      }
      to.insert_or_assign(key, value);
    }
  }

  DotLexer& lexer_;
  ForeignBuilder& into_;
  Copies& copies_;
  DotToken token_;  // the next one
  DotGraph graph_;
  bool strict_ = false;
  std::unordered_map<std::string, Node> numbers_;
  std::map<std::pair<Node, Node>, std::size_t> edge_of_;              // of a strict graph
  std::vector<Group> groups_ = std::vector<Group>(1);                 // the graph's own first
  std::vector<std::size_t> open_{0};                                  // from the outermost
  std::map<std::pair<std::size_t, std::string>, std::size_t> named_;  // by what is around
  std::unordered_map<std::string, std::size_t> last_;                 // the same, wherever
  DotAttributes ignored_;
  std::set<std::string> noted_;
};

}  // namespace

std::optional<DotGraph> next_dot_graph(DotLexer& lexer, ForeignBuilder& into, Copies& copies) {
  return GraphParser(lexer, into, copies).parse();
}

}  // namespace graphvq
