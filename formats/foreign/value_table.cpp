#include "formats/foreign/value_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "formats/container/strict_json.hpp"
#include "formats/foreign/text/words.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {
namespace {

// Above, integers are numbers and text is refused: the header holds every category.
constexpr std::size_t max_categories = std::size_t{1} << 16;
constexpr std::size_t max_columns = std::size_t{1} << 16;
constexpr std::int64_t max_exact = std::int64_t{1} << 53;

}  // namespace

std::string spelled(double number) {
  auto text = fmt::format("{}", number);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

Value name_value(std::string_view text) {
  const char* end = text.data() + text.size();
  std::int64_t whole = 0;
  const auto integer = std::from_chars(text.data(), end, whole);
  // `007` and `-0` are no integers: they would not come back as they were.
  if (integer.ptr == end && integer.ec == std::errc() && std::to_string(whole) == text) {
    return whole;
  }
  return std::string(text);
}

Value value_of(std::string_view text) {
  auto value = name_value(text);
  const bool plus = text.starts_with('+') && !text.starts_with("+-");
  const auto digits = text.substr(plus);
  const bool integer = plus && std::holds_alternative<std::int64_t>(name_value(digits));
  if (integer || text == "-0") return SpelledNumber{std::string(text)};
  if (text.find_first_of(".eE") == std::string_view::npos) return value;
  double real = 0;
  const auto number = real_from_chars(digits, real);
  if (number.ptr != text.data() + text.size() || !std::isfinite(real)) return value;
  if (text != spelled(real)) return SpelledNumber{std::string(text)};
  return real;
}

std::string to_text(const Value& value) {
  if (const auto* number = std::get_if<SpelledNumber>(&value)) return number->text;
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* real = std::get_if<double>(&value)) return fmt::format("{}", *real);
  return std::to_string(std::get<std::int64_t>(value));
}

bool is_integer(double value) {
  return value == std::floor(value) && std::abs(value) < static_cast<double>(max_exact);
}

Value label_of(double number) {
  if (is_integer(number)) return static_cast<std::int64_t>(number);
  return number;
}

std::optional<std::size_t> ValueTable::find(std::string_view name) const {
  const auto known = by_name_.find(std::string(name));
  return known == by_name_.end() ? std::nullopt : std::optional(known->second);
}

void ValueTable::require_text(std::string_view text) const {
  try {
    check_text(text);
  } catch (const Error& error) {
    fail_(error.what());
  }
}

std::size_t ValueTable::column(std::string_view name) {
  const auto [entry, added] = by_name_.try_emplace(std::string(name), columns_.size());
  return added ? add_column(name) : entry->second;
}

std::size_t ValueTable::names_column(std::string_view name) {
  const auto column = add_column(name);
  columns_[column].names = true;
  return column;
}

std::size_t ValueTable::add_column(std::string_view name) {
  if (columns_.size() == max_columns) fail_(fmt::format("more than {} attributes", max_columns));
  require_text(name);
  columns_.push_back({std::string(name), {}});
  return columns_.size() - 1;
}

void ValueTable::set(std::size_t column, std::uint64_t row, const Value& value) {
  Cell cell{row, 0, Kind::integer};
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    cell.bits = *integer;
  } else if (const auto* real = std::get_if<double>(&value)) {
    if (std::isnan(*real)) return;
    cell = {row, std::bit_cast<std::int64_t>(*real), Kind::real};
  } else {
    const auto* number = std::get_if<SpelledNumber>(&value);
    cell = {row, number_of(number != nullptr ? number->text : std::get<std::string>(value)),
            number != nullptr ? Kind::spelled : Kind::text};
  }
  auto& cells = columns_[column].cells;
  if (!cells.empty() && cells.back().row == row)
    fail_("two values of " + columns_[column].name + " in one place");
  cells.push_back(cell);
}

std::uint64_t ValueTable::count() const {
  std::uint64_t count = 0;
  for (const auto& column : columns_) count += column.cells.size();
  return count;
}

std::int64_t ValueTable::number_of(const std::string& text) {
  const auto known = text_number_.find(text);
  if (known != text_number_.end()) return static_cast<std::int64_t>(known->second);
  require_text(text);
  texts_.push_back(text);
  text_number_.emplace(texts_.back(), texts_.size() - 1);
  return static_cast<std::int64_t>(texts_.size() - 1);
}

const std::string& ValueTable::text_of(const Cell& cell) const {
  return texts_[static_cast<std::size_t>(cell.bits)];
}

