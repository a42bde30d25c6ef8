#include "cmd/report/score_report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cmd/report/writer.hpp"

namespace graphvq {

using nlohmann::json;

void put_scores(json& into, const std::string& prefix, const BinaryScores& scores) {
  const auto put = [&](const std::string& suffix, const BinaryScore& score) {
    into[prefix + "accuracy" + suffix] = json_number(score.accuracy);
    into[prefix + "nll" + suffix] = json_number(score.nll);
    into[prefix + "brier" + suffix] = json_number(score.brier);
    into[prefix + "ece" + suffix] = json_number(score.ece);
  };
  put("", scores.all);
  put("_positive", scores.positive);
  put("_negative", scores.negative);
  into[prefix + "auroc"] = json_number(scores.auroc);
  into[prefix + "auprc"] = json_number(scores.auprc);
}

Curve calibration_curve(const BinaryScores& scores, const std::string& title) {
  Curve curve{fmt::format("{} (ECE {:.3g})", title, scores.all.ece), {}, {}};
  for (const auto& bin : scores.bins) {
    if (bin.count == 0) continue;
    curve.x.push_back(bin.predicted);
    curve.y.push_back(bin.observed);
  }
  return curve;
}

std::string score_table(const json& report) {
  std::vector<TableRow> rows;
  const auto add = [&](const std::string& model, const std::string& condition,
                       const std::string& measure, const json& value) {
    rows.push_back({{"model", model},
                    {"condition", condition},
                    {"measure", measure},
                    {"value", value.is_null() ? TableCell("nan") : value.get<double>()}});
  };
  for (const auto& [model, measures] : report.items())
    for (const auto& [name, value] : measures.items()) {
      if (value.is_object()) {
        for (const auto& [measure, inner] : value.items()) add(model, name, measure, inner);
      } else {
        add(model, "", name, value);
      }
    }
  return tsv(rows, {{"model", {}}, {"condition", {}}, {"measure", {}}, {"value", {}}});
}

}  // namespace graphvq
