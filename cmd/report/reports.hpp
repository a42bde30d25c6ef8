#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace graphvq {

/// What `mmd --json` or `score --json` said of several methods on several sets: on each run of a
/// set all methods were compared with the same reference, or scored on the same data.
struct Reports {
  struct Set {
    std::string name;
    std::vector<std::vector<std::vector<double>>> runs;  // [run][method][measure, then value]
  };
  std::vector<std::string> methods;   // in the order of the files
  std::vector<std::string> measures;  // descriptors of the MMD^2; none of `score`
  std::vector<std::string> values;    // further numbers, by their path
  std::vector<Set> sets;
};

/// Reads reports. A method is a file's stem, less what follows an @; a set is a reference, by its
/// content, or with `merge` all references whose paths differ in numbers alone; the k-th result of
/// a method against a reference is its run k. Empty `measures`: all that the files have. `values`
/// are paths of numbers within a result, such as connected or edges.true.nll; null is NaN. Throws
/// Error where a file is no report, settings or measures differ, or a method not among the
/// `partial` lacks a run, whose values are then none; UsageError for a report of `score` without
/// `values`.
Reports read_reports(const std::vector<std::string>& paths, std::vector<std::string> measures,
                     std::vector<std::string> values, const std::vector<std::string>& partial,
                     bool merge);

/// Means by set, method and measure, as cells of a table have them.
using Means = std::map<std::tuple<std::string, std::string, std::string>, double>;

/// Reads a TSV table whose heading has set, method, measure and mean, as that of `rank` does;
/// further columns are passed over. Throws Error naming the line where it is none, or says two
/// means of one thing.
Means read_means(const std::string& path);

}  // namespace graphvq
