#include "formats/node_link_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "formats/json_characters.hpp"
#include "formats/node_link.hpp"
#include "formats/text_sink.hpp"
#include "libgraphvq/graph/error.hpp"

namespace graphvq {
namespace {

using json = nlohmann::json;

constexpr std::size_t max_depth = 64;
constexpr const char* no_object = "a node or edge that is no object";

/// Takes the events of one object.
class Reader final : public nlohmann::json_sax<json> {
 public:
  Reader(Characters& characters, ForeignBuilder& into) : characters_(characters), into_(into) {}

  bool null() override {
    token();
    if (in(Context::graph) && key_ == "directed") direct(std::nullopt);
    if (in(Context::nodes) || in(Context::edges)) fail(no_object);
    if (in(Context::node) && key_ == "id") fail("an id that is null");
    if (in(Context::list)) ++item_;
    return true;
  }
  bool boolean(bool value) override {
    token();
    if (in(Context::graph) && key_ == "directed") return direct(value);
    return take(std::int64_t{value});
  }
  bool number_integer(number_integer_t value) override { return token(), take(value); }
  bool number_unsigned(number_unsigned_t value) override {
    token();
    if (value > number_unsigned_t{INT64_MAX}) fail("an integer of more than 63 bits");
    return take(static_cast<std::int64_t>(value));
  }
  bool number_float(number_float_t value, const string_t&) override {
    token();
    if (!std::isfinite(value)) fail("a number that is not finite");
    return take(value);
  }
  bool string(string_t& value) override { return token(), take(Value(std::move(value))); }
  bool binary(binary_t&) override { return false; }

  bool start_object(std::size_t) override {
    token();
    if (contexts_.empty()) {
      open(Context::graph);
      into_.begin_graph();
    } else if (in(Context::graph) && key_ == "graph") {
      open(Context::about);
    } else if (in(Context::nodes)) {
      open(Context::node);
      named_ = false;
      row_ = into_.node_row(into_.add_nodes(1, place()));
    } else if (in(Context::edges)) {
      open(Context::edge);
      edges_.push_back({{}, place()});
      row_ = into_.edge_rows() + edges_.size() - 1;
    } else {
      skip();
    }
    return true;
  }
  bool start_array(std::size_t) override {
    token();
    if (in(Context::graph) && (key_ == "nodes" || key_ == "edges" || key_ == "links")) {
      bool& seen = key_ == "nodes" ? seen_nodes_ : seen_edges_;
      if (seen) fail("a second list of " + key_);
      seen = true;
      open(key_ == "nodes" ? Context::nodes : Context::edges);
    } else if (in(Context::node) || in(Context::edge) || in(Context::about)) {
      list_ = key_;
      item_ = 0;
      open(Context::list);
    } else {
      if (contexts_.empty()) fail("an array where an object is due");
      skip();
    }
    return true;
  }
  bool key(string_t& name) override {
    token();
    key_ = name;
    return true;
  }
  bool end_object() override {
    token();
    if (in(Context::edge)) {
      for (const auto& end : edges_.back().ends) {
        if (!end) fail("an edge without source or target");
      }
    }
    if (in(Context::graph)) finish();
    contexts_.pop_back();
    return true;
  }
  bool end_array() override {
    token();
    contexts_.pop_back();
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const json::exception& error) override {
    // The parser's own position counts from where this object starts.
    std::string reason = error.what();
    const auto detail = reason.rfind("; ");
    if (detail != std::string::npos) reason = reason.substr(detail + 2);
    if (characters_.peek() == nullptr) reason = "the text ends within an object";
    fail("malformed JSON: " + reason);
  }

 private:
  enum class Context { graph, about, nodes, node, edges, edge, list, skipped };
  struct RawEdge {
    std::array<std::optional<Value>, 2> ends;
    Place place;
  };

  void token() { characters_.since_token = 0; }
  /// Of the last character of the token.
  Place place() const {
    return into_.at(characters_.line, std::max<std::uint64_t>(characters_.column, 2) - 1);
  }
  [[noreturn]] void fail(const std::string& reason) const { into_.fail(place(), reason); }
  bool in(Context context) const { return !contexts_.empty() && contexts_.back() == context; }
  void open(Context context) {
    if (contexts_.size() == max_depth) fail("JSON that is nested too deep");
    contexts_.push_back(context);
  }

  void skip() {
    if (!in(Context::skipped)) {
      if (in(Context::graph) && key_ == "directed") direct(std::nullopt);
      if (in(Context::nodes) || in(Context::edges)) fail(no_object);
      into_.not_kept(in(Context::list) ? list_ : key_, place());
    }
    open(Context::skipped);
  }

  /// The table and row of what is open.
  ValueTable& table(Context context) {
    return context == Context::node   ? into_.node_values
           : context == Context::edge ? into_.edge_values
                                      : into_.graph_values;
  }

  bool direct(std::optional<bool> value) {
    if (!value) fail("directed is neither true nor false");
    if (seen_directed_) fail("a second directed");
    seen_directed_ = true;
    rows_ = *value ? EdgeRows::arcs : EdgeRows::edges;
    return true;
  }

