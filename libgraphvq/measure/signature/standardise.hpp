#pragma once

#include <vector>

#include "libgraphvq/measure/signature/signature_set.hpp"

namespace graphvq {

/// Columns less their mean, divided by their deviation. Without columns: as they are.
struct Standardisation {
  std::vector<double> mean, deviation;

  std::vector<double> operator()(std::vector<double> signature) const;
};

/// Brings each column of a set to mean 0 and deviation 1, and returns how. A column that is
/// constant but for rounding keeps its scale, as scikit-learn's StandardScaler has it.
Standardisation standardise(SignatureSet& set);

}  // namespace graphvq
