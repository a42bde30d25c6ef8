#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

#include "libgraphvq/base/error.hpp"

namespace graphvq {

/// Throws UsageError for the first of these options that was given: none may be parsed and ignored.
inline void refuse(const CLI::App& app, std::initializer_list<const char*> names,
                   const std::string& with) {
  for (const auto* name : names)
    if (app.count(name) > 0) throw UsageError(fmt::format("{} means nothing with {}", name, with));
}

/// Throws UsageError for what an option's list has twice.
template <class T>
void refuse_repeats(const std::string& option, const std::vector<T>& list) {
  for (auto each = list.begin(); each != list.end(); ++each)
    if (std::find(list.begin(), each, *each) != each)
      throw UsageError(fmt::format("{} has {} twice", option, *each));
}

}  // namespace graphvq
