#pragma once

#include <span>

#include "libgraphvq/method/generator.hpp"

namespace graphvq {

struct Calibration {
  double temperature = 1;
  double nll_before = 0;  // nats a decision at temperature 1
  double nll = 0;         // at the temperature found
};

/// The temperature in [0.9, 1.0] by which teacher-forced logits are divided for the least mean
/// negative log-likelihood of the decisions. Throws Error where there is none.
Calibration calibrate(std::span<const Decision> decisions);

}  // namespace graphvq
