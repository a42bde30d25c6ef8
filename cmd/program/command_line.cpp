#include "cmd/program/command_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "formats/container/strict_json.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {

namespace {

constexpr char list_mark = '\x01';

// An option that changes no byte of the result.
struct NeutralOption {
  std::string_view name;
  char letter;  // 0 where it has none
  bool value;
};
constexpr std::array<NeutralOption, 8> neutral_options = {{{"--threads", 't', true},
                                                           {"--output", 'o', true},
                                                           {"--quiet", 'q', false},
                                                           {"--log", 0, true},
                                                           {"--checkpoint", 0, true},
                                                           {"--resume", 0, true},
                                                           {"--no-provenance", 0, false},
                                                           {"--level", 'z', true}}};

const NeutralOption* neutral(std::string_view name) {
  const auto* found = std::ranges::find_if(neutral_options, [&](const NeutralOption& option) {
    return name == option.name || (name.size() == 1 && name[0] == option.letter);
  });
  return found == neutral_options.end() ? nullptr : found;
}

using Known = std::vector<Declared>;

bool takes_value(const Known& known, const std::string& name) {
  return std::ranges::any_of(known, [&](const Declared& option) {
    return option.takes_value && std::ranges::find(option.names, name) != option.names.end();
  });
}

// Whether the next word is the value of the last of `-qo`.
bool value_follows(const Known& known, const std::string& letters) {
  for (std::size_t i = 1; i < letters.size(); ++i)
    if (takes_value(known, std::string("-") + letters[i])) return i + 1 == letters.size();
  return false;
}

bool is_utf8(const std::string& text) {
  try {
    check_text(text);
  } catch (const Error&) {
    return false;
  }
  return true;
}

// As a POSIX shell takes it; bytes that are no UTF-8, which JSON cannot hold, by their numbers
// ($'' of POSIX 2024, as bash, zsh and ksh have it).
std::string shell_word(const std::string& word) {
  if (!is_utf8(word)) {
    std::string result = "$'";
    for (const char c : word) {
      const auto byte = static_cast<unsigned char>(c);
      result += byte >= 0x80 || byte < ' ' ? fmt::format("\\{:03o}", byte)
                : c == '\'' || c == '\\'   ? std::string{'\\', c}
                                           : std::string{c};
    }
    return result + "'";
  }
  constexpr const char* plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string result = "'";
  for (const char c : word) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

// What is left of `-qo out` and its like; `more` is set where the next word is a value left out.
std::string short_options(const std::string& word, bool& more) {
  for (std::size_t i = 1; i < word.size(); ++i) {
    const auto* option = neutral(word.substr(i, 1));
    if (option == nullptr) return "-" + word.substr(i);
    if (!option->value) continue;
    more = i + 1 == word.size();
    break;
  }
  return "";
}

}  // namespace

std::vector<Word> words(const Options& options, const std::vector<std::string>& arguments) {
  const auto known = options.all();
  std::vector<Word> result;
  bool more = true;  // options
  bool value = false;
  for (const auto& word : arguments) {
    const bool option = more && !value && word.size() > 1 && word[0] == '-';
    result.push_back(value ? Word::value : option ? Word::option : Word::operand);
    value = false;
    if (!option) continue;
    const auto equals = word.find('=');
    if (word == "--") {
      more = false;
    } else if (!word.starts_with("--")) {
      value = value_follows(known, word);
    } else if (equals == std::string::npos) {
      value = takes_value(known, word);
    } else if (equals + 1 == word.size()) {
      throw UsageError(fmt::format("{} has no value", word.substr(0, equals)));
    }
  }
  return result;
}

std::vector<std::string> marked(const std::vector<std::string>& arguments,
                                const std::vector<Word>& words) {
  auto result = arguments;
  for (std::size_t i = 0; i < result.size(); ++i)
    if (words[i] == Word::operand && result[i].starts_with('[') && result[i].ends_with(']'))
      result[i] += list_mark;
  return result;
}

std::string unmarked(std::string word) {
  if (word.starts_with('[') && word.ends_with(list_mark)) word.pop_back();
  return word;
}

std::string canonical_command_line(const std::vector<std::string>& arguments,
                                   const std::vector<Word>& words) {
  std::string line = "graphvq";
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    auto word = arguments[i];
    bool more = false;
    if (words[i] == Word::option && word.starts_with("--")) {
      const auto equals = word.find('=');
      if (const auto* option = neutral(word.substr(0, equals))) {
        more = option->value && equals == std::string::npos;
        word.clear();
      }
    } else if (words[i] == Word::option) {
      word = short_options(word, more);
    }
    if (!word.empty() || arguments[i].empty()) line += " " + shell_word(word);
    if (more) ++i;
  }
  return line;
}

}  // namespace graphvq
