#pragma once

#include <string_view>

namespace graphvq {

bool starts_dot(std::string_view start);

/// GML, whose `graph [` looks like DOT, is read by no format.
bool starts_gml(std::string_view start);

}  // namespace graphvq
