#include "libgraphvq/measure/kernel.hpp"

#include <cmath>
#include <vector>

#include "libgraphvq/measure/sweep.hpp"

namespace graphvq {

double gaussian_sum(const SignatureSet& a, const SignatureSet& b, double bandwidth,
                    unsigned threads) {
  const Tiles rows(a, b), columns(b, a);
  const double scale = bandwidth > 0 ? -.5 / (bandwidth * bandwidth) : 0;
  std::vector<Sum> sums(sweep_blocks(rows));
  sweep(
      rows, columns, threads, [](std::size_t) { return std::size_t{0}; },
      [&](const SweepStep& step, const double* d2) {
        const double* counts = columns.counts(step.tile);
        double sum = 0;
        for (std::size_t lane = 0; lane < Tiles::lanes; ++lane) {
          const double k = bandwidth > 0 ? std::exp(scale * d2[lane])
                                         : d2[lane] < smallest_distance * smallest_distance;
          sum += counts[lane] * k;
        }
        sums[step.block].add(step.count * sum);
      });
  Sum total;
  for (const Sum& sum : sums) total.add(sum.value());
  return total.value();
}

}  // namespace graphvq
