#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "libgraphvq/graph/graph.hpp"
#include "libgraphvq/graph/order.hpp"

namespace graphvq {

/// A stage adds a layer and carries the rest through unchanged. The numbers are written to files.
enum class Layer : std::uint8_t { graph = 1, sequence = 2, tokens = 3 };

/// What travels between the stages: a graph, from `serialize` on relabelled to its order,
/// from `tokenize` on with one token a node: a code, or a vector of a continuous tokenizer.
struct Record {
  Graph graph;
  std::optional<Ordering> ordering;  // sequence and tokens
  std::vector<std::uint32_t> codes;  // tokens: one a node, each < K
  std::vector<float> latents = {};   // continuous tokens, instead of codes: [n, width], finite

  bool operator==(const Record&) const = default;
};

/// The label of each node in an alphabet of `alphabet`, which is 1 where nodes have no labels: then
/// all are 0. Throws Error where the graph does not fit.
std::vector<std::uint32_t> labels_within(const Graph& graph, std::uint32_t alphabet);

/// Order `number` of graph `index` of a file, drawn from Stream(seed, Purpose::order, index,
/// number): the record that `serialize` makes.
Record put_in_order(const Graph& graph, OrderKind kind, std::uint64_t seed, std::uint64_t index,
                    std::uint32_t number);

/// The subgraph that the first `cap` nodes of an ordered record's order induce, as a record of its
/// own: its permutation leads back to that subgraph in the original numbering, gaps closed.
Record truncate(Record ordered, Node cap);

}  // namespace graphvq
