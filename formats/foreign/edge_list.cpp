#include "formats/foreign/foreign_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <unordered_map>
#include <unordered_set>

#include "formats/container/strict_json.hpp"
#include "formats/foreign/edge_headings.hpp"
#include "formats/foreign/edge_rows.hpp"
#include "formats/foreign/text/fields.hpp"
#include "formats/foreign/text/python_dict.hpp"
#include "formats/foreign/text/text_lines.hpp"
#include "formats/foreign/text/words.hpp"
#include "formats/foreign/unread.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {
namespace {

constexpr std::string_view all_digits = "0123456789";

class EdgeListReader {
 public:
  EdgeListReader(ByteSource& source, const std::string& name, ForeignBuilder& into)
      : lines_(source, name), into_(into), first_id_(into.options().first_id) {
    into.file(name);
    into.edge_values.r_missing = true;
  }

  void read() {
    into_.begin_graph();
    while (lines_.next()) read_line();
    const bool direct = first_id_.has_value();
    if (rows_.empty() && !nodes_) {
      into_.fail(into_.at(0), "no rows of two ids; `# nodes N` says how many nodes have no edge");
    }
    const auto node = direct ? std::vector<Node>() : nodes_by_name();
    if (!direct && !rows_.empty()) {
      const NamedRows read{rows_, by_node_, width_, square_};
      if (headings_.empty() && !as_edge()) check_meaning(read, into_);
      check_spellings(read, into_);
      check_second_heading();
    }
    const std::uint64_t count = std::max(nodes_.value_or(0), direct ? largest_ : names_.size());
    const Place end = into_.at(lines_.line());
    into_.add_nodes(count, end);
    for (const EdgeRow& row : rows_) {
      into_.add_edge(direct ? row.u : node[row.u], direct ? row.v : node[row.v], row.place);
    }
    into_.here(end);
    if (!direct) name_nodes(node);
    into_.end_graph(EdgeRows::either);
  }

 private:
  /// Where an end of the line starts.
  Place place(std::string_view from) const {
    const auto before = static_cast<std::uint64_t>(from.data() - lines_.text().data());
    return into_.at(lines_.line(), before + 1);
  }

  [[noreturn]] void fail(std::string_view from, const std::string& reason) const {
    into_.fail(place(from), reason);
  }

  void read_line() {
    const auto line = lines_.text();
    if (const auto at = line.find('\0'); at != std::string_view::npos) {
      fail(line.substr(at),
           "a byte of 0, as in UTF-16; iconv -f UTF-16 -t UTF-8 makes text of that");
    }
    if (const auto at = line.find('\r'); at != std::string_view::npos) {
      fail(line.substr(at), "a carriage return within the line");
    }
    if (rows_.empty())
      if (const auto other = unread_start(line)) fail(line, *other);
    if (rows_.empty() && line.starts_with('<'))
      fail(line, "XML, no list of edges; `graphvq import graphml` reads GraphML");
    fields_ = Fields(line, separator_.value_or(' '));
    const auto row = fields_.rest();
    if (is_comment(row)) {
      read_comment();
    } else if (separator_ && !row.empty()) {
      read_row();
    } else if (!row.empty()) {
      separator_ = separator_of(line);
      fields_ = Fields(line, *separator_);
      if (read_heading()) return;
      if (!as_edge()) check_first_row(row);
      read_row();
    }
  }

  /// Whether --no-header says that the first row is an edge, whatever it looks like.
  bool as_edge() const { return into_.options().header == false; }

  /// Whether # or % begin a comment, and not a name: a blank follows, or blanks part the fields, or
  /// these are not as many as a row has.
  bool is_comment(std::string_view line) const {
    if (!line.starts_with('#') && !line.starts_with('%')) return false;
    if (line.size() < 2 || line[1] == ' ' || line[1] == '\t' || line[1] == line[0]) return true;
    const char separator = separator_.value_or(separator_of(line));
    if (separator == ' ' || names_ends(line.substr(1), separator)) return true;
    const auto count = count_fields(line, separator);
    return separator_ ? count != (headings_.empty() ? width_ : headings_.size()) : count < 2;
  }

