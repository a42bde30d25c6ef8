#pragma once

#include <string_view>

namespace graphvq {

bool starts_dot(std::string_view start);

/// GML, whose `graph [` looks like DOT, is read by no format.
bool starts_gml(std::string_view start);
inline constexpr const char* gml_refusal =
    "is GML, which is not read; NetworkX (read_gml, write_graphml) or Gephi make GraphML of it";

}  // namespace graphvq
