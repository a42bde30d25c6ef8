#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cmd/files/shared_labels.hpp"
#include "cmd/report/writer.hpp"
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

/// A line of the table, under the name that stands there.
TableRow mmd_row(const MmdResult& result, const std::string& name, const std::string& settings);

struct NamedProfile {
  std::string name;
  Profile profile;
};

/// Degrees, clustering coefficients and spectra of the sets side by side; the first is the
/// reference. Throws Error as plot_svg.
std::string profile_svg(const std::vector<NamedProfile>& profiles);

}  // namespace graphvq
