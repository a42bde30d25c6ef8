#pragma once

#include <cstddef>
#include <cstdint>

#include "libgraphvq/nn/native/kernels.hpp"

// Inner loops over rows: a row is the state of one node or decision, its units side by side and
// padded with zeros to `row_width(h)`. Rows are given by pointers, so what is gathered is not
// copied. As in kernels.hpp, each row sees the same operations wherever it stands.

namespace graphvq::kernels {

/// Units are padded to a multiple of lane_step.
inline std::size_t row_width(std::size_t units) {
  return (units + lane_step - 1) / lane_step * lane_step;
}

/// A linear layer: weights [inputs, outputs], outputs padded.
struct RowLayer {
  std::size_t inputs = 0;
  std::size_t outputs = 0;
  Floats weights;
  Floats bias;  // [outputs]
};

/// y[r] = layer(x[r]); y[r] += layer(x[r]) without its bias where `add`.
void apply(const RowLayer& layer, const float* const* x, float* const* y, std::size_t rows,
           bool add = false);

/// y = max(x, 0).
void rectify(const float* x, float* y, std::size_t width);
/// y += w x.
void add_scaled(const float* x, float w, float* y, std::size_t width);
/// y = a b.
void multiply(const float* a, const float* b, float* y, std::size_t width);
/// y = the sum of `count` rows.
void sum_rows(const float* const* rows, std::size_t count, float* y, std::size_t width);
/// The product of two rows.
float dot(const float* a, const float* b, std::size_t width);

/// state = GRU(state), given the three parts r, z, n of the input's and of the state's gates, each
/// of `width`.
void gru_gates(const float* input, const float* recurrent, float* state, std::size_t width);

}  // namespace graphvq::kernels
