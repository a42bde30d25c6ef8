#include "libgraphvq/data/header.hpp"

#include <algorithm>
#include <bit>

#include "libgraphvq/base/error.hpp"

namespace graphvq {

std::string label_text(const LabelValue& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  return std::get<std::string>(value);
}

bool fits_double(std::int64_t integer) {
  const auto bits = static_cast<std::uint64_t>(integer);
  const auto size = integer < 0 ? 0 - bits : bits;
  return size == 0 || size >> std::countr_zero(size) < std::uint64_t{1} << 53;
}

std::string_view to_string(Layer layer) {
  switch (layer) {
    case Layer::graph:
      return "graph";
    case Layer::sequence:
      return "sequence";
    case Layer::tokens:
      return "tokens";
  }
  throw Error("unknown layer");
}

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
