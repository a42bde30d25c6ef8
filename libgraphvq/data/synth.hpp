#pragma once

#include <cstdint>
#include <string_view>

#include "libgraphvq/graph/graph.hpp"

namespace graphvq {

/// The synthetic distributions. ring_role: cycles .4, cliques .4, random recursive trees .1 and
/// grids .1, the label of every node says which of the four. ring: the same graphs, labels uniform
/// in 0..3. comm: three planted communities, label = community, nodes sorted by it. er: each pair
/// an edge with one probability, no labels.
enum class SynthKind : std::uint8_t { ring_role, ring, comm, er };

/// Throws UsageError, naming those there are.
SynthKind synth_kind(std::string_view name);

/// Which of these a kind uses is the table of NOTES.md ("Synthetic sets"), in `synth_defaults`.
struct SynthOptions {
  SynthKind kind = SynthKind::ring_role;
  std::uint32_t min_nodes = 10;
  std::uint32_t max_nodes = 30;
  std::uint32_t communities = 3;  // comm
  double p_in = .35;              // comm: probability of an edge within a community
  double p_out = .02;             // comm: between two
  double p = .2;                  // er
};

SynthOptions synth_defaults(SynthKind kind);

/// Size of the node alphabet, 0 where nodes have no labels.
std::uint32_t synth_labels(const SynthOptions& options);

/// Graph `record` of the distribution: it depends on the options and (seed, record) alone.
Graph synth(const SynthOptions& options, std::uint64_t seed, std::uint64_t record);

}  // namespace graphvq
