#include "formats/foreign/foreign_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

#include "formats/container/strict_json.hpp"
#include "formats/foreign/edge_headings.hpp"
#include "formats/foreign/text/fields.hpp"
#include "formats/foreign/text/python_dict.hpp"
#include "formats/foreign/text/text_lines.hpp"
#include "formats/foreign/text/words.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {
namespace {

constexpr std::string_view separators = " \t,";
constexpr std::string_view all_digits = "0123456789";

/// What a line of another format starts with, in lower case.
constexpr std::array<std::pair<std::string_view, std::string_view>, 8> other_formats = {{
    {"%%matrixmarket", "MatrixMarket"},
    {"p edge ", "DIMACS"},
    {"p col ", "DIMACS"},
    {"p sp ", "DIMACS"},
    {"p tw ", "DIMACS"},
    {"*vertices", "Pajek"},
    {"*arcs", "Pajek"},
    {"*edges", "Pajek"},
}};

/// Digits alone, after an optional minus.
bool is_number(std::string_view id) {
  const auto rest = id.substr(id.starts_with('-'));
  return !rest.empty() && rest.find_first_not_of(all_digits) == std::string_view::npos;
}

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
    const auto node = direct ? std::vector<Node>() : sorted_names();
    if (!direct) check_heading();
    const std::uint64_t count = std::max(nodes_.value_or(0), direct ? largest_ : names_.size());
    const Place end = into_.at(lines_.line());
    into_.add_nodes(count, end);
    for (const Row& row : rows_) {
      into_.add_edge(direct ? row.u : node[row.u], direct ? row.v : node[row.v], row.place);
    }
    into_.here(end);
    if (!direct) name_nodes(node);
    into_.end_graph(EdgeRows::either);
  }

 private:
  struct Row {
    Node u = 0;
    Node v = 0;
    Place place;
  };

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
    for (const auto& [start, format] : other_formats) {
      const bool starts =
          !line.empty() && line[0] == start[0] && same_word(line.substr(0, start.size()), start);
      // Names may be p and sp: DIMACS counts nodes and edges behind them.
      if (starts &&
          (line[0] != 'p' || line.find_first_not_of("0123456789 \t", start.size()) == line.npos)) {
        fail(line, fmt::format("{}, which is not read", format));
      }
    }
    fields_ = Fields(line, separator_.value_or(' '));
    const auto row = fields_.rest();
    if (row.starts_with('#') || row.starts_with('%')) {
      read_comment();
    } else if (separator_ && !row.empty()) {
      read_row();
    } else if (!row.empty()) {
      separator_ = separator_of(line);
      fields_ = Fields(line, *separator_);
      if (!read_heading()) read_row();
    }
  }

  /// `# nodes N`, our own; SNAP's `# Nodes: N` counts names that need not be 0 to N - 1.
  void read_comment() {
    const auto comment = fields_.rest();
    std::string_view text = trimmed(comment.substr(1));
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
    Row row{0, 0, place(whole)};
    into_.here(row.place);
    std::size_t column = 0;
    for (; fields_.more(); ++column) {
      const bool dictionary = fields_.rest().starts_with('{');
      if (dictionary && column == behind) {
        read_dictionary(number);
        break;
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
    rows_.push_back(row);
  }

  void read_value(std::size_t column, std::uint64_t row) {
    const auto before = fields_.rest();
    const auto text = next_field();
    if (text.empty() || column == skipped_) return;
    if (!headings_.empty() && column >= headings_.size()) {
      fail(before, "more fields than the header names");
    }
    if (headings_.empty()) first_row_.add(column, text, rows_.empty());
    auto& values = into_.edge_values;
    values.set(values.column(column_name(column)), row, value_of(text));
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
      fail(before, fmt::format("a node without a name{}",
                               heading ? "; import --header, where the line names columns" : ""));
    }
    if (headings_.empty()) first_row_.add(column, id, rows_.empty());
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
    if (has(" ") && id.find_first_not_of("0123456789 ") == id.npos) {
      fail(before, "ids parted by blanks in a row of commas or tabs");
    }
  }

  /// Fails where the first row seems to name the columns and nobody has said what it is, and where
  /// the heading stands among the edges again.
  void check_heading() const {
    if (!into_.options().header && first_row_.is_heading()) {
      into_.fail(
          rows_[0].place,
          fmt::format("{} and {} stand above numbers: import --header takes them as names of "
                      "columns, --no-header as nodes",
                      by_node_[rows_[0].u], by_node_[rows_[0].v]));
    }
    // Who says that there is a header may have nodes of its names.
    if (headings_.empty() || (into_.options().header && !into_.options().strict)) return;
    const auto u = names_.find(headings_[ends_.u]);
    const auto v = names_.find(headings_[ends_.v]);
    if (u == names_.end() || v == names_.end()) return;
    for (const Row& row : rows_) {
      if (row.u == u->second && row.v == v->second) {
        into_.fail(row.place, "the heading again");
      }
    }
  }

  /// The node of each name: numbers ascending where all are, else as they were met.
  std::vector<Node> sorted_names() {
    by_node_.resize(names_.size());
    std::vector<Node> order(names_.size());
    std::iota(order.begin(), order.end(), Node{0});
    bool numbers = true;
    for (const auto& [id, number] : names_) {
      by_node_[number] = id;
      // `007` and `7` would be two numbers that are one.
      numbers = numbers && is_number(id) && (id == "0" || id[0] != '0');
    }
    if (numbers) {
      std::ranges::sort(order, {}, [this](Node k) {
        return std::pair(by_node_[k].size(), std::string_view(by_node_[k]));
      });
    }
    std::vector<Node> node(order.size());
    for (Node k = 0; k < order.size(); ++k) node[order[k]] = k;
    return node;
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
  FirstRow first_row_;
  Ends ends_;
  std::uint64_t largest_ = 0;
  std::vector<Row> rows_;
  std::unordered_map<std::string, std::size_t> names_;
  std::vector<std::string> by_node_;
};

}  // namespace

void read_edge_list(ByteSource& source, const std::string& name, ForeignBuilder& into) {
  EdgeListReader(source, name, into).read();
}

bool starts_edge_list(std::string_view start) {
  // Comments, then a row that starts with two words, the first of which is a number.
  skip_blanks(start, "\r\n");
  while (start.starts_with('#') || start.starts_with('%')) {
    const auto line = start.substr(0, start.find('\n'));
    if (trimmed(line.substr(1)).starts_with("nodes ")) return true;
    start.remove_prefix(line.size());
    skip_blanks(start, "\r\n");
  }
  const auto line = trimmed(start.substr(0, start.find_first_of("\r\n")));
  if (names_ends(line, separator_of(line))) return true;
  const auto end = line.find_first_of(separators);
  return end != std::string_view::npos && is_number(line.substr(0, end)) &&
         line.find_first_not_of(separators, end) != std::string_view::npos;
}

}  // namespace graphvq
