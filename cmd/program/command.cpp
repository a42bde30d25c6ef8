#include "cmd/program/command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace graphvq {

namespace {

// Edits (insert, delete, replace, swap of neighbours) between two short words.
std::size_t edits(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      d[i][j] = std::min(
          {d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

}  // namespace

const CommandEntry* find_command(std::string_view name) {
  const auto list = commands();
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const auto& entry) { return name == entry.name; });
  return found == list.end() ? nullptr : &*found;
}

std::unique_ptr<Options> options_of(const CommandEntry& entry, Command& command) {
  auto options = std::make_unique<Options>(
      std::string("graphvq ") + entry.name, entry.summary,
      std::string("\nExample:\n") + entry.example + "\n\nSee also: man graphvq-" + entry.name);
  command.declare(*options);
  return options;
}

std::string suggestion(const std::string& typed, const std::vector<std::string>& names) {
  std::string best;
  std::size_t distance = std::max<std::size_t>(2, typed.size() / 3) + 1;
  for (const auto& name : names) {
    const auto d = edits(typed, name);
    if (d < distance) {
      distance = d;
      best = name;
    }
  }
  return best;
}

std::string unknown_command(const std::string& typed) {
  std::vector<std::string> names;
  std::vector<std::string> words;  // of a family, such as train for the train-*
  for (const auto& entry : commands()) {
    names.emplace_back(entry.name);
    if (const auto dash = names.back().find('-'); dash != std::string::npos)
      words.push_back(names.back().substr(0, dash));
  }
  words.insert(words.begin(), names.begin(), names.end());
  auto near = suggestion(typed, words);
  if (!near.empty() && find_command(near) == nullptr) {
    std::erase_if(names, [&](const auto& name) { return !name.starts_with(near + "-"); });
    near = fmt::format("{}", fmt::join(names, ", "));
  }
  return "unknown command " + typed + (near.empty() ? "" : "; did you mean " + near + "?");
}

}  // namespace graphvq
