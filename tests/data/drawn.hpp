#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "libgraphvq/data/synth.hpp"

namespace graphvq::test {

inline SynthOptions defaults(std::string_view name) { return synth_defaults(synth_kind(name)); }

/// The first graphs of seed 1, each validated.
inline std::vector<Graph> drawn(const SynthOptions& options, std::uint64_t graphs) {
  std::vector<Graph> result;
  for (std::uint64_t k = 0; k < graphs; ++k) {
    result.push_back(synth(options, 1, k));
    validate(result.back());
  }
  return result;
}

}  // namespace graphvq::test
