#pragma once

#include <string>

namespace graphvq {

/// Puts a path on the list that a signal unlinks; returns its slot.
int remember_temporary(const std::string& path);
void forget_temporary(int slot);

}  // namespace graphvq
