#pragma once

#include <string>
#include <vector>

namespace graphvq {

/// What `mmd --json` said of several methods on several sets: on each run of a set all methods were
/// compared with the same reference.
struct Reports {
  struct Set {
    std::string name;
    std::vector<std::vector<std::vector<double>>> runs;  // [run][method][measure]
  };
  std::vector<std::string> methods;   // in the order of the files
  std::vector<std::string> measures;  // descriptors of the MMD^2
  std::vector<Set> sets;
};

/// Reads reports. A method is a file's stem, less what follows an @; a set is a reference, by its
/// content, or with `merge` all references whose paths differ in numbers alone; the k-th result of
/// a method against a reference is its run k. Empty `measures`: all that the files have. Throws
/// Error where a file is no report, settings or measures differ, or a method lacks a run.
Reports read_reports(const std::vector<std::string>& paths, std::vector<std::string> measures,
                     bool merge);

}  // namespace graphvq
