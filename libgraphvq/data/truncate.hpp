#pragma once

#include "libgraphvq/data/record.hpp"

namespace graphvq {

/// The subgraph that the first `cap` nodes of an ordered record's order induce, as a record of its
/// own: its permutation leads back to that subgraph in the original numbering, gaps closed.
Record truncate(Record ordered, Node cap);

}  // namespace graphvq
