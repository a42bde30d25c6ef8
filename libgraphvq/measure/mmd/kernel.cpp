#include "libgraphvq/measure/mmd/kernel.hpp"

#include <optional>

#include "libgraphvq/base/named.hpp"
#include "libgraphvq/base/sum.hpp"
#include "libgraphvq/measure/mmd/arithmetic.hpp"
#include "libgraphvq/measure/mmd/tiles.hpp"

namespace graphvq {

namespace {

// Below, the square of a bandwidth is no number: the limit kernel, as for 0.
constexpr double least_bandwidth = 1e-150;

// The kernel with bandwidths[g] as a function of separations.
arithmetic::Function function(const Kernel& kernel, std::size_t g) {
  using arithmetic::Function;
  if (kernel.kind == KernelKind::linear) return Function::identity;
  if (kernel.bandwidths[g] < least_bandwidth) return Function::step;
  // The separations of the Gaussian kernel are squares already.
  const bool squares = kernel.kind == KernelKind::tv || kernel.kind == KernelKind::emd;
  return squares ? Function::gaussian : Function::exponential;
}

double scale(const Kernel& kernel, std::size_t g) {
  const double s = kernel.bandwidths[g];
  const bool squared = kernel.kind == KernelKind::gaussian;
  if (s < least_bandwidth)
    return squared ? smallest_distance * smallest_distance : smallest_distance;
  return squared ? .5 / (s * s) : kernel.kind == KernelKind::tv ? .5 / s : 1 / s;
}

}  // namespace

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

void Kernel::values(std::size_t g, const double* separations, std::size_t count, double* k) const {
  arithmetic::values(function(*this, g), scale(*this, g), separations, count, k);
}

std::vector<double> kernel_sums(const SignatureSet& a, const SignatureSet& b, const Kernel& kernel,
                                unsigned threads) {
  const Tiles rows(a, b, kernel.kind);
  // Of equal sets each pair of blocks is looked at once.
  const bool within = a.counts() == b.counts();
  std::optional<Tiles> others;
  if (!within) others.emplace(b, a, kernel.kind);
  const Tiles& columns = within ? rows : *others;
  const std::size_t grid = kernel.bandwidths.size();
  std::vector<arithmetic::EightSums> sums(sweep_blocks(rows) * grid);
  sweep(rows, columns, threads, [&](const SweepStep& step, const double* separations) {
    const double weight = within && !step.square ? 2 * step.count : step.count;
    for (std::size_t g = 0; g < grid; ++g)
      arithmetic::add_values(function(kernel, g), scale(kernel, g), separations,
                             columns.counts(step.tile), step.tiles * Tiles::lanes, weight,
                             sums[step.block * grid + g]);
  });
  std::vector<double> result;
  for (std::size_t g = 0; g < grid; ++g) {
    Sum total;
    for (std::size_t i = g; i < sums.size(); i += grid)
      for (std::size_t lane = 0; lane < Tiles::lanes; ++lane) {
        total.add(sums[i].total[lane]);
        total.add(sums[i].rest[lane]);
      }
    result.push_back(total.value());
  }
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
