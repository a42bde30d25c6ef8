#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace graphvq {

/// A report as indented JSON, with a line end; bytes that are no UTF-8 are replaced.
std::string json_text(const nlohmann::json& report);

/// null where there is nothing to measure and the value is not finite.
nlohmann::json json_number(double value);

/// The file that a report is of.
nlohmann::json json_file(const std::string& name, std::uint64_t graphs, const std::string& hash);

}  // namespace graphvq
