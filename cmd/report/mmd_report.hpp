#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cmd/files/shared_labels.hpp"
#include "libgraphvq/measure/mmd/classifier.hpp"
#include "libgraphvq/measure/mmd/mmd.hpp"
#include "libgraphvq/measure/signature/profile.hpp"

namespace graphvq {

/// What `mmd` has to say of one file.
struct MmdResult {
  LabelledFile source;
  std::uint64_t graphs = 0;
  std::vector<Discrepancy> mmd2;
  std::vector<std::pair<const char*, double>> shares;
  std::optional<ClassifierScore> classifier = {};
  std::vector<double> ratios = {};  // of MMD^2 to the floor's, where they are asked for
  std::optional<GraphSet::Dropped> dropped = {};  // of a preset
};

/// Absent keys are what was not asked for; null is a number that is not defined.
nlohmann::json to_json(const MmdResult& result);

/// The table's line of names, for results like this one.
std::string mmd_heading(const MmdResult& like);

/// A line with the columns of `like`, - where the result has no such number.
std::string mmd_line(const MmdResult& result, const MmdResult& like, const std::string& name,
                     const std::string& settings);

struct NamedProfile {
  std::string name;
  Profile profile;
};

/// Degrees, clustering coefficients and spectra of the sets side by side; the first is the
/// reference. Throws Error as plot_svg.
std::string profile_svg(const std::vector<NamedProfile>& profiles);

}  // namespace graphvq
