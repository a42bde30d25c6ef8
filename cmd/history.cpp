#include "cmd/history.hpp"

#include <algorithm>

namespace graphvq {

void join_history(std::vector<Provenance>& chain, const std::vector<Provenance>& other) {
  const auto same = [](const Provenance& a, const Provenance& b) {
    return a.command == b.command && a.version == b.version && a.seed == b.seed &&
           std::equal(a.inputs.begin(),
                      a.inputs.begin() +
                          static_cast<std::ptrdiff_t>(std::min(a.inputs.size(), b.inputs.size())),
                      b.inputs.begin());
  };
  for (const auto& step : other)
    if (std::none_of(chain.begin(), chain.end(),
                     [&](const Provenance& known) { return same(known, step); }))
      chain.push_back(step);
}

}  // namespace graphvq
