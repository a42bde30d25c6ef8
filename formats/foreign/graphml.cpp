#include "formats/foreign/foreign_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <pugixml.hpp>
#include <unordered_map>
#include <unordered_set>

#include "formats/foreign/copies.hpp"
#include "formats/foreign/text/words.hpp"
#include "formats/foreign/text/xml_text.hpp"

namespace graphvq {
namespace {

/// Without the prefix of its namespace.
std::string_view local(const pugi::xml_node& node) {
  const std::string_view name = node.name();
  return name.substr(name.find(':') == std::string_view::npos ? 0 : name.find(':') + 1);
}

bool is_text(const pugi::xml_node& node) {
  return node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata;
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

/// The text of an element, around comments and CDATA; none where there are elements in it.
std::optional<std::string> text_of(const pugi::xml_node& element) {
  std::string text;
  for (const auto& child : element.children()) {
    if (child.type() == pugi::node_element) return std::nullopt;
    if (is_text(child)) text += child.value();
  }
  return text;
}

std::string a(std::string_view name) {
  return fmt::format("{} {}", name.starts_with('e') ? "an" : "a", name);
}

/// In UTF-8 all that pugixml reads: its places are in what it makes of other encodings.
std::string decoded(std::string text, const ForeignBuilder& into) {
  const auto units = code_units(text);
  const auto encoding = units.bytes > 1 ? "" : declared_encoding(text);
  if (units.bytes > 1 || same_word(encoding, "iso-8859-1") || same_word(encoding, "latin1")) {
    return in_utf8(text, units);
  }
  // Programs that make single bytes of UTF-16 leave the declaration as it was.
  for (const char* known : {"", "utf-8", "utf8", "us-ascii", "ascii", "utf-16", "utf-32"}) {
    if (same_word(encoding, known)) return text;
  }
  into.fail(into.at(1),
            fmt::format("an encoding that is not read: {}; iconv makes UTF-8", encoding));
}

struct Key {
  std::string name;
  std::string type;
  std::string what;  // node, edge, graph or all
  std::optional<std::string> fallback;
};

class GraphmlReader {
 public:
  GraphmlReader(std::string text, ForeignBuilder& into)
      : text_(std::move(text)), into_(into), copies_(text_.size()) {
    for (std::size_t i = 0; i < text_.size(); ++i) {
      if (text_[i] == '\n') line_ends_.push_back(i);
    }
  }

  void read() {
    check_references();
    text_ += '\n';  // of the last character pugixml sees no more than that it is no <
    pugi::xml_document document;
    // Text is kept wherever it stands, blanks too, to be seen.
    constexpr auto how =
        pugi::parse_default | pugi::parse_doctype | pugi::parse_ws_pcdata | pugi::parse_fragment;
    const auto result =
        document.load_buffer_inplace(text_.data(), text_.size(), how, pugi::encoding_utf8);
    if (!result) {
      into_.fail(at(result.offset), std::string("malformed XML: ") + result.description());
    }
    for (const auto& node : document.children()) {
      const std::string_view type = node.type() == pugi::node_doctype ? node.value() : "";
      if (type.find("<!") != std::string_view::npos) {
        into_.fail(at(node.offset_debug()), "a document type with entities, which are not read");
      }
    }
    const auto root = document.document_element();
    if (local(root) != "graphml") into_.fail(at(root), "no graphml element");
    for (const auto& node : document.children()) {
      if (node.type() == pugi::node_element && node != root) {
        into_.fail(at(node), "a second root element; each file is to be imported on its own");
      }
      if (is_text(node) && !is_blank(node.value())) {
        into_.fail(at(node), "text outside of the graphml element");
      }
    }
    check_children(root, {"key", "graph"});
    for (const auto& node : root.children()) {
      if (local(node) == "key") read_key(node);
    }
    for (const auto& node : root.children()) {
      if (local(node) == "graph") read_graph(node);
    }
  }

 private:
  Place at(std::ptrdiff_t offset) const {
    const auto place = static_cast<std::size_t>(std::max<std::ptrdiff_t>(offset, 0));
    const auto line = std::ranges::lower_bound(line_ends_, place);
    const auto start = line == line_ends_.begin() ? 0 : *(line - 1) + 1;
    return into_.at(static_cast<std::uint64_t>(line - line_ends_.begin()) + 1, place - start + 1);
  }
  Place at(const pugi::xml_node& node) const { return at(node.offset_debug()); }

  /// pugixml takes a reference that it does not know for text.
  void check_references() const {
    const std::string_view text = text_;
    const auto control = std::ranges::find_if(
        text, [](unsigned char c) { return c < ' ' && c != '\t' && c != '\n' && c != '\r'; });
    if (control != text.end()) {
      into_.fail(at(control - text.begin()), "a control character, which XML has not");
    }
    for (std::size_t i = text.find_first_of("<&"); i != std::string_view::npos;
         i = text.find_first_of("<&", i)) {
      const auto rest = text.substr(i);
      const auto inner = rest.starts_with("<!") ? rest.find_first_of("[>") : 0;
      const bool subset = inner != std::string_view::npos && rest[inner] == '[';
      const char* end = rest.starts_with("<!--")        ? "-->"
                        : rest.starts_with("<![CDATA[") ? "]]>"
                        : rest.starts_with("<?")        ? "?>"
                        : rest.starts_with("<!")        ? (subset ? "]" : ">")
                                                        : nullptr;
      if (end != nullptr) {
        i = std::min(text.find(end, i + 2), text.size());
      } else if (rest[0] == '<') {
        ++i;
      } else if (const auto length = reference_length(rest); length > 0) {
        i += length;
      } else {
        into_.fail(at(static_cast<std::ptrdiff_t>(i)), "an & that starts no character XML knows");
      }
    }
  }

  /// Says what is not read among the children of an element.
  void check_children(const pugi::xml_node& owner,
                      std::initializer_list<std::string_view> read) const {
    for (const auto& child : owner.children()) {
      if (is_text(child)) {
        if (!is_blank(child.value())) into_.fail(at(child), "text within " + a(local(owner)));
        continue;
      }
      const auto name = local(child);
      if (std::ranges::find(read, name) != read.end()) continue;
      if (name == "hyperedge") into_.fail(at(child), "hyperedges are not read");
      if (name == "graph" || name == "node" || name == "edge") {
        into_.fail(at(child), fmt::format("{} within {} is not read", a(name), a(local(owner))));
      }
      into_.not_kept(name == "port" ? "ports" : "element " + std::string(name), at(child));
    }
  }

  /// Says what is not read among the attributes that XML gives an element, none of which it may
  /// have twice.
  void check_attributes(const pugi::xml_node& owner,
                        std::initializer_list<std::string_view> read) const {
    std::vector<std::string_view> names;
    for (const auto& attribute : owner.attributes()) names.emplace_back(attribute.name());
    std::ranges::sort(names);
    if (const auto twice = std::ranges::adjacent_find(names); twice != names.end()) {
      into_.fail(at(owner), fmt::format("{} with {} twice", a(local(owner)), *twice));
    }
    for (const auto& attribute : owner.attributes()) {
      const std::string_view name = attribute.name();
      if (std::ranges::find(read, name) != read.end() || name.starts_with("parse.") ||
          name.starts_with("xmlns")) {
        continue;
      }
      into_.not_kept(fmt::format("{} of {}, which is no data", name, a(local(owner))), at(owner));
    }
  }

  std::string required(const pugi::xml_node& node, const char* name) const {
    const auto attribute = node.attribute(name);
    if (!attribute) {
      into_.fail(at(node), fmt::format("a {} without {}", local(node), name));
    }
    return attribute.value();
  }

  void read_key(const pugi::xml_node& node) {
    const auto id = required(node, "id");
    Key key{node.attribute("attr.name").as_string(id.c_str()),
            node.attribute("attr.type").as_string("string"), node.attribute("for").as_string("all"),
            std::nullopt};
    for (const auto& child : node.children()) {
      if (local(child) != "default") continue;
      key.fallback = text_of(child);
      if (!key.fallback) into_.not_kept("default of elements, key " + id, at(child));
    }
    const auto [known, added] = keys_.emplace(id, key);
    if (!added) into_.fail(at(node), "key " + id + " stands twice");
    for (const char* what : {"graph", "node", "edge"}) {
      const bool of = key.what == what || key.what == "all";
      if (of && key.fallback && !into_.drops(key.name))
        with_default_[what].push_back(&known->second);
    }
  }

  Value typed(const Key& key, const std::string& text, const Place& place) const {
    const auto bad = [&]() -> void {
      into_.fail(place, fmt::format("'{}' is no {} for {}", text, key.type, key.name));
    };
    auto word = trimmed(text, " \t\r\n");
    if (key.type == "boolean") {
      const bool yes = same_word(word, "true") || word == "1";
      if (!yes && !same_word(word, "false") && word != "0") bad();
      return std::int64_t{yes};
    }
    if (word.starts_with('+') && !word.starts_with("+-")) word.remove_prefix(1);
    const char* end = word.data() + word.size();
    if (key.type == "int" || key.type == "long" || key.type == "integer") {
      std::int64_t value = 0;
      const auto [last, code] = std::from_chars(word.data(), end, value);
      if (code != std::errc() || last != end) bad();
      return value;
    }
    if (key.type == "float" || key.type == "double") {
      double value = 0;
      // As C's %a has it, which graph-tool writes.
      const bool minus = word.starts_with('-');
      const auto digits = word.substr(minus ? 1 : 0);
      if (digits.starts_with("0x") || digits.starts_with("0X")) {
        const auto [last, code] =
            std::from_chars(digits.data() + 2, end, value, std::chars_format::hex);
        if (code != std::errc() || last != end) bad();
        return minus ? -value : value;
      }
      const auto [last, code] = real_from_chars(word, value);
      if (code != std::errc() || last != end || std::isinf(value)) bad();
      return value;
    }
    if (key.type != "string")
      into_.fail(place,
                 fmt::format("{} has the type {}, which is none of boolean, int, long, float, "
                             "double and string; import --drop {} leaves it out",
                             key.name, key.type, key.name));
    return text;
  }

  /// The data of a node, edge or graph, and the defaults of what it has not.
  void read_data(const pugi::xml_node& owner, const char* what, ValueTable& table,
                 std::uint64_t row) {
    std::unordered_set<const Key*> seen;
    for (const auto& data : owner.children()) {
      if (local(data) != "data") continue;
      const auto id = required(data, "key");
      const auto key = keys_.find(id);
      if (key == keys_.end()) into_.fail(at(data), "data of key " + id + ", which is not declared");
      if (!seen.insert(&key->second).second) into_.fail(at(data), "key " + id + " twice");
      const auto text = text_of(data);
      if (into_.drops(key->second.name)) continue;
      if (text) {
        put(key->second, *text, table, row, at(data));
      } else {
        into_.not_kept(fmt::format("{} data of elements, key {}", what, id), at(data));
      }
    }
    for (const Key* key : with_default_[what]) {
      if (seen.contains(key)) continue;
      if (!copies_.take(Copies::attribute + key->fallback->size())) {
        into_.fail(at(owner), "more default values than can be meant");
      }
      put(*key, *key->fallback, table, row, at(owner));
    }
  }

  void put(const Key& key, const std::string& text, ValueTable& table, std::uint64_t row,
           const Place& place) {
    const Value value = typed(key, text, place);
    if (&table == &into_.graph_values && key.name == "id") {
      into_.rename_graph(to_text(value));
    } else {
      table.set(table.column(key.name), row, value);
    }
  }

  bool directed(const pugi::xml_node& graph) const {
    const auto text = required(graph, "edgedefault");
    if (text != "directed" && text != "undirected") {
      into_.fail(at(graph), "edgedefault is neither directed nor undirected");
    }
    return text == "directed";
  }

  /// Whether the edge is an arc, as all `arcs` where that is known.
  bool check_edge(const pugi::xml_node& edge, std::optional<bool> arcs, bool by_default) const {
    check_children(edge, {"data"});
    check_attributes(edge, {"id", "source", "target", "directed", "sourceport", "targetport"});
    if (edge.attribute("sourceport") || edge.attribute("targetport")) {
      into_.not_kept("ports", at(edge));
    }
    const std::string_view word = edge.attribute("directed").value();
    const bool is_true = word == "true" || word == "1";
    if (edge.attribute("directed") && !is_true && word != "false" && word != "0") {
      into_.fail(at(edge), "directed is neither true nor false");
    }
    const bool arc = edge.attribute("directed") ? is_true : by_default;
    if (arc != arcs.value_or(arc)) {
      into_.fail(at(edge), "directed and undirected edges in one graph are not read");
    }
    return arc;
  }

  void read_graph(const pugi::xml_node& graph) {
    into_.begin_graph(graph.attribute("id").value());
    const bool by_default = directed(graph);
    std::optional<bool> arcs;
    check_children(graph, {"data", "node", "edge"});
    check_attributes(graph, {"id", "edgedefault"});
    read_data(graph, "graph", into_.graph_values, into_.graph_row());
    std::unordered_map<std::string, Node> nodes;
    std::vector<Value> names;
    bool numbered = true;  // n0, n1..., which are no names
    for (const auto& node : graph.children()) {
      if (local(node) != "node") continue;
      const auto id = required(node, "id");
      const Node number = into_.add_nodes(1, at(node));
      if (!nodes.emplace(id, number).second)
        into_.fail(at(node), "node id " + id + " stands twice");
      numbered = numbered && id == fmt::format("n{}", number);
      names.push_back(name_value(id));
      check_children(node, {"data"});
      check_attributes(node, {"id"});
      read_data(node, "node", into_.node_values, into_.node_row(number));
    }
    if (!numbered) into_.name_nodes(names);
    const auto end_of = [&](const pugi::xml_node& edge, const char* which) {
      const auto id = required(edge, which);
      const auto node = nodes.find(id);
      if (node == nodes.end()) {
        into_.fail(at(edge), "an edge to node " + id + ", which is not among the nodes");
      }
      return node->second;
    };
    for (const auto& edge : graph.children()) {
      if (local(edge) != "edge") continue;
      arcs = check_edge(edge, arcs, by_default);
      const Node source = end_of(edge, "source");
      const std::uint64_t row = into_.add_edge(source, end_of(edge, "target"), at(edge));
      read_data(edge, "edge", into_.edge_values, row);
    }
    into_.end_graph(arcs.value_or(by_default) ? EdgeRows::arcs : EdgeRows::edges);
  }

  std::string text_;
  ForeignBuilder& into_;
  std::vector<std::size_t> line_ends_;
  Copies copies_;  // of defaults
  std::unordered_map<std::string, Key> keys_;
  std::map<std::string_view, std::vector<const Key*>> with_default_;  // by what has them, in order
};

}  // namespace

void read_graphml(ByteSource& source, const std::string& name, ForeignBuilder& into) {
  into.file(name);
  GraphmlReader(decoded(into.text(source), into), into).read();
}

bool starts_graphml(std::string_view start) {
  std::string utf8;
  if (const auto units = code_units(start); units.bytes > 1) {
    utf8 = in_utf8(start, units);
    start = utf8;
  }
  start.remove_prefix(std::min(start.find_first_not_of(" \t\r\n\xEF\xBB\xBF"), start.size()));
  return start.starts_with("<?xml") || start.starts_with("<!--") ||
         start.substr(0, 64).find("graphml") != std::string_view::npos;
}

}  // namespace graphvq
