#pragma once

#include <string>

#include "formats/container/wire.hpp"
#include "libgraphvq/graph/graph.hpp"

namespace graphvq {

/// Appends nodes and edges of a sound graph (grammar in reader.cpp).
void put_structure(std::string& out, const Graph& graph);

/// The inverse, into edges whose memory is used again; throws Error where the bytes are none.
void get_structure(wire::Cursor& from, Graph& graph);

}  // namespace graphvq
