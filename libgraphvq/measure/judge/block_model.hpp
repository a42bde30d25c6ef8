#pragma once

#include <vector>

#include "libgraphvq/graph/graph.hpp"

namespace graphvq {

/// Blocks [n], numbered by their lowest node, of the stochastic block model that explains a graph
/// best: the greatest evidence with uniform priors on the density of each pair of blocks, on the
/// number of blocks and on partitions by sizes (the partition prior of Peixoto 2017, Eq. 2 of
/// "Nonparametric Bayesian inference of the microcanonical stochastic block model"). Found
/// deterministically: nodes move one by one, from each alone, blocks merge, and split into what
/// their own edges say, until nothing helps.
std::vector<Node> fit_blocks(const Graph& graph);

/// ln of that evidence.
double block_evidence(const Graph& graph, const std::vector<Node>& blocks);

/// The test by which SPECTRE and DiGress call a graph one of their SBM benchmark: 2 to 5 recovered
/// blocks of 20 to 40 nodes, and a mean over all ordered pairs of blocks above .9 of the p-values
/// of the Wald statistics (q - p)^2 / (q (1 - q)) of the densities q against p = .3 within and .005
/// between, by chi^2 with one degree. They recover blocks by graph-tool's degree-corrected
/// description length and MCMC; here by `fit_blocks`.
bool is_benchmark_sbm(const Graph& graph);

}  // namespace graphvq
