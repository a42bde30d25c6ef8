#include "libgraphvq/measure/kernel.hpp"

#include "libgraphvq/measure/arithmetic.hpp"
#include "libgraphvq/measure/named.hpp"
#include "libgraphvq/measure/sweep.hpp"

namespace graphvq {

std::string_view to_string(KernelKind kind) {
  constexpr std::array<std::string_view, all_kernels.size()> names = {"gaussian", "laplacian",
                                                                      "linear", "tv", "emd"};
  return names[static_cast<std::size_t>(kind)];
}

KernelKind kernel_kind(std::string_view name) {
  return find_named(all_kernels, name, "kernel", [](KernelKind each) { return to_string(each); });
}

bool positive_definite(KernelKind kind) {
  return kind != KernelKind::tv && kind != KernelKind::emd;
}

void Kernel::values(std::size_t g, const double* separations, double* k) const {
  const double s = bandwidths[g];
  const bool squared = kind == KernelKind::gaussian;
  const auto each = [&](auto value) {
    for (std::size_t lane = 0; lane < Tiles::lanes; ++lane) k[lane] = value(separations[lane]);
  };
  if (kind == KernelKind::linear) return each([](double product) { return product; });
  if (s == 0) {
    const double zero = squared ? smallest_distance * smallest_distance : smallest_distance;
    return each([&](double separation) { return separation < zero ? 1. : 0.; });
  }
  if (squared) {
    each([scale = .5 / (s * s)](double d2) { return scale * d2; });
  } else if (kind == KernelKind::laplacian) {
    each([&](double d) { return d / s; });
  } else {
    const double unit = kind == KernelKind::tv ? .5 / s : 1 / s;
    each([&](double separation) { return .5 * (unit * separation) * (unit * separation); });
  }
  arithmetic::negative_exp(k, Tiles::lanes, k);
}

std::vector<double> kernel_sums(const SignatureSet& a, const SignatureSet& b, const Kernel& kernel,
                                unsigned threads) {
  const Tiles rows(a, b, kernel.kind), columns(b, a, kernel.kind);
  const std::size_t grid = kernel.bandwidths.size();
  std::vector<Sum> sums(sweep_blocks(rows) * grid);
  sweep(
      rows, columns, threads, [](std::size_t) { return std::size_t{0}; },
      [&](const SweepStep& step, const double* separations) {
        const double* counts = columns.counts(step.tile);
        std::array<double, Tiles::lanes> k;
        for (std::size_t g = 0; g < grid; ++g) {
          kernel.values(g, separations, k.data());
          double sum = 0;
          for (std::size_t lane = 0; lane < Tiles::lanes; ++lane) sum += counts[lane] * k[lane];
          sums[step.block * grid + g].add(step.count * sum);
        }
      });
  std::vector<Sum> totals(grid);
  for (std::size_t i = 0; i < sums.size(); ++i) totals[i % grid].add(sums[i].value());
  std::vector<double> result;
  for (const Sum& total : totals) result.push_back(total.value());
  return result;
}

double diagonal_sum(const SignatureSet& set, const Kernel& kernel) {
  if (kernel.kind != KernelKind::linear) return static_cast<double>(set.size());
  Sum total;
  const std::size_t first = set.keyed() ? 1 : 0, step = set.keyed() ? 2 : 1;
  for (const auto& [signature, count] : set.counts())
    for (std::size_t k = first; k < signature.size(); k += step)
      total.add(static_cast<double>(count) * signature[k] * signature[k]);
  return total.value();
}

}  // namespace graphvq
