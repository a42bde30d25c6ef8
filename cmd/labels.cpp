#include "cmd/labels.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "libgraphvq/graph/error.hpp"

namespace graphvq {

std::string label_text(const LabelValue& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  return std::get<std::string>(value);
}

std::optional<std::uint32_t> category(const Alphabet& alphabet, const std::string& text) {
  for (std::size_t i = 0; i < alphabet.size(); ++i)
    if (label_text(alphabet[i]) == text) return static_cast<std::uint32_t>(i);
  return {};
}

std::vector<std::optional<std::uint32_t>> category_map(const Alphabet& from, const Alphabet& to) {
  std::vector<std::optional<std::uint32_t>> map;
  for (const auto& value : from) {
    const auto found = std::find(to.begin(), to.end(), value);
    map.push_back(found == to.end()
                      ? std::nullopt
                      : std::optional(static_cast<std::uint32_t>(found - to.begin())));
  }
  return map;
}

void LabelTranslation::apply(Graph& graph, const std::string& file, std::uint64_t index) const {
  for (auto& label : graph.node_labels) {
    if (!map_[label])
      throw Error(fmt::format("{}: graph {}: node label {} is not one that the tokenizer knows",
                              file, index, label_text(from_[label])));
    label = *map_[label];
  }
}

Alphabet unite(const Alphabet& a, const Alphabet& b) {
  Alphabet all = a;
  all.insert(all.end(), b.begin(), b.end());
  // A variant compares by alternative first: numbers before text.
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

std::string cell(const std::string& text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '\t':
        result += "\\t";
        break;
      case '\n':
        result += "\\n";
        break;
      case '\r':
        result += "\\r";
        break;
      case '\\':
        result += "\\\\";
        break;
      default:
        result += c;
    }
  }
  return result;
}

}  // namespace graphvq
