#include "formats/edge_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>
#include <unordered_map>

#include "formats/text_lines.hpp"
#include "formats/text_sink.hpp"

namespace graphvq {
namespace {

constexpr std::string_view separators = " \t,";

// The ends of an edge as headings of columns call them, in lower case.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> ends = {{
    {"source", "target"},
    {"from", "to"},
    {"src", "dst"},
    {"node1", "node2"},
    {"node_1", "node_2"},
    {"id1", "id2"},
    {"fromnodeid", "tonodeid"},
}};

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  return text.substr(0, text.find_last_not_of(" \t") + 1);
}

/// Whether a row starts with the names of an edge's ends.
bool names_ends(std::string_view row) {
  std::string text(row);
  std::ranges::transform(text, text.begin(), [](char c) {
    return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  });
  const auto word = [&text]() {
    const auto first = std::min(text.find_first_not_of(separators), text.size());
    const auto end = std::min(text.find_first_of(separators, first), text.size());
    const auto found = text.substr(first, end - first);
    text.erase(0, end);
    return found;
  };
  const auto first = word();
  const std::pair pair(first, word());
  return std::ranges::find(ends, pair, [](const auto& names) {
           return std::pair<std::string, std::string>(names);
         }) != ends.end();
}

/// Digits alone, after an optional minus.
bool is_number(std::string_view id) {
  const auto digits = id.substr(id.starts_with('-'));
  return !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
}

class EdgeListReader {
 public:
  EdgeListReader(ByteSource& source, const std::string& name, ForeignBuilder& into)
      : lines_(source, name), into_(into), first_id_(into.options().first_id) {
    into.file(name);
  }

  void read() {
    into_.begin_graph();
    bool first = true;
    while (lines_.next()) {
      rest_ = trimmed(lines_.text());
      if (rest_.starts_with('#') || rest_.starts_with('%')) {
        read_comment();
      } else if (!rest_.empty()) {
        if (!first || !read_heading()) read_row();
        first = false;
      }
    }
    const Place end = into_.at(lines_.line());
    const bool direct = first_id_.has_value();
    const auto node = direct ? std::vector<Node>() : sorted_names();
    const std::uint64_t count = std::max(nodes_.value_or(0), direct ? largest_ : names_.size());
    into_.add_nodes(count, end);
    for (const Row& row : rows_) {
      into_.add_edge(direct ? row.u : node[row.u], direct ? row.v : node[row.v], row.place);
    }
    if (!direct) name_nodes(node);
    into_.end_graph(EdgeRows::either);
  }

 private:
  struct Row {
    Node u = 0;
    Node v = 0;
    Place place;
  };

  [[noreturn]] void fail(const std::string& reason) const {
    into_.fail(into_.at(lines_.line(), lines_.column(rest_)), reason);
  }

  /// `# nodes N`, our own; SNAP's `# Nodes: N` counts names that need not be 0 to N - 1.
  void read_comment() {
    std::string_view text = trimmed(rest_.substr(1));
    if (!text.starts_with("nodes ")) return;
    text = trimmed(text.substr(6));
    std::uint64_t count = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (code != std::errc() || end != text.data() + text.size()) return;
    if (!rows_.empty()) fail("a number of nodes after the first edge");
    if (nodes_) fail("a second number of nodes");
    nodes_ = count;
    if (!first_id_) first_id_ = 0;
  }

