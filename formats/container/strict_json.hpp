#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace graphvq {

/// Parses JSON that came from outside: no duplicate keys, no more than 16 levels.
/// Throws Error with the reason.
nlohmann::json parse_strict(std::string_view text);

/// `value.dump()`; text that is not UTF-8 is an Error.
std::string dump_strict(const nlohmann::json& value);

/// Throws Error for text that JSON cannot hold, as it is not UTF-8.
void check_text(std::string_view text);

}  // namespace graphvq
