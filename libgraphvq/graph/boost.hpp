#pragma once

#include <boost/graph/adjacency_list.hpp>

#include "libgraphvq/graph/graph.hpp"

namespace graphvq {

using BoostGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;

/// The same nodes and edges for the algorithms of Boost.Graph.
inline BoostGraph to_boost(const Graph& graph) {
  BoostGraph result(graph.n);
  for (const auto& [u, v] : graph.edges) boost::add_edge(u, v, result);
  return result;
}

}  // namespace graphvq
