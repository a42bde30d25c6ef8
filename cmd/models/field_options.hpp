#pragma once

#include <functional>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "cmd/program/options.hpp"
#include "libgraphvq/method/method.hpp"

namespace graphvq {

/// The fields of setups as options of a command. Those that several have are one option.
class FieldOptions {
 public:
  using Visit = std::function<void(Fields&)>;  // calls fields() of what has them

  /// Before the command line is parsed. Options that no setup declared before have `prefix` before
  /// their help.
  void declare(Options& options, const Visit& fields, const std::string& prefix = "");
  /// After it: takes the values of the options that were given; others keep their own.
  void fill(const Visit& fields);
  /// An option that was given and that no filled setup has, or "".
  std::string idle() const;

 private:
  struct Slot {
    Option option;
    std::variant<std::uint64_t, double, bool, std::string, std::vector<std::string>> value;
    bool filled = false;
  };
  friend class Declaring;
  friend class Filling;

  std::map<std::string, Slot> slots_;  // by the option's long name
  std::vector<std::string> order_;     // these names as declared
};

}  // namespace graphvq
