#pragma once

#include <cstdint>

namespace graphvq {

/// How a codebook is used, by the decayed counts of its EMA.
struct CodebookUse {
  std::uint64_t dead = 0;  // codes that have less than a hundredth of an even share
  double perplexity = 0;   // exp of the entropy of the shares
};

}  // namespace graphvq
