#pragma once

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "libgraphvq/measure/mmd.hpp"
#include "libgraphvq/measure/preset.hpp"

namespace graphvq {

/// Names of descriptors. Throws UsageError for one that is unknown or there twice.
std::vector<Descriptor> parse_descriptors(const std::vector<std::string>& names);

/// What an MMD is of: --desc, --kernel, --bandwidth, --bandwidth-from, --estimator and --preset.
class Measures {
 public:
  void add(CLI::App& app);
  /// Throws UsageError. What there is to say on standard error comes back.
  std::string check();

  const std::vector<Descriptor>& descriptors() const { return descriptors_; }
  bool has(Descriptor descriptor) const;
  const std::vector<KernelSettings>& kernels() const { return kernels_; }
  Estimator estimator() const { return estimator_; }
  /// Null without --preset.
  const Preset* preset() const { return preset_; }
  /// Whether the bandwidth of descriptors()[k] says anything.
  bool has_bandwidth(std::size_t k) const { return kernels_[k].kind != KernelKind::linear; }

  nlohmann::json to_json() const;
  /// As a cell of a table.
  std::string text() const;

 private:
  void choose_preset();
  void choose_kernel();

  CLI::Option *desc_option_ = nullptr, *from_option_ = nullptr, *bandwidth_option_ = nullptr;
  std::vector<CLI::Option*> beside_preset_;  // that say nothing there
  std::vector<std::string> names_;
  std::string kernel_ = "gaussian", bandwidth_ = "median", from_ = "reference",
              estimator_name_ = "biased", preset_name_;
  std::vector<Descriptor> descriptors_;
  std::vector<KernelSettings> kernels_;  // [descriptors]
  Estimator estimator_ = Estimator::biased;
  const Preset* preset_ = nullptr;
};

}  // namespace graphvq
