#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "cmd/program/options.hpp"
#include "libgraphvq/measure/mmd/mmd.hpp"
#include "libgraphvq/measure/mmd/preset.hpp"

namespace graphvq {

/// Names of descriptors. Throws UsageError for one that is unknown or there twice.
std::vector<Descriptor> parse_descriptors(const std::vector<std::string>& names);

/// Throws Error, naming the file, where its graphs have no node labels and a descriptor needs them.
void require_labels(const std::vector<Descriptor>& descriptors, bool labelled,
                    const std::string& name);

/// The names of descriptors or kernels.
template <class Range>
std::vector<std::string> names_of(const Range& range) {
  std::vector<std::string> result;
  for (const auto& each : range) result.emplace_back(to_string(each));
  return result;
}

/// What an MMD is of: --desc, --kernel, --bandwidth, --bandwidth-from, --estimator and --preset.
class Measures {
 public:
  void add(Options& options);
  /// Throws UsageError. What there is to say on standard error comes back.
  std::string check();

  const std::vector<Descriptor>& descriptors() const { return descriptors_; }
  bool has(Descriptor descriptor) const;
  const std::vector<KernelSettings>& kernels() const { return kernels_; }
  Estimator estimator() const { return estimator_; }
  /// Null without --preset.
  const Preset* preset() const { return preset_; }

  nlohmann::json to_json() const;
  /// As a cell of a table.
  std::string text() const;

 private:
  void choose_preset();
  void choose_kernel();

  Option desc_option_, from_option_, bandwidth_option_;
  std::vector<Option> beside_preset_;  // that say nothing there
  std::vector<std::string> names_;
  std::string kernel_ = "gaussian", bandwidth_ = "median", from_ = "reference",
              estimator_name_ = "biased", preset_name_;
  std::vector<Descriptor> descriptors_;
  std::vector<KernelSettings> kernels_;  // [descriptors]
  Estimator estimator_ = Estimator::biased;
  const Preset* preset_ = nullptr;
};

}  // namespace graphvq
