#include "cmd/files/history.hpp"

#include <algorithm>

namespace graphvq {

std::vector<std::uint32_t> join_history(std::vector<Provenance>& chain,
                                        const std::vector<Provenance>& other) {
  bool shared = true;  // all steps so far
  const auto same = [&shared](const Provenance& a, const Provenance& b) {
    const auto known = std::min(a.inputs.size(), b.inputs.size());
    return a.command == b.command && a.version == b.version && a.seed == b.seed &&
           (shared || (known > 0 && a.inputs.size() == b.inputs.size())) &&
           std::equal(a.inputs.begin(), a.inputs.begin() + static_cast<std::ptrdiff_t>(known),
                      b.inputs.begin());
  };
  std::vector<std::uint32_t> places;
  for (const auto& step : other) {
    std::uint32_t at = 0;
    while (at < chain.size() &&
           (!same(chain[at], step) || std::ranges::find(places, at) != places.end()))
      ++at;
    if (at == chain.size()) {
      chain.push_back(step);
      shared = false;
    }
    places.push_back(at);
  }
  return places;
}

}  // namespace graphvq