  bool take(Value value) {
    if (contexts_.empty()) fail("a value where an object is due");
    switch (contexts_.back()) {
      case Context::graph:
        if (key_ == "directed") direct(std::nullopt);
        if (key_ != "multigraph") into_.not_kept(key_, place());
        break;
      case Context::about:
        if (key_ == "id") {
          into_.rename_graph(text(value));
        } else {
          set(Context::about, key_, value);
        }
        break;
      case Context::node:
        if (key_ == "id") {
          name_node(std::move(value));
        } else {
          set(Context::node, key_, value);
        }
        break;
      case Context::edge:
        if (key_ == "source" || key_ == "target") {
          auto& end = edges_.back().ends[key_ == "target"];
          if (end) fail("a second " + key_);
          end = std::move(value);
        } else if (key_ != "key") {
          set(Context::edge, key_, value);
        }
        break;
      case Context::list: {
        const Context owner = contexts_[contexts_.size() - 2];
        set(owner, fmt::format("{}_{}", list_, item_++), value);
        break;
      }
      case Context::nodes:
      case Context::edges:
        fail(no_object);
      case Context::skipped:
        break;
    }
    return true;
  }

  void set(Context owner, const std::string& name, Value& value) {
    // 1.0 as a label is 1.
    auto* real = std::get_if<double>(&value);
    const bool label = name == (owner == Context::about ? "class" : "label");
    if (label && real != nullptr && *real == std::floor(*real) && std::abs(*real) < 1e15) {
      value = static_cast<std::int64_t>(*real);
    }
    auto& values = table(owner);
    values.set(values.column(name), owner == Context::about ? into_.graph_row() : row_, value);
  }

  static std::string text(const Value& value) {
    return std::visit([](const auto& v) { return fmt::format("{}", v); }, value);
  }

  void name_node(Value value) {
    if (named_) fail("a second id");
    named_ = true;
    const Node number = into_.nodes() - 1;
    if (!node_of_.try_emplace(key_of(value), number).second) {
      fail("node id " + text(value) + " stands twice");
    }
    if (value == Value(std::int64_t{number})) return;
    number_names(number);
    node_names_.push_back(std::move(value));
  }
  /// Adds names of the nodes before `end` that have no other than their number.
  void number_names(Node end) {
    while (node_names_.size() < end) {
      node_names_.emplace_back(static_cast<std::int64_t>(node_names_.size()));
    }
  }
  /// 1 and "1" are two names.
  static std::string key_of(const Value& value) {
    return (std::holds_alternative<std::string>(value) ? "\"" : "") + text(value);
  }

  void finish() {
    if (!seen_nodes_) fail("an object without nodes");
    if (!seen_edges_) fail("an object without edges (or links)");
    const auto find = [this](const Value& name, const Place& at) {
      const auto known = node_of_.find(key_of(name));
      if (known != node_of_.end()) return known->second;
      // Nodes without ids are called by their place.
      const auto* number = std::get_if<std::int64_t>(&name);
      if (node_of_.empty() && number != nullptr && *number >= 0 &&
          *number < std::int64_t{into_.nodes()}) {
        return static_cast<Node>(*number);
      }
      into_.fail(at, "an edge to node " + text(name) + ", which is not among the nodes");
    };
    for (const auto& edge : edges_) {
      into_.add_edge(find(*edge.ends[0], edge.place), find(*edge.ends[1], edge.place), edge.place);
    }
    if (!node_names_.empty()) {
      number_names(into_.nodes());
      into_.name_nodes(node_names_);
    }
    into_.end_graph(rows_);
  }

  Characters& characters_;
  ForeignBuilder& into_;
  std::vector<Context> contexts_;
  std::string key_;
  std::string list_;      // name of the open list
  std::size_t item_ = 0;  // of it
  std::uint64_t row_ = 0;
  EdgeRows rows_ = EdgeRows::edges;
  bool seen_directed_ = false;
  bool seen_nodes_ = false;
  bool seen_edges_ = false;
  bool named_ = false;             // the open node has an id
  std::vector<Value> node_names_;  // from the first to the last that is not its number
  std::unordered_map<std::string, Node> node_of_;
  std::vector<RawEdge> edges_;
};

class NodeLinkWriter final : public ForeignWriter {
 public:
  NodeLinkWriter(const Header& header, const OpenSink& open) : text_(header), out_(open("")) {}
  void write(const Record& record) override { out_.put(text_.line(record)); }
  void finish() override { out_.flush(); }

 private:
  NodeLinkText text_;
  TextSink out_;
};

}  // namespace

void read_node_link(ByteSource& source, const std::string& name, ForeignBuilder& into) {
  into.file(name);
  Characters characters(source);
  bool array = false;
  bool due = true;  // an object: at the start, and behind a comma
  bool first = true;
  const auto here = [&] { return into.at(characters.line, characters.column); };
  try {
    while (characters.skip_blanks()) {
      const char c = *characters.peek();
      if (c == '[' && first && !array) {
        array = true;
        characters.advance();
      } else if (array && c == ']' && (first || !due)) {
        characters.advance();
        if (characters.skip_blanks()) into.fail(here(), "text after the array");
        return;
      } else if (array && c == ',' && !due) {
        characters.advance();
        due = true;
      } else if (c != '{') {
        into.fail(here(), "no object where one is due");
      } else if (array && !due) {
        into.fail(here(), "no comma between two objects of an array");
      } else {
        Reader reader(characters, into);
        json::sax_parse(CharacterIterator{&characters}, CharacterIterator{}, &reader,
                        json::input_format_t::json, false);
        due = first = false;
      }
    }
  } catch (const Error& error) {
    // Of the bytes themselves: damage, or a token without end.
    const std::string reason = error.what();
    if (reason.starts_with(name + ": ")) throw;
    into.fail(here(), reason);
  }
  if (array) into.fail(here(), "the text ends within an array");
}

bool starts_node_link(std::string_view start) {
  const auto first = start.find_first_not_of(" \t\r\n[");
  return first != std::string_view::npos && start[first] == '{';
}

std::unique_ptr<ForeignWriter> write_node_link(const Header& header, const OpenSink& open) {
  return std::make_unique<NodeLinkWriter>(header, open);
}

}  // namespace graphvq
