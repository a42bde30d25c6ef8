#include "formats/foreign/foreign_builder.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <unordered_map>

#include "formats/foreign/node_link.hpp"
#include "formats/foreign/text/json_characters.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {
namespace {

using json = nlohmann::json;

constexpr std::size_t most_open = 64;
constexpr const char* no_object = "a node or edge that is no object";
constexpr const char* wide_integer = "an integer of more than 63 bits";

/// The parser takes wide integers for real numbers.
bool is_integer(std::string_view number) {
  return number.find_first_of(".eE") == std::string_view::npos;
}

/// Takes the events of one object.
class Reader final : public nlohmann::json_sax<json> {
 public:
  Reader(Characters& characters, ForeignBuilder& into) : characters_(characters), into_(into) {}

  bool null() override {
    token();
    if (is_flag()) take_flag(std::nullopt);
    if (in(Context::nodes) || in(Context::edges)) fail(no_object);
    if (is_id()) fail("an id that is null");
    if (in(Context::list)) ++item_;
    return true;
  }
  bool boolean(bool value) override {
    token();
    return is_flag() ? take_flag(value) : take(std::int64_t{value});
  }
  bool number_integer(number_integer_t value) override { return token(), take(value); }
  bool number_unsigned(number_unsigned_t value) override {
    token();
    if (value > number_unsigned_t{INT64_MAX}) fail(wide_integer);
    return take(static_cast<std::int64_t>(value));
  }
  bool number_float(number_float_t value, const string_t& text) override {
    token();
    if (is_integer(text)) fail(wide_integer);
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
      if (seen_about_) fail("a second object graph");
      seen_about_ = true;
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
      if (is_id()) fail("an id that is an object");
      skip();
    }
    return true;
  }
  bool start_array(std::size_t) override {
    token();
    if (is_id()) {
      fail("an id that is a list; networkx.convert_node_labels_to_integers makes others");
    }
    if (in(Context::graph) && (key_ == "nodes" || key_ == "edges" || key_ == "links")) {
      bool& seen = key_ == "nodes" ? seen_nodes_ : seen_edges_;
      if (seen) fail("a second list of " + key_);
      seen = true;
      open(key_ == "nodes" ? Context::nodes : Context::edges);
    } else if (in(Context::node) || in(Context::edge) || in(Context::about)) {
      list_ = key_;
      item_ = 0;
      numbers_ = true;
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
    if (in(Context::list)) check_length();
    if (in(Context::list) && item_ == 0) into_.not_kept(list_ + " without values", place());
    contexts_.pop_back();
    return true;
  }
  bool parse_error(std::size_t, const std::string& text, const json::exception& error) override {
    constexpr int number_overflow = 406;
    if (error.id == number_overflow) {
      fail(is_integer(text) ? wide_integer : "a number that is too large");
    }
    // The parser's own position counts from where this object starts.
    std::string reason = error.what();
    const auto detail = reason.rfind("; ");
    if (detail != std::string::npos) reason = reason.substr(detail + 2);
    if (characters_.peek() == nullptr) reason = "the text ends within an object";
    // As Python's json.dumps writes them.
    if (reason.ends_with("N'") || reason.ends_with("I'"))
      reason = "NaN and Infinity are none; what is missing is null";
    fail("malformed JSON: " + reason);
  }

 private:
  enum class Context { graph, about, nodes, node, edges, edge, list, skipped };
  struct RawEdge {
    std::array<std::optional<Value>, 2> ends;
    Place place;
  };
  struct EdgeKey {
    std::string column;
    std::uint64_t row;
    Value value;
    Place place;
  };

  void token() { characters_.since_token = 0; }
  /// Of the last character of the token.
  Place place() const { return into_.at(characters_.last_line, characters_.last_column); }
  [[noreturn]] void fail(const std::string& reason) const { into_.fail(place(), reason); }
  bool in(Context context) const { return !contexts_.empty() && contexts_.back() == context; }
  bool is_flag() const {
    return in(Context::graph) && (key_ == "directed" || key_ == "multigraph");
  }
  bool is_id() const {
    return (in(Context::node) && key_ == "id") ||
           (in(Context::edge) && (key_ == "source" || key_ == "target"));
  }
  /// Of what a value belongs to.
  const std::string& attribute() const { return in(Context::list) ? list_ : key_; }
  void open(Context context) {
    if (contexts_.size() == most_open) fail("JSON that is nested too deep");
    contexts_.push_back(context);
  }

  void skip() {
    if (!in(Context::skipped)) {
      if (is_flag()) take_flag(std::nullopt);
      if (in(Context::nodes) || in(Context::edges)) fail(no_object);
      into_.not_kept(attribute(), place());
      if (in(Context::list)) ++item_;
      numbers_ = false;
    }
    open(Context::skipped);
  }

  /// The table and row of what is open.
  ValueTable& table(Context context) const {
    return context == Context::node   ? into_.node_values
           : context == Context::edge ? into_.edge_values
                                      : into_.graph_values;
  }

  bool take_flag(std::optional<bool> value) {
    if (!value) fail(key_ + " is neither true nor false");
    auto& flag = key_ == "directed" ? directed_ : multigraph_;
    if (flag) fail("a second " + key_);
    flag = value;
    return true;
  }

  bool take(Value value) {
    if (contexts_.empty()) fail("a value where an object is due");
    switch (contexts_.back()) {
      case Context::graph:
        if (is_flag()) take_flag(std::nullopt);
        into_.not_kept(key_, place());
        break;
      case Context::about:
        if (key_ == "id") {
          if (seen_id_) fail("a second id");
          seen_id_ = true;
          into_.rename_graph(to_text(value));
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
        } else {
          set(Context::edge, key_, value);
        }
        break;
      case Context::list: {
        numbers_ = numbers_ && !std::holds_alternative<std::string>(value);
        set(owner(), fmt::format("{}_{}", list_, item_++), value);
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

  /// Of the open list.
  Context owner() const { return contexts_[contexts_.size() - 2]; }

  /// Features of one name are vectors of one length; lists with text or lists in them are not.
  void check_length() const {
    if (!numbers_) return;
    const auto before = table(owner()).list_lengths.try_emplace(list_, item_).first->second;
    if (before != item_) {
      fail(
          fmt::format("{} has {} value{}, {} before", list_, item_, item_ == 1 ? "" : "s", before));
    }
  }

  void set(Context of, const std::string& name, Value& value) {
    if (of == Context::edge && attribute() == "key") {
      edge_keys_.push_back({name, row_, std::move(value), place()});
      return;
    }
    const auto* real = std::get_if<double>(&value);
    const bool label = name == (of == Context::about ? "class" : "label");
    if (label && real != nullptr) value = label_of(*real);
    auto& values = table(of);
    values.set(values.column(name), of == Context::about ? into_.graph_row() : row_, value);
  }

  void name_node(Value value) {
    if (named_) fail("a second id");
    named_ = true;
    const Node number = into_.nodes() - 1;
    if (!node_of_.try_emplace(key_of(value), number).second) {
      fail("node id " + to_text(value) + " stands twice");
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
    return (std::holds_alternative<std::string>(value) ? "\"" : "") + to_text(value);
  }

  /// `key` tells the edges of a multigraph apart; elsewhere it is an attribute.
  void keep_edge_keys() {
    for (const auto& [column, row, value, place] : edge_keys_) {
      if (multigraph_.value_or(true)) {
        into_.not_kept("edge key", place);
      } else {
        into_.edge_values.set(into_.edge_values.column(column), row, value);
      }
    }
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
      into_.fail(at, "an edge to node " + to_text(name) + ", which is not among the nodes");
    };
    for (const auto& edge : edges_) {
      into_.add_edge(find(*edge.ends[0], edge.place), find(*edge.ends[1], edge.place), edge.place);
    }
    if (!node_of_.empty() && node_of_.size() < into_.nodes()) {
      fail("nodes without an id beside such as have one");
    }
    if (!node_names_.empty()) {
      number_names(into_.nodes());
      into_.name_nodes(node_names_);
    }
    keep_edge_keys();
    into_.end_graph(directed_.value_or(false) ? EdgeRows::arcs : EdgeRows::edges);
  }

  Characters& characters_;
  ForeignBuilder& into_;
  std::vector<Context> contexts_;
  std::string key_;
  std::string list_;      // name of the open list
  std::size_t item_ = 0;  // of it
  bool numbers_ = false;  // and nulls are all that it has
  std::uint64_t row_ = 0;
  std::optional<bool> directed_;
  std::optional<bool> multigraph_;
  bool seen_about_ = false;
  bool seen_id_ = false;  // of the graph
  bool seen_nodes_ = false;
  bool seen_edges_ = false;
  bool named_ = false;             // the open node has an id
  std::vector<Value> node_names_;  // from the first to the last that is not its number
  std::unordered_map<std::string, Node> node_of_;
  std::vector<RawEdge> edges_;
  std::vector<EdgeKey> edge_keys_;
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
    if (error.in_file()) throw;
    into.fail(here(), error.what());
  }
  if (array) into.fail(here(), "the text ends within an array");
}

bool starts_node_link(std::string_view start) {
  const auto first = start.find_first_not_of(" \t\r\n[");
  if (first == std::string_view::npos) return false;
  // A list of no graphs is one, too.
  return start[first] == '{' || (start[first] == ']' && first > 0 && start.find('[') < first);
}

}  // namespace graphvq
