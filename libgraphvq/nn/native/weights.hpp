#pragma once

#include <Eigen/Core>
#include <string>

#include "libgraphvq/base/tensor.hpp"
#include "libgraphvq/nn/native/kernels.hpp"

namespace graphvq {

// Weights are folded in double precision; lazyProduct, unlike Eigen's blocked product, sums in an
// order that does not depend on the machine's caches.
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;

/// The f32 tensor of that name; throws Error where it is absent or of another shape.
Matrix matrix(const Tensors& tensors, const std::string& name, std::int64_t rows,
              std::int64_t columns);
Vector vector(const Tensors& tensors, const std::string& name, std::int64_t size);

/// A GRU layer as torch.nn.GRU has it: rows are gates r, z, n of `hidden` units each.
struct Gates {
  Matrix input;  // [3h, in]
  Matrix state;  // [3h, h]
  Vector input_bias;
  Vector state_bias;
};
/// Tensors PREFIXweight_ihSUFFIX and so on.
Gates gates(const Tensors& tensors, const std::string& prefix, const std::string& suffix,
            std::int64_t inputs, std::int64_t hidden);

/// Rows [3h] of gates put unit by unit and scaled, as kernels::Cell wants them.
Matrix by_unit(const Matrix& rows);

kernels::Dense pack(const Matrix& weights, const Vector& bias);
kernels::Cell pack(const Gates& gates);
/// Cell::bias.
kernels::Floats pack_bias(const Vector& input_bias, const Vector& state_bias);
/// Rows as floats, padded with zeros to a multiple of `step` columns.
kernels::Floats pack_rows(const Matrix& rows, std::size_t step);

}  // namespace graphvq
