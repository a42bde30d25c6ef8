#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "libgraphvq/base/error.hpp"

namespace graphvq {

/// The one of `range` that is called `name`, name_of() giving the name of each. Throws UsageError
/// for an unknown name of a `what`, with those there are.
template <class Range, class NameOf>
const auto& find_named(const Range& range, std::string_view name, std::string_view what,
                       NameOf name_of) {
  const auto found = std::ranges::find(range, name, name_of);
  if (found != std::ranges::end(range)) return *found;
  std::string names;
  for (const auto& each : range) (names += names.empty() ? "" : ", ") += name_of(each);
  throw UsageError("unknown " + std::string(what) + " " + std::string(name) + ": there are " +
                   names);
}

}  // namespace graphvq