  /// Refuses rows of other formats, where nobody has said that they are edges.
  void check_first_row(std::string_view row) const {
    if (separator_ == ' ' && row.find(';') != row.npos) {
      fail(row, "semicolons, which are read as no separator; tr ';' '\\t' makes tabs of them");
    }
    const bool letter = row.starts_with("v ") || row.starts_with("e ");
    const auto numbers = trimmed(row.substr(std::min<std::size_t>(2, row.size())));
    if (letter && separator_ == ' ' && numbers.find(' ') != numbers.npos &&
        numbers.find_first_not_of("0123456789 ") == numbers.npos) {
      fail(row, "rows of v and e are gSpan's, which is not read; --no-header takes v as a node");
    }
  }

  /// `# nodes N`, our own; SNAP's `# Nodes: N` counts names that need not be 0 to N - 1.
  void read_comment() {
    const auto comment = fields_.rest();
    std::string_view text = trimmed(comment.substr(1));
    if (comment == "#" && !rows_.empty()) {
      fail(comment, "a line of # alone parts nodes from edges in TGF, which is not read");
    }
    if (!rows_.empty()) into_.comment();
    if (text == "bip" || text.starts_with("bip ")) {
      fail(comment, "a bipartite file of KONECT, where two nodes have one number: not read");
    }
    if (!text.starts_with("nodes ")) return;
    text = trimmed(text.substr(6));
    const bool sign = text.starts_with('-') || text.starts_with('+');
    if (text.size() == sign || text.find_first_not_of(all_digits, sign) != text.npos) return;
    std::uint64_t count = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (code != std::errc() || end != text.data() + text.size()) {
      fail(text, fmt::format("{} is no number of nodes", text));
    }
    if (!rows_.empty()) fail(comment, "a number of nodes after the first edge");
    if (nodes_) fail(comment, "a second number of nodes");
    nodes_ = count;
    if (!first_id_) first_id_ = 0;
  }

  std::string_view next_field() {
    try {
      return fields_.next();
    } catch (const Error& error) {
      fail(fields_.rest(), error.what());
    }
  }

  std::string column_name(std::size_t column) const {
    if (column < headings_.size() && !headings_[column].empty()) return headings_[column];
    return column == 2 && headings_.empty() ? "weight" : fmt::format("column_{}", column + 1);
  }

  /// Whether the line names the columns: --header says so, or the names of an edge's ends do.
  bool read_heading() {
    const auto line = fields_.rest();
    const auto announced = into_.options().header;
    if (!announced.value_or(names_ends(line, *separator_))) return false;
    if (!announced) into_.header_line(place(line));
    while (fields_.more()) headings_.emplace_back(next_field());
    const std::size_t first = has_index() ? 1 : 0;
    if (headings_.size() < first + 2) fail(line, "a header of one column");
    std::unordered_set<std::string_view> known;
    for (const auto& name : headings_)
      if (!name.empty() && !known.insert(name).second)
        fail(line, "a header with two columns " + name);
    if (has_index()) into_.not_kept("edge column 1 (without a name)", place(line));
    skipped_ = has_index() ? std::optional<std::size_t>(0) : gephi_numbers(headings_);
    if (skipped_ && !has_index())
      into_.not_kept("edge column " + headings_[*skipped_], place(line));
    ends_ = known_ends(headings_).value_or(Ends{first, first + 1});
    return true;
  }

  /// Whether the first column numbers the rows, as pandas writes it: its heading is empty.
  bool has_index() const { return !headings_.empty() && headings_[0].empty(); }

