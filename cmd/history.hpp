#pragma once

#include <vector>

#include "formats/container.hpp"

namespace graphvq {

/// Appends the steps of another history that are not in `chain`. Inputs that `chain` learns later
/// make no other step.
void join_history(std::vector<Provenance>& chain, const std::vector<Provenance>& other);

}  // namespace graphvq
