#pragma once

#include <string>

namespace graphvq {

/// What `graphvq --help` prints: the commands by group.
std::string overview();
/// What `graphvq --version` prints: this version, and that of the LibTorch it was built with, which
/// is not loaded for it.
std::string version_text();
/// The version alone, as provenance has it.
std::string version();

}  // namespace graphvq
