#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <exception>
#include <map>
#include <new>

#include "cmd/files/io.hpp"
#include "cmd/files/named_files.hpp"
#include "cmd/files/signals.hpp"
#include "cmd/program/command.hpp"
#include "cmd/program/command_line.hpp"
#include "cmd/program/help.hpp"
#include "cmd/program/options.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {

namespace {

std::string line_typed;

int usage_error(const std::string& command, const std::string& message) {
  set_speaker(command.empty() ? "graphvq" : "graphvq " + command);
  say(message);
  say(fmt::format("'graphvq {}--help' shows what it takes", command.empty() ? "" : command + " "));
  return 2;
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const auto* option : app.get_options())
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

// CLI11's exit codes end here: every parse error is 2. An unknown option comes before all else:
// it may be what is missing, misspelt.
int parse_error(const CommandEntry& entry, const CLI::App& app, const CLI::ParseError& error) {
  const auto rest = app.remaining();
  for (const auto& word : rest) {
    if (word == "--") break;
    if (word.size() < 2 || word[0] != '-') continue;
    const auto near = suggestion(word.substr(0, word.find('=')), option_names(app));
    return usage_error(entry.name,
                       fmt::format("unknown option {}{}", word,
                                   near.empty() ? "" : fmt::format("; did you mean {}?", near)));
  }
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr)
    return usage_error(entry.name, fmt::format("one argument too many: {}", rest.back()));
  return usage_error(entry.name, error.what());
}

int run_command(const CommandEntry& entry, const std::vector<std::string>& arguments) {
  set_speaker(std::string("graphvq ") + entry.name);
  const auto command = entry.make();
  const auto app = make_app(entry, *command);
  // A bare command on a terminal would wait for typed bytes: show what it takes.
  if (arguments.size() == 1 && !command->runs_bare() && isatty(STDIN_FILENO) != 0 &&
      isatty(STDOUT_FILENO) != 0) {
    print(app->help());
    return 2;
  }
  try {
    const auto kinds = words(*app, arguments);
    const auto typed = marked(arguments, kinds);
    std::vector<std::string> rest(typed.rbegin(), typed.rend() - 1);
    app->parse(rest);
    line_typed = canonical_command_line(arguments, kinds);
    const auto* quiet = app->get_option_no_throw("--quiet");
    set_quiet(quiet != nullptr && quiet->count() > 0);
    command->check();
    guard_named_files(*app);
    return command->run();
  } catch (const CLI::CallForHelp&) {
    print(app->help());
    return 0;
  } catch (const CLI::CallForVersion&) {
    print(version_text());
    return 0;
  } catch (const CLI::ParseError& error) {
    return parse_error(entry, *app, error);
  } catch (const UsageError& error) {
    return usage_error(entry.name, error.what());
  }
}

int dispatch(const std::vector<std::string>& arguments) {
  if (arguments.empty() || arguments[0] == "--help" || arguments[0] == "-h") {
    print(overview());
    return arguments.empty() ? 2 : 0;
  }
  if (arguments[0] == "--version" || arguments[0] == "-V" || arguments[0] == "version") {
    print(version_text());
    return 0;
  }
  if (const auto* entry = find_command(arguments[0])) return run_command(*entry, arguments);
  return usage_error("", unknown_command(arguments[0]));
}

}  // namespace

const std::string& command_line() { return line_typed; }

}  // namespace graphvq

int main(int argc, char** argv) {
  using namespace graphvq;
  occupy_standard_streams();
  install_signal_cleanup();
  try {
    return dispatch({argv + 1, argv + argc});
  } catch (const UsageError& error) {
    say(error.what());
    return 2;
  } catch (const std::bad_alloc&) {
    say("out of memory");
    return 1;
  } catch (const std::exception& error) {
    say(error.what());
    return 1;
  }
}
