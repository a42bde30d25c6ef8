#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "cmd/report/plot.hpp"
#include "libgraphvq/measure/judge/fidelity.hpp"

namespace graphvq {

/// All measures of yes-or-no predictions, under names that start with `prefix`.
void put_scores(nlohmann::json& into, const std::string& prefix, const BinaryScores& scores);

/// The observed share of each bin against the predicted one; without points where nothing was
/// predicted.
Curve calibration_curve(const BinaryScores& scores, const std::string& title);

/// The measures of each model as lines of model, condition, measure and value.
std::string score_table(const nlohmann::json& report);

}  // namespace graphvq
