#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "cmd/files/io.hpp"
#include "cmd/program/command.hpp"
#include "cmd/program/options.hpp"
#include "formats/foreign/foreign.hpp"

namespace graphvq {

namespace {

using Words = std::vector<std::string>;

// What a shell needs to know of an option or positional.
struct Argument {
  Words names;  // -o, --output; none where positional
  bool value = false;
  std::string text;
  Words values = {};  // the choices, where they are few
  bool list = false;  // several of them, parted by commas
  bool files = false;
  bool folders = false;
  Words suffixes = {};  // of those files, without the dot; none: any file
};

Words split_words(const std::string& text, char separator) {
  Words words;
  std::size_t from = 0;
  for (std::size_t to; (to = text.find(separator, from)) != std::string::npos; from = to + 1)
    words.push_back(text.substr(from, to - from));
  words.push_back(text.substr(from));
  return words;
}

// Of `median,mean,X,max-degree=K`: median, mean and max-degree=.
Words choices(const std::string& listed) {
  Words words;
  for (auto word : split_words(listed, ',')) {
    word.resize(std::min(word.find('='), word.size() - 1) + 1);
    if (std::isupper(static_cast<unsigned char>(word[0])) == 0) words.push_back(std::move(word));
  }
  return words;
}

// What names a file ends in, by the help of its option; who reads graphs reads foreign ones too.
Words suffixes_in(const std::string& text) {
  Words suffixes;
  for (const char* suffix : {"gvg", "gvs", "gvt", "safetensors", "json"})
    if (text.find(std::string(".") + suffix) != std::string::npos) suffixes.emplace_back(suffix);
  if (suffixes.empty() || suffixes.front() != "gvg") return suffixes;
  for (const auto& format : foreign_formats())
    suffixes.insert(suffixes.end(), format.suffixes.begin(), format.suffixes.end());
  suffixes.insert(suffixes.end(), {"gz", "zst"});
  return suffixes;
}

Argument describe(const Declared& option) {
  Argument argument{.names = option.names, .value = option.takes_value, .text = option.help};
  const auto open = option.type.find('{');
  const auto shut = option.type.find('}');
  if (open != std::string::npos && shut != std::string::npos)
    argument.values = choices(option.type.substr(open + 1, shut - open - 1));
  argument.list = option.list;
  argument.folders = option.kind == PathKind::folder;
  argument.files = option.kind != PathKind::none && !argument.folders;
  if (option.kind == PathKind::model)
    argument.suffixes = {"safetensors"};
  else if (argument.files)
    argument.suffixes = suffixes_in(argument.text);
  return argument;
}

std::vector<Argument> arguments_of(const CommandEntry& entry) {
  const auto command = entry.make();
  std::vector<Argument> list;
  for (const auto& option : options_of(entry, *command)->all()) list.push_back(describe(option));
  return list;
}

Words command_names() {
  Words names;
  for (const auto& entry : commands()) names.emplace_back(entry.name);
  return names;
}

// A word between single quotes, as bash and zsh take it; fish takes \' inside.
std::string quoted(const std::string& text, const char* quote) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string(quote) : std::string(1, c);
  return result + "'";
}

std::string bash_answer(const Argument& argument) {
  if (!argument.values.empty())
    return fmt::format("_graphvq_{} {}", argument.list ? "list" : "words",
                       fmt::join(argument.values, " "));
  if (argument.folders) return "_graphvq_folders";
  if (argument.files) return fmt::format("_graphvq_files {}", fmt::join(argument.suffixes, " "));
  return ":";
}

std::string bash() {
  std::string text = R"(# bash completion of graphvq
_graphvq_words() {
  COMPREPLY=($(compgen -W "$*" -- "$cur"))
}

_graphvq_list() {
  local head=
  case $cur in *,*) head=${cur%,*}, ;; esac
  COMPREPLY=($(compgen -P "$head" -W "$*" -- "${cur##*,}"))
}

_graphvq_folders() {
  local IFS=$'\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen -d -- "$cur"))
}

_graphvq_files() {
  local IFS=$'\n' suffix
  compopt -o filenames 2>/dev/null
  if [ $# = 0 ]; then
    COMPREPLY=($(compgen -f -- "$cur"))
    return
  fi
  COMPREPLY=($(compgen -d -- "$cur"))
  for suffix; do COMPREPLY+=($(compgen -f -X "!*.$suffix" -- "$cur")); done
}

_graphvq() {
  local cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  if [ "$cur" = = ]; then cur=; elif [ "$before" = = ]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi
  if [ "$COMP_CWORD" = 1 ]; then
)";
  text += fmt::format("    _graphvq_words {} version --help --version\n    return\n  fi\n",
                      fmt::join(command_names(), " "));
  text += "  case ${COMP_WORDS[1]} in\n";
  for (const auto& entry : commands()) {
    Words options;
    std::string cases;
    std::string first;
    std::string rest = ":";
    for (const auto& argument : arguments_of(entry)) {
      options.insert(options.end(), argument.names.begin(), argument.names.end());
      if (argument.names.empty()) {
        (argument.values.empty() ? rest : first) = bash_answer(argument);
      } else if (argument.value) {
        cases += fmt::format("        {}) {}; return ;;\n", fmt::join(argument.names, "|"),
                             bash_answer(argument));
      }
    }
    text += fmt::format("    {})\n", entry.name);
    if (!cases.empty()) text += fmt::format("      case $before in\n{}      esac\n", cases);
    text += fmt::format("      if [ \"${{cur:0:1}}\" = - ]; then _graphvq_words {}\n",
                        fmt::join(options, " "));
    if (!first.empty()) text += fmt::format("      elif [ \"$COMP_CWORD\" = 2 ]; then {}\n", first);
    text += fmt::format("      else {}; fi ;;\n", rest);
  }
  return text + "  esac\n}\n\ncomplete -F _graphvq graphvq\n";
}

std::string zsh_answer(const Argument& argument) {
  if (!argument.values.empty() && argument.list)
    return fmt::format("_sequence compadd - {}", fmt::join(argument.values, " "));
  if (!argument.values.empty()) return fmt::format("({})", fmt::join(argument.values, " "));
  if (argument.folders) return "_files -/";
  if (!argument.files) return "";
  if (argument.suffixes.empty()) return "_files";
  return fmt::format("_files -g \"*.({})(-.)\"", fmt::join(argument.suffixes, "|"));
}

std::string zsh_text(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string zsh() {
  const char* quote = "'\\''";
  std::string text = "#compdef graphvq\n\n_graphvq() {\n  local -a commands=(\n";
  for (const auto& entry : commands())
    text += fmt::format("    {}\n",
                        quoted(fmt::format("{}:{}", entry.name, zsh_text(entry.summary)), quote));
  text +=
      "    'version:Print the version'\n  )\n  if (( CURRENT == 2 )); then\n    _describe command "
      "commands\n    return\n  fi\n"
      "  shift words\n  (( CURRENT-- ))\n  case $words[1] in\n";
  for (const auto& entry : commands()) {
    text += fmt::format("    {})\n      _arguments", entry.name);
    const auto arguments = arguments_of(entry);
    auto left = std::ranges::count_if(arguments, [](const auto& one) { return one.names.empty(); });
    int before = 0;  // positionals; what stands last may stand again
    for (const auto& argument : arguments) {
      const auto what = zsh_text(argument.text);
      const auto answer = zsh_answer(argument);
      if (argument.names.empty()) {
        ++before;
        const auto place = --left > 0 || !argument.values.empty() ? std::to_string(before) : "*";
        text += " \\\n        " +
                quoted(fmt::format("{}:{}:{}", place, what, answer.empty() ? " " : answer), quote);
      }
      for (const auto& name : argument.names) {
        auto spec = fmt::format("({}){}[{}]", fmt::join(argument.names, " "), name, what);
        if (argument.value) spec += fmt::format(":value:{}", answer.empty() ? " " : answer);
        text += " \\\n        " + quoted(spec, quote);
      }
    }
    text += " ;;\n";
  }
  return text + "  esac\n}\n\n_graphvq \"$@\"\n";
}

std::string fish_answer(const Argument& argument) {
  const char* quote = "\\'";
  if (!argument.values.empty() && argument.list)
    return fmt::format(" -x -a '(__fish_append , {})'", fmt::join(argument.values, " "));
  if (argument.folders) return " -x -a '(__fish_complete_directories)'";
  if (!argument.values.empty())
    return " -x -a " + quoted(fmt::format("{}", fmt::join(argument.values, " ")), quote);
  if (!argument.files) return " -x";
  if (argument.suffixes.empty()) return " -r -F";
  return fmt::format(
      R"( -x -a '(__fish_complete_path (commandline -ct) | string match -r "^.*(?:/|\.(?:{}))(?:\t.*)?\$")')",
      fmt::join(argument.suffixes, "|"));
}

std::string fish() {
  const char* quote = "\\'";
  std::string text =
      "# fish completion of graphvq\ncomplete -c graphvq -f\n"
      "complete -c graphvq -n __fish_use_subcommand -a version -d 'Print the version'\n";
  for (const auto& entry : commands())
    text += fmt::format("complete -c graphvq -n __fish_use_subcommand -a {} -d {}\n", entry.name,
                        quoted(entry.summary, quote));
  for (const auto& entry : commands()) {
    for (const auto& argument : arguments_of(entry)) {
      text += fmt::format("complete -c graphvq -n '__fish_seen_subcommand_from {}'", entry.name);
      for (const auto& name : argument.names)
        text += name[1] == '-' ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (argument.names.empty() || argument.value) text += fish_answer(argument);
      if (!argument.names.empty()) text += " -d " + quoted(argument.text, quote);
      text += '\n';
    }
  }
  return text;
}

class Completion final : public Command {
 public:
  void setup(Options& options) override {
    options.choice("SHELL", shell_, {"bash", "zsh", "fish"}, "Whose completion to print")
        .required();
  }
  int run() override {
    print(shell_ == "bash" ? bash() : shell_ == "zsh" ? zsh() : fish());
    return 0;
  }

 private:
  std::string shell_;
};

}  // namespace

std::unique_ptr<Command> make_completion() { return std::make_unique<Completion>(); }

}  // namespace graphvq
