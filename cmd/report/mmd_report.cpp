#include "cmd/report/mmd_report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "cmd/report/plot.hpp"

namespace graphvq {

namespace {

using nlohmann::json;

json discrepancy_json(const Discrepancy& found) {
  json result{{"value", found.value}};
  if (!std::isnan(found.bandwidth)) result["bandwidth"] = found.bandwidth;
  if (found.interval) result["ci"] = {found.interval->low, found.interval->high};
  if (found.range) result["range"] = {found.range->low, found.range->high};
  if (found.test) {
    result["p"] = found.test->p;
    result["permutations"] = found.test->permutations;
  }
  for (const auto& part : found.subsamples)
    result["subsamples"].push_back({{"graphs", part.graphs},
                                    {"parts", part.parts},
                                    {"mean", part.mean},
                                    {"sd", json_number(part.deviation)}});
  return result;
}

// Nothing where there is no number.
TableCell finite(double value) { return std::isfinite(value) ? TableCell(value) : TableCell(); }

}  // namespace

json to_json(const MmdResult& result) {
  auto report = json_file(result.source.name, result.graphs, result.source.hash);
  for (std::size_t k = 0; k < result.mmd2.size(); ++k) {
    auto& of = report["mmd2"][std::string(to_string(result.mmd2[k].descriptor))];
    of = discrepancy_json(result.mmd2[k]);
    if (!result.ratios.empty()) of["ratio"] = json_number(result.ratios[k]);
  }
  for (const auto& [name, value] : result.shares) report[name] = value;
  if (result.dropped)
    report["dropped"] = {{"nodes", result.dropped->nodes}, {"graphs", result.dropped->graphs}};
  if (result.classifier) {
    const auto& score = *result.classifier;
    auto& of = report["classifier"];
    of = {{"distance", score.distance},
          {"descriptor", to_string(result.mmd2[score.best].descriptor)}};
    for (std::size_t k = 0; k < score.parts.size(); ++k)
      of["divergence"][std::string(to_string(result.mmd2[k].descriptor))] =
          score.parts[k].divergence;
  }
  return report;
}

TableRow mmd_row(const MmdResult& result, const std::string& name, const std::string& settings) {
  TableRow row = {{"file", name}, {"graphs", result.graphs}};
  const auto each = [&](const std::string& suffix, auto value) {
    for (const auto& found : result.mmd2)
      row.emplace_back(std::string(to_string(found.descriptor)) + suffix, finite(value(found)));
  };
  each("", [](const auto& found) { return found.value; });
  for (const auto& [share, value] : result.shares) row.emplace_back(share, value);
  each("_bandwidth", [](const auto& found) { return found.bandwidth; });
  const auto& first = result.mmd2.front();
  if (!result.ratios.empty())
    each("_ratio", [&](const auto& found) {
      return result.ratios[static_cast<std::size_t>(&found - &first)];
    });
  if (first.test) each("_p", [](const auto& found) { return found.test->p; });
  if (first.interval) {
    each("_low", [](const auto& found) { return found.interval->low; });
    each("_high", [](const auto& found) { return found.interval->high; });
  }
  for (std::size_t i = 0; i < first.subsamples.size(); ++i) {
    const auto suffix = fmt::format("_at_{}", first.subsamples[i].graphs);
    each(suffix, [i](const auto& found) { return found.subsamples[i].mean; });
    each(suffix + "_sd", [i](const auto& found) { return found.subsamples[i].deviation; });
  }
  if (result.classifier) {
    row.emplace_back("classifier", result.classifier->distance);
    row.emplace_back("classifier_descriptor",
                     std::string(to_string(result.mmd2[result.classifier->best].descriptor)));
  }
  row.emplace_back("settings", settings);
  return row;
}

std::string profile_svg(const std::vector<NamedProfile>& profiles) {
  Panel degree{"Degrees", "degree", "share of nodes", {}};
  Panel clustering{"Clustering", "local clustering coefficient", "share of nodes", {}};
  Panel spectrum{"Spectra", "eigenvalue of the normalised Laplacian", "share of eigenvalues", {}};
  for (const auto& [name, profile] : profiles) {
    // Places are first + k step.
    const auto curve = [&, &name = name](const std::vector<double>& shares, double first,
                                         double step) {
      const bool reference = &name == &profiles.front().name;
      Curve result{name, {}, shares, reference};
      for (std::size_t k = 0; k < shares.size(); ++k)
        result.x.push_back(first + static_cast<double>(k) * step);
      return result;
    };
    degree.curves.push_back(curve(profile.degree(), 0, 1));
    constexpr double width = 1. / Profile::clustering_bins;
    clustering.curves.push_back(curve(profile.clustering(), width / 2, width));
    spectrum.curves.push_back(curve(profile.spectrum(), 0, 2. / Profile::spectrum_steps));
  }
  return plot_svg({degree, clustering, spectrum});
}

}  // namespace graphvq
