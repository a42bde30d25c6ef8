#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

#include "libgraphvq/graph/error.hpp"

namespace graphvq {

/// Throws UsageError for the first of these options that was given: none may be parsed and ignored.
inline void refuse(const CLI::App& app, std::initializer_list<const char*> names,
                   const std::string& with) {
  for (const auto* name : names)
    if (app.count(name) > 0) throw UsageError(fmt::format("{} means nothing with {}", name, with));
}

/// Throws UsageError for a name that an option's list has twice.
inline void refuse_repeats(const std::string& option, const std::vector<std::string>& names) {
  for (auto name = names.begin(); name != names.end(); ++name)
    if (std::find(names.begin(), name, *name) != name)
      throw UsageError(fmt::format("{} has {} twice", option, *name));
}

}  // namespace graphvq
