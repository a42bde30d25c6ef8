#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "libgraphvq/measure/signature/signature_set.hpp"

namespace graphvq {

/// Kernels k(a, b) of two signatures, s the bandwidth:
/// gaussian exp(-d^2 / (2 s^2)), d Euclidean; laplacian exp(-d / s), d the sum of |a - b|;
/// linear a . b; tv exp(-d^2 / (2 s^2)), d the total variation, half the sum of |a - b|;
/// emd exp(-d^2 / (2 s^2)), d the earth mover's distance of histograms whose neighbouring bins are
/// 1 apart; mass that one has less counts as in its first bin. s = 0 is the limit: 1 where d = 0,
/// else 0.
enum class KernelKind : std::uint8_t { gaussian, laplacian, linear, tv, emd };

inline constexpr std::array all_kernels = {KernelKind::gaussian, KernelKind::laplacian,
                                           KernelKind::linear, KernelKind::tv, KernelKind::emd};

std::string_view to_string(KernelKind kind);
/// Throws UsageError for an unknown name, with those there are.
KernelKind kernel_kind(std::string_view name);

/// Whether MMD^2 with the kernel is 0 or more whatever the sets: not so for tv and emd (O'Bray et
/// al. 2022).
bool positive_definite(KernelKind kind);

/// Distances below it are rounding of eigenvalues and count as 0, in bandwidths and in the limit
/// kernel.
inline constexpr double smallest_distance = 1e-9;

/// A kernel with its bandwidth, or with a grid of them, of which the greatest MMD^2 counts. The
/// linear kernel has one that says nothing.
struct Kernel {
  KernelKind kind = KernelKind::gaussian;
  std::vector<double> bandwidths = {1};

  /// The kernel with bandwidths[g] of separations; `count` is a multiple of Tiles::lanes.
  void values(std::size_t g, const double* separations, std::size_t count, double* k) const;
};

/// For each bandwidth the sum of the kernel over all pairs of a signature of `a` and one of `b`.
/// The bits depend on the two sets alone, and those of (a, b) are those of (a, a) where the sets
/// are equal.
std::vector<double> kernel_sums(const SignatureSet& a, const SignatureSet& b, const Kernel& kernel,
                                unsigned threads);

/// Sum of k(x, x) over a set: its size, but for the linear kernel.
double diagonal_sum(const SignatureSet& set, const Kernel& kernel);

// Bandwidths. The distance d is that of the kernel.

/// Pairs that a bandwidth is taken from: the unordered ones of the reference, those of the
/// reference with the generated graphs in one set, or those of a reference and a generated graph.
enum class BandwidthFrom : std::uint8_t { reference, pooled, cross };

enum class BandwidthRule : std::uint8_t { median, mean, fixed, grid };

struct KernelSettings {
  KernelKind kind = KernelKind::gaussian;
  BandwidthRule rule = BandwidthRule::median;
  BandwidthFrom from = BandwidthFrom::reference;
  double bandwidth = 0;  // for BandwidthRule::fixed
  /// For BandwidthRule::grid, in units of the root of the mean squared distance: those of Thompson
  /// et al. 2022.
  std::vector<double> factors = {.01, .1, .25, .5, .75, 1, 2.5, 5, 7.5, 10};

  /// Whether the bandwidth is another for each set of generated graphs.
  bool per_generated() const {
    return kind != KernelKind::linear && rule != BandwidthRule::fixed &&
           from != BandwidthFrom::reference;
  }
};

/// The kernel that `settings` make of two sets; `generated` is looked at only where
/// settings.per_generated().
Kernel fit_kernel(const KernelSettings& settings, const SignatureSet& reference,
                  const SignatureSet& generated, unsigned threads);

/// Median distance over unordered pairs of a set, or over the pairs of it and `other`; of an even
/// number of pairs the mean of the two in the middle; where it is 0, the median of the positive
/// distances; 0 where there is none. Exact, by radix selection on the bits of the distance: no
/// memory grows with the number of pairs, of which about a million are held.
double median_distance(KernelKind kind, const SignatureSet& set, const SignatureSet* other,
                       unsigned threads);

/// Mean distance over the same pairs, 0 without pairs.
double mean_distance(KernelKind kind, const SignatureSet& set, const SignatureSet* other,
                     unsigned threads);

/// Root of the mean squared distance over the same pairs, 0 without pairs.
double root_mean_square_distance(KernelKind kind, const SignatureSet& set,
                                 const SignatureSet* other, unsigned threads);

}  // namespace graphvq
