#include "libgraphvq/data/record.hpp"

#include <string>
#include <utility>

#include "libgraphvq/base/error.hpp"

namespace graphvq {

std::vector<std::uint32_t> labels_within(const Graph& graph, std::uint32_t alphabet) {
  std::vector<std::uint32_t> result = graph.node_labels;
  if (result.empty() && alphabet == 1) result.assign(graph.n, 0);
  if (result.size() != graph.n)
    throw Error("the nodes have no labels, the tokenizer knows " + std::to_string(alphabet));
  for (const auto label : result)
    if (label >= alphabet)
      throw Error("node label " + std::to_string(label) + " under a tokenizer of " +
                  std::to_string(alphabet) + " labels");
  return result;
}

Record put_in_order(const Graph& graph, OrderKind kind, std::uint64_t seed, std::uint64_t index,
                    std::uint32_t number) {
  Stream stream(seed, Purpose::order, index, number);
  auto perm = draw_order(graph, kind, stream);
  auto placed = relabel(graph, perm);
  return {std::move(placed), Ordering{kind, number, std::move(perm)}, {}};
}

}  // namespace graphvq
