#pragma once

#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cmd/program/options.hpp"

namespace graphvq {

/// One subcommand. `setup` declares options, `check` looks at what was parsed (UsageError),
/// `run` does the work and returns the exit code: 0, or 1 for "no".
/// Files are touched in `run` alone.
class Command {
 public:
  virtual ~Command() = default;
  virtual void setup(Options& options) = 0;
  virtual void check() {}
  virtual int run() = 0;
  /// Whether it means something without any argument on a terminal, where others print their help.
  virtual bool runs_bare() const { return false; }

  /// Declares its options, which it may ask from then on.
  void declare(Options& options) {
    options_ = &options;
    setup(options);
  }

 protected:
  bool given(std::string_view option) const { return options_->given(option); }
  void refuse(std::initializer_list<const char*> options, const std::string& with) const {
    options_->refuse(options, with);
  }

 private:
  const Options* options_ = nullptr;
};

struct CommandEntry {
  const char* name;
  const char* group;    // heading in `graphvq --help`
  const char* summary;  // one line, no full stop
  const char* example;  // lines that work as they stand, shown by --help
  std::unique_ptr<Command> (*make)();
};

/// The one list of commands: help, pages, completion and tests follow it.
std::span<const CommandEntry> commands();
/// Null for an unknown name.
const CommandEntry* find_command(std::string_view name);

/// The options of one command, declared.
std::unique_ptr<Options> options_of(const CommandEntry& entry, Command& command);

/// What the user typed, as one line a shell would take, without the options that cannot change the
/// result; empty where --no-provenance is on. Set by main before `run`.
const std::string& command_line();

/// The nearest of `names` to what was typed, or "" where none is near.
std::string suggestion(const std::string& typed, const std::vector<std::string>& names);

/// "unknown command X", with a suggestion where one is near.
std::string unknown_command(const std::string& typed);

}  // namespace graphvq
