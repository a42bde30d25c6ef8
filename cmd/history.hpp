#pragma once

#include <cstdint>
#include <vector>

#include "formats/container.hpp"

namespace graphvq {

/// Appends the steps of another history that are not in `chain`, and says where each of them stands
/// there then. A step that knows more of its inputs is no other one; a step that `other` has twice
/// is twice in `chain`, too.
std::vector<std::uint32_t> join_history(std::vector<Provenance>& chain,
                                        const std::vector<Provenance>& other);

}  // namespace graphvq
