#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace graphvq {

/// What is said of a format that is not read, by a name that the command line may give it, such as
/// gml or mtx: what it is called, and what converts it. Nothing for other names.
std::optional<std::string> unread_name(std::string_view name);

/// The same of text whose first line, comments aside, is of such a format.
std::optional<std::string> unread_start(std::string_view line);

}  // namespace graphvq
