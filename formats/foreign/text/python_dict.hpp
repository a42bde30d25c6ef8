#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/foreign/value_table.hpp"

namespace graphvq {

/// Takes a dictionary as Python's repr writes it, `{'weight': 7, 'kind': 'a\n'}`, off the front of
/// `rest`: keys are text; values text, numbers, True and False as 1 and 0, nan, or None, which is
/// left out. Throws Error with the reason for anything else, with `rest` where that stands.
std::vector<std::pair<std::string, Value>> take_python_dict(std::string_view& rest);

}  // namespace graphvq
