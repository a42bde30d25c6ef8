#pragma once

#include <array>
#include <cstdint>
#include <string_view>

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

}  // namespace graphvq
