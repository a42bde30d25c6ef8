#include "cmd/report/json_report.hpp"

#include <cmath>

namespace graphvq {

std::string json_text(const nlohmann::json& report) {
  return report.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

nlohmann::json json_number(double value) {
  return std::isfinite(value) ? nlohmann::json(value) : nlohmann::json();
}

nlohmann::json json_file(const std::string& name, std::uint64_t graphs, const std::string& hash) {
  return {{"file", name}, {"graphs", graphs}, {"hash", hash}};
}

}  // namespace graphvq
