#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "libgraphvq/measure/mmd/kernel.hpp"
#include "libgraphvq/measure/signature/signature.hpp"

namespace graphvq {

/// What is done to the edges of graphs: edges added, removed, or moved to other places.
enum class Perturbation : std::uint8_t { add, remove, rewire };

inline constexpr std::array all_perturbations = {Perturbation::add, Perturbation::remove,
                                                 Perturbation::rewire};

std::string_view to_string(Perturbation perturbation);

/// The graph with k/steps of its number of edges added (where there is room), removed or moved, for
/// k = 1..steps; each step keeps the changes of the one before. Places are uniform, by
/// Stream(seed, Purpose::synth, record, 1 + perturbation). Edge labels and attributes are left out.
std::vector<Graph> perturbed(const Graph& graph, Perturbation perturbation, unsigned steps,
                             std::uint64_t seed, std::uint64_t record);

/// How one descriptor, kernel and bandwidth follow the perturbations.
struct Following {
  Descriptor descriptor = Descriptor::degree;
  KernelKind kernel = KernelKind::gaussian;
  double factor = 1;  // of the median distance of the reference; linear has one that says nothing
  double bandwidth = 0;  // 0 is the limit kernel
  struct Response {
    std::vector<double> mmd2;  // of step 0, the reference itself, to the last
    // Values that rounding alone tells apart are equal here.
    double spearman = 0;  // of MMD^2 and the step; 0 where MMD^2 does not change
    double pearson = 0;   // of MMD and the step
  };
  std::array<Response, all_perturbations.size()> responses;
  double spearman = 0, pearson = 0;  // means over the perturbations
};

/// Told, on the caller's thread, how much of a stage is done: 0 of `total` when it starts.
using StageAdvance = std::function<void(const char* unit, std::size_t done, std::size_t total)>;

/// What a set's MMD should be measured with, on its own data (O'Bray et al. 2022): each descriptor,
/// kernel and multiple of the median bandwidth, in the order of Spearman's correlation with the
/// strength of perturbations, then of Pearson's. A bandwidth of 0 has no multiples, the linear
/// kernel no bandwidth, and KernelKind::emd is for histograms alone. Throws Error for an empty set.
std::vector<Following> follow_perturbations(std::span<const Graph> reference,
                                            std::span<const Descriptor> descriptors,
                                            std::span<const KernelKind> kernels,
                                            std::span<const double> factors, unsigned steps,
                                            std::uint64_t seed, unsigned threads,
                                            SignatureSettings settings = {},
                                            const StageAdvance& advance = {});

}  // namespace graphvq