  void read_row() {
    const auto whole = fields_.rest();
    const std::uint64_t number = into_.edge_rows() + rows_.size();
    const std::size_t behind = std::max(ends_.u, ends_.v) + 1;
    EdgeRow row{0, 0, place(whole)};
    into_.here(row.place);
    std::size_t column = 0;
    for (bool last = false; fields_.more() && !last; ++column) {
      const bool dictionary = fields_.rest().starts_with('{');
      if (dictionary && column == behind) {
        read_dictionary(number);
        last = true;
        continue;
      }
      if (dictionary && separator_ == ' ') {
        fail(fields_.rest(),
             "a dictionary that is not behind two names; tabs or quotes part names with blanks");
      }
      if (column == ends_.u) {
        row.u = node(column);
      } else if (column == ends_.v) {
        row.v = node(column);
      } else {
        read_value(column, number);
      }
    }
    if (column < behind) fail(whole, "an edge of one node");
    if (rows_.empty() && headings_.empty()) width_ = column;
    const auto due = headings_.empty() ? width_ : headings_.size();
    if (column != due) {
      fail(whole, fmt::format("{} fields, {} {}", column,
                              headings_.empty() ? "the first row has" : "the heading names", due));
    }
    rows_.push_back(row);
  }

  void read_value(std::size_t column, std::uint64_t row) {
    const auto before = fields_.rest();
    const auto text = next_field();
    if (column == skipped_ && rows_.empty() && has_index() && text == headings_[1]) {
      fail(before,
           "a row called as the heading's first column: a matrix, which is not read; "
           "networkx.from_pandas_adjacency takes it");
    }
    square_ = square_ && (text == "0" || text == "1");
    if (text.empty() || column == skipped_) return;
    if (!headings_.empty() && column >= headings_.size()) {
      fail(before, "more fields than the header names");
    }
    const auto value = value_of(text);
    if (headings_.empty() && std::holds_alternative<std::string>(value) &&
        !says_missing(text, true)) {
      fail(before,
           fmt::format("{} is no number: without a heading numbers alone follow two nodes; a "
                       "heading of known names (source,target,kind) or --header tells columns of "
                       "text, and rows of node, relation, node are SIF, which is not read",
                       text));
    }
    auto& values = into_.edge_values;
    values.set(values.column(column_name(column)), row, value);
  }

  void read_dictionary(std::uint64_t row) {
    auto rest = fields_.rest();
    std::vector<std::pair<std::string, Value>> entries;
    try {
      entries = take_python_dict(rest);
    } catch (const Error& error) {
      fail(rest, error.what());
    }
    rest = trimmed(rest);
    if (!rest.empty() && !(separator_ == ' ' && rest.starts_with('#'))) {
      fail(rest, "text after the dictionary");
    }
    auto& values = into_.edge_values;
    for (const auto& [key, value] : entries) values.set(values.column(key), row, value);
  }

  Node node(std::size_t column) {
    const auto before = fields_.rest();
    const auto id = next_field();
    if (id.empty()) {
      const bool heading = column == 0 && !fields_.quoted() && rows_.empty() && headings_.empty();
      fail(before,
           fmt::format("a node without a name{}",
                       heading ? "; a matrix is not read, and of a table a heading of known names "
                                 "(source,target) says which columns are the ends"
                               : ""));
    }
    square_ = square_ && (id == "0" || id == "1");
    if (!fields_.quoted()) check_bare_name(id, before);
    if (is_number(id) && id.starts_with('-')) {
      fail(before, fmt::format("node id {} is negative", id));
    }
    if (!first_id_) {
      const auto [entry, added] = names_.try_emplace(std::string(id), names_.size());
      if (added) require_text(id, before);
      return static_cast<Node>(entry->second);
    }
    std::uint64_t value = 0;
    const auto [end, code] = std::from_chars(id.data(), id.data() + id.size(), value);
    const auto first = static_cast<std::uint64_t>(*first_id_);
    const bool sound = code == std::errc() && end == id.data() + id.size() && value >= first &&
                       value - first < nodes_.value_or(std::uint64_t{1} << 32);
    if (!sound) {
      fail(before, nodes_ ? fmt::format("node {} of {} nodes from {}", id, *nodes_, first)
                          : fmt::format("node id {}, where ids are numbers from {}", id, first));
    }
    largest_ = std::max(largest_, value - first + 1);
    return static_cast<Node>(value - first);
  }

