#pragma once

#include <span>

#include "libgraphvq/data/record.hpp"
#include "libgraphvq/sample/sampler.hpp"

namespace graphvq {

struct Calibration {
  double temperature = 1;
  double nll_before = 0;  // nats a pair at temperature 1
  double nll = 0;         // at the temperature found
};

/// The temperature in [0.9, 1.0] by which teacher-forced pair logits are divided for the least mean
/// negative log-likelihood over all pairs of token records. Throws Error where there is no pair.
Calibration calibrate(const EdgesKernel& kernel, std::span<const Record> records, unsigned threads);

}  // namespace graphvq
