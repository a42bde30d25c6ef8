#pragma once

#include <vector>

#include "libgraphvq/measure/mmd/kernel.hpp"

namespace graphvq::test {

inline SignatureSet numbers(const std::vector<double>& values) {
  SignatureSet set;
  for (const double value : values) set.add({value});
  return set;
}

/// Vectors by formula: what other programs were given. `square` squares the place in the vector.
inline SignatureSet by_formula(int size, int factor, int width, int step, int modulus,
                               bool square) {
  SignatureSet set;
  for (int i = 0; i < size; ++i) {
    std::vector<double> v;
    for (int k = 0; k < width; ++k)
      v.push_back((factor * i + step * (square ? k * k : k)) % modulus / 4.);
    set.add(v);
  }
  return set;
}

/// 40 and 30 vectors of 5 and 3 numbers.
inline SignatureSet formula_x() { return by_formula(40, 7, 5, 3, 11, true); }
inline SignatureSet formula_y() { return by_formula(30, 5, 3, 2, 13, false); }

}  // namespace graphvq::test
