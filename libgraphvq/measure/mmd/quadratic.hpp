#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "libgraphvq/measure/mmd/kernel.hpp"

namespace graphvq {

/// Writes the vectors of one draw, [vectors, distinct signatures] in the order of
/// SignatureSet::counts(), over zeros. Called from several threads.
using DrawWeights = std::function<void(std::uint64_t draw, std::span<double> weights)>;

/// w'Kw for each vector w of each draw, K the Gram matrix of the set's distinct signatures: result
/// [draws, vectors, bandwidths]. Blocks of K are computed and dropped; what is held at once is at
/// most 64 MiB of vectors, or 16 of them where they are longer. The bits depend on neither threads
/// nor processor.
std::vector<double> quadratic_forms(const SignatureSet& set, const Kernel& kernel,
                                    std::uint64_t draws, std::size_t vectors,
                                    const DrawWeights& weights, unsigned threads);

}  // namespace graphvq
