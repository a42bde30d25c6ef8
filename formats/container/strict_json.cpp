#include "formats/container/strict_json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "libgraphvq/base/error.hpp"

namespace graphvq {

using nlohmann::json;

json parse_strict(std::string_view text) {
  constexpr int max_depth = 16;
  std::vector<std::set<std::string>> keys;  // of the open objects
  const auto check = [&keys](int depth, json::parse_event_t event, json& parsed) {
    if (depth > max_depth) throw Error("JSON is nested too deep");
    if (event == json::parse_event_t::object_start) keys.emplace_back();
    if (event == json::parse_event_t::object_end) keys.pop_back();
    if (event == json::parse_event_t::key && !keys.back().insert(parsed).second) {
      throw Error("JSON repeats the key " + parsed.dump());
    }
    return true;
  };
  try {
    return json::parse(text, check);
  } catch (const json::exception&) {
    throw Error("malformed JSON");
  }
}

std::string dump_strict(const json& value) {
  try {
    return value.dump();
  } catch (const json::type_error&) {
    throw Error("text that is not UTF-8");
  }
}

void check_text(std::string_view text) {
  const auto ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  if (!std::ranges::all_of(text, ascii)) dump_strict(text);
}

}  // namespace graphvq
