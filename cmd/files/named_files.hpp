#pragma once

#include "cmd/program/options.hpp"

namespace graphvq {

/// Notes the files that a parsed command line names as inputs, those of a folder of foreign files
/// too, and throws UsageError where it names an output that is one of them or another output:
/// before the work, and before anything is opened. A checkpoint may replace the one resumed from.
void guard_named_files(const Options& options);

}  // namespace graphvq
