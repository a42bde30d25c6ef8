#include "cmd/history.hpp"

#include <algorithm>

namespace graphvq {

std::vector<std::uint32_t> join_history(std::vector<Provenance>& chain,
                                        const std::vector<Provenance>& other) {
  const auto same = [](const Provenance& a, const Provenance& b) {
    return a.command == b.command && a.version == b.version && a.seed == b.seed &&
           std::equal(a.inputs.begin(),
                      a.inputs.begin() +
                          static_cast<std::ptrdiff_t>(std::min(a.inputs.size(), b.inputs.size())),
                      b.inputs.begin());
  };
  std::vector<std::uint32_t> places;
  for (const auto& step : other) {
    std::uint32_t at = 0;
    while (at < chain.size() &&
           (!same(chain[at], step) || std::ranges::find(places, at) != places.end()))
      ++at;
    if (at == chain.size()) chain.push_back(step);
    places.push_back(at);
  }
  return places;
}

}  // namespace graphvq
