#include "cmd/report/reports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>

#include "cmd/files/io.hpp"
#include "formats/container/strict_json.hpp"
#include "formats/foreign/text/text_lines.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {

namespace {

using nlohmann::json;

// Settings that a report may have and that change MMD^2.
constexpr const char* decisive[] = {"preset",    "kernel",     "bandwidth", "bandwidth_from",
                                    "estimator", "self_loops", "labels",    "block"};

struct Result {
  std::string file, method, set, hash;
  std::size_t run = 0;  // of the method against this reference
  std::vector<double> values;
};

json read_json(const std::string& path) {
  Input input(path);
  std::string text;
  read_up_to(input.source(), text, std::numeric_limits<std::size_t>::max());
  return with_file(input.name(), [&] { return parse_strict(text); });
}

// chunk of results/chunk.json, results/chunk@2.json.
std::string method_of(const std::string& path) {
  const auto stem = std::filesystem::path(path).stem().string();
  return stem.substr(0, stem.find('@'));
}

std::string without_numbers(const std::string& path) {
  std::string result;
  for (const char c : path) {
    const bool digit = c >= '0' && c <= '9';
    if (!digit) result += c;
    if (digit && !result.ends_with('*')) result += '*';
  }
  return result;
}

template <class T>
std::size_t place(std::vector<T>& list, const T& value) {
  const auto found = std::find(list.begin(), list.end(), value);
  if (found != list.end()) return static_cast<std::size_t>(found - list.begin());
  list.push_back(value);
  return list.size() - 1;
}

class Reader {
 public:
  Reader(std::vector<std::string> measures, std::vector<std::string> values,
         std::vector<std::string> partial, bool merge)
      : measures_(std::move(measures)),
        values_(std::move(values)),
        partial_(std::move(partial)),
        merge_(merge),
        chosen_(!measures_.empty()) {}

  void read(const std::string& path) {
    const auto report = read_json(path);
    try {
      if (report.contains("data")) {
        if (values_.empty()) throw UsageError("--values chooses what of the reports is shown");
        check_settings({{"descriptors", json::array()}}, path);
        add(path, report.at("data"), report);
        return;
      }
      check_settings(report.at("settings"), path);
      for (const auto& each : report.at("results")) add(path, report.at("reference"), each);
    } catch (const json::exception&) {
      throw Error(fmt::format("{}: is no report of mmd --json or score --json", input_name(path)));
    }
  }

  Reports reports() {
    Reports all;
    all.measures = measures_;
    all.values = values_;
    std::vector<std::string> keys;  // of sets
    std::map<std::pair<std::string, std::size_t>, std::pair<std::size_t, std::size_t>> places;
    for (const auto& result : results_) place(all.methods, result.method);
    for (const auto& result : results_) {
      const auto s = place(keys, merge_ ? result.set : result.hash);
      if (s == all.sets.size()) all.sets.push_back({result.set, {}});
      auto& runs = all.sets[s].runs;
      const auto at = std::pair(result.hash, result.run);
      if (!places.contains(at)) {
        places[at] = {s, runs.size()};
        runs.emplace_back(all.methods.size());
      }
      runs[places[at].second][place(all.methods, result.method)] = result.values;
    }
    for (const auto& set : all.sets)
      for (const auto& run : set.runs)
        for (std::size_t m = 0; m < all.methods.size(); ++m)
          if (run[m].empty() && std::ranges::count(partial_, all.methods[m]) == 0)
            throw Error(fmt::format("{} has fewer runs against {} than other methods",
                                    all.methods[m], set.name));
    tell_apart(all.sets, keys);
    return all;
  }

 private:
  void add(const std::string& path, const json& reference, const json& each) {
    Result result{path, method_of(path), reference.at("file"), reference.at("hash"), 0, {}};
    if (merge_) result.set = without_numbers(result.set);
    result.run = counts_[{result.hash, result.method}]++;
    for (const auto& measure : measures_) {
      if (!each.at("mmd2").contains(measure))
        throw Error(fmt::format("{}: has no mmd2 of {}", input_name(path), measure));
      result.values.push_back(each["mmd2"][measure].at("value"));
    }
    for (const auto& name : values_) {
      std::string pointer = "/" + name;
      std::ranges::replace(pointer, '.', '/');
      if (!each.contains(json::json_pointer(pointer)))
        throw Error(fmt::format("{}: has no {}", input_name(path), name));
      const auto& value = each.at(json::json_pointer(pointer));
      result.values.push_back(value.is_null() ? std::numeric_limits<double>::quiet_NaN()
                                              : value.get<double>());
    }
    results_.push_back(std::move(result));
  }