  /// The next field of the line.
  std::string_view word() {
    std::string_view found;
    if (separator_ == ' ') {
      const auto end = std::min(rest_.find_first_of(" \t"), rest_.size());
      found = rest_.substr(0, end);
      rest_ = trimmed(rest_.substr(end));
    } else {
      const auto end = std::min(rest_.find(separator_), rest_.size());
      found = trimmed(rest_.substr(0, end));
      rest_.remove_prefix(std::min(end + 1, rest_.size()));
      rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size()));
    }
    return found;
  }

  /// Commas part fields, which may be empty, else tabs do, else blanks part words. What follows a
  /// blank and # is a comment.
  void part_fields() {
    const auto fields = rest_.substr(0, rest_.find('{'));
    for (const char* comment : {" #", "\t#"}) {
      if (const auto at = fields.find(comment); at != std::string_view::npos) {
        rest_ = trimmed(rest_.substr(0, at));
        return part_fields();
      }
    }
    separator_ = fields.find(',') != std::string_view::npos    ? ','
                 : fields.find('\t') != std::string_view::npos ? '\t'
                                                               : ' ';
  }

  std::string column_name(std::size_t column) const {
    if (column < headings_.size() && !headings_[column].empty()) return headings_[column];
    return column == 2 && headings_.empty() ? "weight" : fmt::format("column_{}", column + 1);
  }

  /// Whether the line names the columns: --header says so, or the names of an edge's ends do.
  bool read_heading() {
    const bool announced = into_.options().header;
    if (!announced && !names_ends(rest_)) return false;
    if (!announced) into_.header_line(into_.at(lines_.line(), lines_.column(rest_)));
    const std::string_view whole = rest_;
    part_fields();
    while (!rest_.empty()) headings_.emplace_back(word());
    if (headings_.size() < 2) {
      rest_ = whole;
      fail("a header of one column");
    }
    return true;
  }

  void read_row() {
    const std::string_view whole = rest_;
    part_fields();
    Row row{0, 0, into_.at(lines_.line(), lines_.column(rest_))};
    row.u = node();
    if (rest_.empty()) {
      rest_ = whole;
      fail("an edge of one node");
    }
    row.v = node();
    const std::uint64_t number = into_.edge_rows() + rows_.size();
    rows_.push_back(row);
    if (rest_.starts_with('{')) {
      read_dictionary(number);
      return;
    }
    for (std::size_t column = 2; !rest_.empty(); ++column) {
      const auto text = word();
      if (text.empty()) continue;
      auto& values = into_.edge_values;
      values.set(values.column(column_name(column)), number, value_of(text));
    }
  }

  Node node() {
    const std::string_view before = rest_;
    const auto id = word();
    if (id.empty()) {
      rest_ = before;
      fail("a node without a name");
    }
    if (id.find(' ') != std::string_view::npos &&
        id.find_first_not_of("0123456789 ") == std::string_view::npos) {
      rest_ = before;
      fail("ids parted by blanks in a row of commas or tabs");
    }
    if (is_number(id) && id.starts_with('-')) {
      rest_ = before;
      fail(fmt::format("node id {} is negative", id));
    }
    if (!first_id_) {
      const auto [entry, added] = names_.try_emplace(std::string(id), names_.size());
      return static_cast<Node>(entry->second);
    }
    std::uint64_t value = 0;
    const auto [end, code] = std::from_chars(id.data(), id.data() + id.size(), value);
    const auto first = static_cast<std::uint64_t>(*first_id_);
    const bool sound = code == std::errc() && end == id.data() + id.size() && value >= first &&
                       value - first < nodes_.value_or(std::uint64_t{1} << 32);
    if (!sound) {
      rest_ = before;
      fail(nodes_ ? fmt::format("node {} of {} nodes from {}", id, *nodes_, first)
                  : fmt::format("node id {}, where ids are numbers from {}", id, first));
    }
    largest_ = std::max(largest_, value - first + 1);
    return static_cast<Node>(value - first);
  }

  /// `{'weight': 7, 'kind': 'a'}`: numbers and quoted text.
  void read_dictionary(std::uint64_t row) {
    rest_.remove_prefix(1);
    bool more = false;
    for (blanks(); !rest_.starts_with('}'); blanks()) {
      if (more) expect(',');
      blanks();
      const auto key = quoted();
      blanks();
      expect(':');
      blanks();
      Value value;
      if (rest_.starts_with('\'') || rest_.starts_with('"')) {
        value = quoted();
      } else {
        const auto text = rest_.substr(0, rest_.find_first_of(", }"));
        value = value_of(text);
        if (std::holds_alternative<std::string>(value)) fail("neither a number nor quoted text");
        rest_.remove_prefix(text.size());
      }
      into_.edge_values.set(into_.edge_values.column(key), row, value);
      more = true;
    }
    rest_.remove_prefix(1);
    if (!rest_.empty()) fail("text after the dictionary");
  }

  void blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size())); }
  void expect(char c) {
    if (!rest_.starts_with(c)) fail(fmt::format("no {} where one is due", c));
    rest_.remove_prefix(1);
  }
  std::string quoted() {
    if (!rest_.starts_with('\'') && !rest_.starts_with('"')) fail("no quoted text");
    const char quote = rest_[0];
    std::string text;
    std::size_t i = 1;
    for (; i < rest_.size() && rest_[i] != quote; ++i) {
      if (rest_[i] == '\\' && ++i == rest_.size()) break;
      text += rest_[i];
    }
    if (i >= rest_.size()) fail("quoted text without an end");
    rest_.remove_prefix(i + 1);
    return text;
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
    for (std::size_t k = 0; k < node.size(); ++k) names[node[k]] = value_of(by_node_[k]);
    into_.name_nodes(names);
  }

  TextLines lines_;
  ForeignBuilder& into_;
  std::optional<std::int64_t> first_id_;
  std::optional<std::uint64_t> nodes_;
  std::string_view rest_;  // of the line
  char separator_ = ' ';
  std::vector<std::string> headings_;
  std::uint64_t largest_ = 0;
  std::vector<Row> rows_;
  std::unordered_map<std::string, std::size_t> names_;
  std::vector<std::string> by_node_;
};

class EdgeListWriter final : public ForeignWriter {
 public:
  explicit EdgeListWriter(const OpenSink& open) : out_(open("")) {}
  void write(const Record& record) override {
    out_.put(fmt::format("# nodes {}\n", record.graph.n));
    for (const auto& [u, v] : record.graph.edges) out_.put(fmt::format("{} {}\n", u, v));
  }
  void finish() override { out_.flush(); }

 private:
  TextSink out_;
};

}  // namespace

void read_edge_list(ByteSource& source, const std::string& name, ForeignBuilder& into) {
  EdgeListReader(source, name, into).read();
}

bool starts_edge_list(std::string_view start) {
  // Comments, then a row that starts with two words, the first of which is a number.
  while (start.starts_with('#') || start.starts_with('%')) {
    const auto line = start.substr(0, start.find('\n'));
    if (trimmed(line.substr(1)).starts_with("nodes ")) return true;
    start.remove_prefix(std::min(line.size() + 1, start.size()));
  }
  const auto line = trimmed(start.substr(0, start.find_first_of("\r\n")));
  if (names_ends(line)) return true;
  const auto end = line.find_first_of(separators);
  return end != std::string_view::npos && is_number(line.substr(0, end)) &&
         line.find_first_not_of(separators, end) != std::string_view::npos;
}

std::unique_ptr<ForeignWriter> write_edge_list(const Header&, const OpenSink& open) {
  return std::make_unique<EdgeListWriter>(open);
}

}  // namespace graphvq
