#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "libgraphvq/graph/graph.hpp"

namespace graphvq {

/// The synthetic distributions. ring_role: cycles .4, cliques .4, random recursive trees .1 and
/// grids .1, the label of every node says which of the four. ring: the same graphs, labels uniform
/// in 0..3. comm: three planted communities, label = community, nodes sorted by it. er: each pair
/// an edge with one probability, no labels. The rest are the field's benchmarks, without labels
/// (synth_shapes.hpp).
enum class SynthKind : std::uint8_t { ring_role, ring, comm, er, grid, tree, planar, sbm, lobster };

/// The names of the kinds, in their order.
const std::vector<std::string>& synth_names();
/// Throws UsageError for another name.
SynthKind synth_kind(std::string_view name);

/// `synth_defaults` has the parameters of a kind: NOTES.md ("Synthetic sets") for the paper's;
/// grid as You et al. (GraphRNN, ICML 2018), lobster as Liao et al. (GRAN, NeurIPS 2019), planar
/// and sbm as Martinkus et al. (SPECTRE, ICML 2022), tree as Bergmeister et al. (ICLR 2024).
struct SynthOptions {
  SynthKind kind = SynthKind::ring_role;
  std::uint32_t min_nodes = 10;
  std::uint32_t max_nodes = 30;
  std::uint32_t communities = 3;  // comm
  double p_in = .35;              // comm, sbm: probability of an edge within a community
  double p_out = .02;             // comm, sbm: between two
  double p = .2;                  // er
  std::uint32_t min_side = 10;    // grid
  std::uint32_t max_side = 19;
  std::uint32_t min_communities = 2;  // sbm
  std::uint32_t max_communities = 5;
  std::uint32_t min_block = 20;  // sbm: nodes of a community
  std::uint32_t max_block = 40;
  std::uint32_t backbone = 80;  // lobster: mean length of its path
  double p1 = .7;               // lobster: a leg at a node of the path
  double p2 = .7;               // lobster: a foot at a leg
};

SynthOptions synth_defaults(SynthKind kind);

/// Size of the node alphabet, 0 where nodes have no labels.
std::uint32_t synth_labels(const SynthOptions& options);

/// Graph `record` of the distribution: it depends on the options and (seed, record) alone.
Graph synth(const SynthOptions& options, std::uint64_t seed, std::uint64_t record);

}  // namespace graphvq
