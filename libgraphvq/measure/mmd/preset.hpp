#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "libgraphvq/measure/mmd/kernel.hpp"
#include "libgraphvq/measure/signature/signature.hpp"

namespace graphvq {

/// How a paper measures, after its code. All estimators are biased.
struct Preset {
  struct Measure {
    Descriptor descriptor;
    KernelSettings kernel;
  };

  std::string_view name;
  std::vector<Measure> measures;
  bool float_bins = true;  // SignatureSettings
  double excess = 0;
  Pruning generated = {.empty = true};
  Pruning reference = {};
};

std::span<const Preset> presets();
/// Throws UsageError for an unknown name, with those there are.
const Preset& preset(std::string_view name);

}  // namespace graphvq
