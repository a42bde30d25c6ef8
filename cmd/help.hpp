#pragma once

#include <string>

namespace graphvq {

/// What `graphvq --help` prints: the commands by group.
std::string overview();
/// What `graphvq --version` prints; LibTorch is not loaded to say its version.
std::string version_text();
/// The version alone, as provenance has it.
std::string version();

}  // namespace graphvq
