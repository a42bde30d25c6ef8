#pragma once

#include <cstdint>
#include <vector>

#include "libgraphvq/data/header.hpp"

namespace graphvq {

/// Appends the steps of another history that are not in `chain`, and says where each of them stands
/// there then. A step that knows more of its inputs is no other one where all steps before it are
/// in `chain`, too; a step that `other` has twice is twice there.
std::vector<std::uint32_t> join_history(std::vector<Provenance>& chain,
                                        const std::vector<Provenance>& other);

}  // namespace graphvq
