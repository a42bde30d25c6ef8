#include "libgraphvq/measure/mmd/preset.hpp"

#include "libgraphvq/base/named.hpp"

namespace graphvq {

namespace {

using enum Descriptor;

Preset::Measure fixed(Descriptor descriptor, KernelKind kind, double bandwidth) {
  return {descriptor, {.kind = kind, .rule = BandwidthRule::fixed, .bandwidth = bandwidth}};
}

// J. You's graph-generation, eval/stats.py. Clustering has a bandwidth of .1 where 100 bins are 1.
std::vector<Preset::Measure> emd_measures() {
  return {fixed(degree, KernelKind::emd, 1), fixed(clustering, KernelKind::emd, 10),
          fixed(orbit4, KernelKind::gaussian, 30)};
}

// R. Liao's GRAN, utils/eval_helper.py.
std::vector<Preset::Measure> tv_measures() {
  return {fixed(degree, KernelKind::tv, 1), fixed(clustering, KernelKind::tv, .1),
          fixed(orbit4, KernelKind::tv, 30), fixed(spectral_histogram, KernelKind::tv, 1)};
}

// J. Jo's GDSS, utils/loader.py.
std::vector<Preset::Measure> gdss_measures() {
  auto result = emd_measures();
  result.push_back(fixed(spectral_histogram, KernelKind::emd, 1));
  return result;
}

// R. Thompson's GGM-metrics: --kernel gaussian_rbf --sigma range, and MMDEvaluation of the GIN. The
// bandwidth of each statistic of GraphRNN joins the grid.
std::vector<Preset::Measure> thompson_measures() {
  const KernelSettings grid{.rule = BandwidthRule::grid, .from = BandwidthFrom::cross};
  auto with_30 = grid;
  with_30.factors.push_back(30);
  return {{degree, grid},
          {clustering, grid},
          {orbit4, with_30},
          {spectral_histogram, grid},
          {gin, grid}};
}

std::vector<Preset::Measure> paper_measures() {
  std::vector<Preset::Measure> result;
  for (const auto each : paper_descriptors) result.push_back({each, {}});
  return result;
}

const std::vector<Preset>& table() {
  static const std::vector<Preset> all = {
      {.name = "graphvq", .measures = paper_measures(), .float_bins = false, .generated = {}},
      {.name = "graphrnn", .measures = emd_measures()},
      {.name = "gran", .measures = tv_measures(), .generated = {.isolated = true, .empty = true}},
      {.name = "spectre", .measures = tv_measures(), .excess = 1e-6},
      {.name = "digress", .measures = tv_measures(), .excess = 1e-6},
      // The earth mover's distance has no use for masses below 1.
      {.name = "digress-comm20", .measures = emd_measures()},
      {.name = "gdss",
       .measures = gdss_measures(),
       .generated = {.isolated = true, .node_for_none = true}},
      {.name = "thompson", .measures = thompson_measures(), .reference = {.empty = true}}};
  return all;
}

}  // namespace

std::span<const Preset> presets() { return table(); }

const Preset& preset(std::string_view name) {
  return find_named(table(), name, "preset", [](const Preset& each) { return each.name; });
}

}  // namespace graphvq