  void require_text(std::string_view id, std::string_view before) const {
    try {
      check_text(id);
    } catch (const Error& error) {
      fail(before, error.what());
    }
  }

  /// Fails for what is rather two names, or a part of one, than the name of a node.
  void check_bare_name(std::string_view id, std::string_view before) const {
    const auto has = [id](std::string_view any) { return id.find_first_of(any) != id.npos; };
    if (id.starts_with('(') && !has(")")) {
      fail(before,
           "a part of a tuple as a name; networkx.convert_node_labels_to_integers makes numbers of "
           "such names");
    }
    if (separator_ == ' ' && (id.starts_with(',') || id.ends_with(','))) {
      fail(before, "a comma beside a name, where blanks part fields");
    }
    if (separator_ == ',' && headings_.empty() && has(" \t")) {
      fail(before,
           fmt::format("the name {} has a blank, where commas seem to part fields: a heading line "
                       "(or --header) or tabs say what parts them",
                       id));
    }
    if (headings_.empty() && has(";")) {
      fail(before, fmt::format("the name {} has a semicolon, which parts fields elsewhere; quotes "
                               "or a heading keep it",
                               id));
    }
    if (has(" ") && id.find_first_not_of("0123456789 ") == id.npos) {
      fail(before, "ids parted by blanks in a row of commas or tabs");
    }
  }

  /// Fails where the heading stands among the edges again.
  void check_second_heading() const {
    // Who says that there is a header may have nodes of its names.
    if (headings_.empty() || (into_.options().header && !into_.options().strict)) return;
    const auto u = names_.find(headings_[ends_.u]);
    const auto v = names_.find(headings_[ends_.v]);
    if (u == names_.end() || v == names_.end()) return;
    for (const EdgeRow& row : rows_) {
      if (row.u == u->second && row.v == v->second) {
        into_.fail(row.place, "the heading again");
      }
    }
  }

  std::vector<Node> nodes_by_name() {
    by_node_.resize(names_.size());
    for (const auto& [id, number] : names_) by_node_[number] = id;
    return nodes_of(by_node_);
  }

  void name_nodes(const std::vector<Node>& node) {
    std::vector<Value> names(node.size());
    for (std::size_t k = 0; k < node.size(); ++k) names[node[k]] = name_value(by_node_[k]);
    into_.name_nodes(names);
  }

  TextLines lines_;
  ForeignBuilder& into_;
  std::optional<std::int64_t> first_id_;
  std::optional<std::uint64_t> nodes_;
  std::optional<char> separator_;  // by the first row
  Fields fields_;                  // of the line
  std::vector<std::string> headings_;
  std::optional<std::size_t> skipped_;  // the column that numbers the rows
  std::size_t width_ = 0;               // fields of a row, where no heading tells
  bool square_ = true;                  // all fields are 0 or 1
  Ends ends_;
  std::uint64_t largest_ = 0;
  std::vector<EdgeRow> rows_;
  std::unordered_map<std::string, std::size_t> names_;
  std::vector<std::string> by_node_;
};

}  // namespace

void read_edge_list(ByteSource& source, const std::string& name, ForeignBuilder& into) {
  EdgeListReader(source, name, into).read();
}

bool starts_edge_list(std::string_view start) {
  // Comments that say so, or a heading of known names: a table of numbers may be anything.
  skip_blanks(start, "\r\n");
  while (start.starts_with('#') || start.starts_with('%')) {
    const auto line = start.substr(0, start.find_first_of("\r\n"));
    const auto text = trimmed(line.substr(1));
    if (text.starts_with("nodes ") || names_ends(text, separator_of(text))) return true;
    start.remove_prefix(line.size());
    skip_blanks(start, "\r\n");
  }
  const auto line = trimmed(start.substr(0, start.find_first_of("\r\n")));
  return names_ends(line, separator_of(line));
}

}  // namespace graphvq
