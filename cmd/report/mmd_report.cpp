#include "cmd/report/mmd_report.hpp"

#include <fmt/format.h>

#include <cmath>

#include "cmd/report/json_report.hpp"
#include "cmd/report/plot.hpp"
#include "cmd/report/table.hpp"

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

std::string number_cell(std::optional<double> value) {
  return value && std::isfinite(*value) ? fmt::format("\t{:.6g}", *value) : "\t-";
}

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

std::string mmd_heading(const MmdResult& like) {
  std::string text = "file\tgraphs";
  const auto each = [&](const std::string& suffix) {
    for (const auto& found : like.mmd2)
      text += fmt::format("\t{}{}", to_string(found.descriptor), suffix);
  };
  each("");
  for (const auto& share : like.shares) text += fmt::format("\t{}", share.first);
  each("_bandwidth");
  if (!like.ratios.empty()) each("_ratio");
  if (like.mmd2.front().test) each("_p");
  if (like.mmd2.front().interval) {
    each("_low");
    each("_high");
  }
  for (const auto& part : like.mmd2.front().subsamples) {
    each(fmt::format("_at_{}", part.graphs));
    each(fmt::format("_at_{}_sd", part.graphs));
  }
  if (like.classifier) text += "\tclassifier\tclassifier_descriptor";
  return text + "\tsettings\n";
}

std::string mmd_line(const MmdResult& result, const MmdResult& like, const std::string& name,
                     const std::string& settings) {
  std::string text = fmt::format("{}\t{}", cell(name), result.graphs);
  const auto each = [&](auto value) {
    for (const auto& found : result.mmd2) text += number_cell(value(found));
  };
  using Number = std::optional<double>;
  each([](const auto& found) { return found.value; });
  for (const auto& share : result.shares) text += fmt::format("\t{:.6g}", share.second);
  each([](const auto& found) { return found.bandwidth; });
  for (std::size_t k = 0; k < like.ratios.size(); ++k)
    text += number_cell(result.ratios.empty() ? Number() : result.ratios[k]);
  const auto& first = like.mmd2.front();
  if (first.test) each([](const auto& found) { return found.test ? found.test->p : Number(); });
  if (first.interval) {
    each([](const auto& found) { return found.interval ? found.interval->low : Number(); });
    each([](const auto& found) { return found.interval ? found.interval->high : Number(); });
  }
  for (std::size_t i = 0; i < first.subsamples.size(); ++i) {
    const auto part = [&](const auto& found) {
      return i < found.subsamples.size() ? std::optional(found.subsamples[i]) : std::nullopt;
    };
    each([&](const auto& found) { return part(found) ? part(found)->mean : Number(); });
    each([&](const auto& found) { return part(found) ? part(found)->deviation : Number(); });
  }
  if (like.classifier)
    text += result.classifier
                ? fmt::format("\t{:.6g}\t{}", result.classifier->distance,
                              to_string(result.mmd2[result.classifier->best].descriptor))
                : "\t-\t-";
  return text + "\t" + settings + "\n";
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