double ValueTable::real(const Cell& cell) const {
  if (cell.kind == Kind::spelled) return std::strtod(text_of(cell).c_str(), nullptr);
  return std::bit_cast<double>(cell.bits);
}

LabelValue ValueTable::label(const Cell& cell) const {
  if (cell.kind == Kind::integer) return cell.bits;
  if (cell.kind == Kind::real) return spelled(real(cell));
  return text_of(cell);
}

bool ValueTable::has(const std::vector<Cell>& cells, Kind kind) {
  return std::ranges::any_of(cells, [kind](const Cell& cell) { return cell.kind == kind; });
}

void ValueTable::drop_missing(Cells& column) const {
  auto& cells = column.cells;
  if (column.names) return;
  const auto is_missing = [&](const Cell& cell) {
    return cell.kind == Kind::text && says_missing(text_of(cell), r_missing);
  };
  const bool numbers = std::ranges::all_of(
      cells, [&](const Cell& cell) { return cell.kind != Kind::text || is_missing(cell); });
  const bool any =
      std::ranges::any_of(cells, [](const Cell& cell) { return cell.kind != Kind::text; });
  if (numbers && any) std::erase_if(cells, is_missing);
}

ValueTable::Values ValueTable::take_labels(std::size_t column, std::uint64_t rows) {
  auto& cells = columns_[column].cells;
  drop_missing(columns_[column]);
  const auto is_number = [](const Cell& cell) {
    return cell.kind == Kind::real || cell.kind == Kind::spelled;
  };
  std::string refused;
  // Integers alone, as most labels are, are what they are.
  if (std::ranges::any_of(cells, is_number) && std::ranges::all_of(cells, [&](const Cell& cell) {
        return cell.kind == Kind::integer || (is_number(cell) && is_integer(real(cell)));
      })) {
    std::unordered_map<std::int64_t, std::string> spellings;
    for (auto& cell : cells) {
      const auto text = cell.kind == Kind::integer ? std::to_string(cell.bits)
                                                   : std::get<std::string>(label(cell));
      if (is_number(cell)) cell = {cell.row, static_cast<std::int64_t>(real(cell)), Kind::integer};
      const auto [known, added] = spellings.try_emplace(cell.bits, text);
      if (!added && known->second != text)
        refused = fmt::format("{} and {}, which are one number", known->second, text);
    }
  }
  auto values = take(column, rows);
  if (!refused.empty()) {
    values.column.values.reset();
    values.refused = refused;
  }
  if (cells.empty()) values.column.values.emplace();
  return values;
}

ValueTable::Values ValueTable::take(std::size_t column, std::uint64_t rows) {
  auto& cells = columns_[column].cells;
  drop_missing(columns_[column]);
  Values values{{columns_[column].name, std::nullopt},
                std::vector<double>(rows, std::numeric_limits<double>::quiet_NaN()),
                {}};
  std::vector<LabelValue> sorted;
  const bool text = has(cells, Kind::text);
  bool numbers = cells.empty() || (!text && (has(cells, Kind::real) || has(cells, Kind::spelled)));
  if (!numbers) {
    std::vector<std::pair<Kind, std::int64_t>> distinct;
    for (const Cell& cell : cells) distinct.emplace_back(cell.kind, cell.bits);
    std::ranges::sort(distinct);
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    if (distinct.size() > max_categories && text) {
      values.refused = fmt::format("text of {} values", distinct.size());
      return values;
    }
    numbers = distinct.size() > max_categories;
    for (const auto& [kind, bits] : distinct) {
      if (!numbers) sorted.push_back(label({0, bits, kind}));
    }
    std::ranges::sort(sorted);
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  }
  for (const Cell& cell : cells) {
    double& value = values.of_row[cell.row];
    if (!std::isnan(value)) fail_("two values of " + columns_[column].name + " in one place");
    if (!numbers) {
      value = static_cast<double>(std::ranges::lower_bound(sorted, label(cell)) - sorted.begin());
    } else if (cell.kind != Kind::integer) {
      value = real(cell);
    } else {
      if (cell.bits > max_exact || cell.bits < -max_exact) {
        values.refused = fmt::format("{} among numbers, which cannot keep it", cell.bits);
        return values;
      }
      value = static_cast<double>(cell.bits);
    }
  }
  if (!numbers) values.column.values = std::move(sorted);
  return values;
}

}  // namespace graphvq
