#include "libgraphvq/data/record.hpp"

#include <utility>

namespace graphvq {

Record put_in_order(const Graph& graph, OrderKind kind, std::uint64_t seed, std::uint64_t index,
                    std::uint32_t number) {
  Stream stream(seed, Purpose::order, index, number);
  auto perm = draw_order(graph, kind, stream);
  auto placed = relabel(graph, perm);
  return {std::move(placed), Ordering{kind, number, std::move(perm)}, {}};
}

}  // namespace graphvq
