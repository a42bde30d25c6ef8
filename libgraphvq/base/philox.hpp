#pragma once

#include <array>
#include <cstdint>

namespace graphvq {

/// Eight counters, [words, counters].
using EightCounters = std::array<std::array<std::uint32_t, 8>, 4>;

/// philox() of each under one key, in the time of about three.
EightCounters philox_eight(EightCounters counters, std::array<std::uint32_t, 2> key);

}  // namespace graphvq
