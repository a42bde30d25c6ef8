#pragma once

#include <string>

namespace graphvq {

/// A cell of a TSV table: tabs, line ends and backslashes as \t, \n, \r and \\.
std::string cell(const std::string& text);

}  // namespace graphvq
