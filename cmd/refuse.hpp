#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <initializer_list>
#include <string>

#include "libgraphvq/graph/error.hpp"

namespace graphvq {

/// Throws UsageError for the first of these options that was given: none may be parsed and ignored.
inline void refuse(const CLI::App& app, std::initializer_list<const char*> names,
                   const std::string& with) {
  for (const auto* name : names)
    if (app.count(name) > 0) throw UsageError(fmt::format("{} means nothing with {}", name, with));
}

}  // namespace graphvq
