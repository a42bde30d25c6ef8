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

int run_command(const CommandEntry& entry, const std::vector<std::string>& arguments) {
  set_speaker(std::string("graphvq ") + entry.name);
  const auto command = entry.make();
  const auto options = options_of(entry, *command);
  // A bare command on a terminal would wait for typed bytes: show what it takes.
  if (arguments.size() == 1 && !command->runs_bare() && isatty(STDIN_FILENO) != 0 &&
      isatty(STDOUT_FILENO) != 0) {
    print(options->help());
    return 2;
  }
  try {
    const auto kinds = words(*options, arguments);
    const auto typed = marked(arguments, kinds);
    switch (options->parse({typed.begin() + 1, typed.end()})) {
      case Parsed::help:
        print(options->help());
        return 0;
      case Parsed::version:
        print(version_text());
        return 0;
      case Parsed::run:
        break;
    }
    if (!options->on("--no-provenance")) line_typed = canonical_command_line(arguments, kinds);
    set_quiet(options->on("--quiet"));
    command->check();
    guard_named_files(*options);
    return command->run();
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