  void check_settings(const json& settings, const std::string& path) {
    json found;
    for (const auto* key : decisive)
      if (settings.contains(key)) found[key] = settings[key];
    const auto descriptors = settings.at("descriptors").get<std::vector<std::string>>();
    const auto& measured = chosen_ ? measures_ : descriptors;
    if (std::ranges::count(measured, "gin") > 0) found["seed"] = settings.at("seed");
    if (first_.empty()) {
      first_ = path;
      settings_ = found;
      if (!chosen_) measures_ = descriptors;
    }
    if (found != settings_)
      throw Error(fmt::format("{}: has settings {}, but {} has {}", input_name(path), found.dump(),
                              input_name(first_), settings_.dump()));
    if (!chosen_ && !std::ranges::is_permutation(descriptors, measures_))
      throw Error(fmt::format("{}: has {}, but {} has {}; --desc chooses", input_name(path),
                              fmt::join(descriptors, ","), input_name(first_),
                              fmt::join(measures_, ",")));
  }

  // References that have one name and different content.
  void tell_apart(std::vector<Reports::Set>& sets, const std::vector<std::string>& keys) const {
    std::map<std::string, int> uses;
    for (const auto& set : sets) ++uses[set.name];
    for (std::size_t s = 0; s < sets.size() && !merge_; ++s)
      if (uses[sets[s].name] > 1) sets[s].name += fmt::format("@{:.8}", keys[s]);
  }

  std::vector<std::string> measures_, values_, partial_;
  bool merge_;
  bool chosen_;
  std::string first_;
  json settings_;
  std::map<std::pair<std::string, std::string>, std::size_t> counts_;  // by reference and method
  std::vector<Result> results_;
};

}  // namespace

Means read_means(const std::string& path) {
  Input input(path);
  TextLines lines(input.source(), input.name());
  const auto cells = [&] {
    std::vector<std::string> result(1);
    for (const char c : lines.text())
      if (c == '\t')
        result.emplace_back();
      else
        result.back() += c;
    return result;
  };
  if (!lines.next()) throw Error(fmt::format("{}: has no heading", input.name()));
  const auto heading = cells();
  std::array<std::size_t, 4> columns{};
  constexpr std::array names = {"set", "method", "measure", "mean"};
  for (std::size_t k = 0; k < names.size(); ++k) {
    const auto found = std::ranges::find(heading, names[k]);
    if (found == heading.end()) lines.fail(fmt::format("the heading has no {}", names[k]));
    columns[k] = static_cast<std::size_t>(found - heading.begin());
  }
  Means means;
  while (lines.next()) {
    const auto row = cells();
    if (row.size() != heading.size())
      lines.fail(fmt::format("has {} cells, the heading {}", row.size(), heading.size()));
    const auto& text = row[columns[3]];
    double mean = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), mean);
    if (error != std::errc() || end != text.data() + text.size())
      lines.fail(fmt::format("{} is no number", text));
    if (!means.emplace(std::tuple(row[columns[0]], row[columns[1]], row[columns[2]]), mean).second)
      lines.fail(fmt::format("a second mean of {} of {} on {}", row[columns[2]], row[columns[1]],
                             row[columns[0]]));
  }
  return means;
}

Reports read_reports(const std::vector<std::string>& paths, std::vector<std::string> measures,
                     std::vector<std::string> values, const std::vector<std::string>& partial,
                     bool merge) {
  Reader reader(std::move(measures), std::move(values), partial, merge);
  for (const auto& path : paths) reader.read(path);
  auto reports = reader.reports();
  if (reports.sets.empty()) throw Error("no report has a result");
  return reports;
}

}  // namespace graphvq
