#include "libgraphvq/nn/native/weights.hpp"

#include <numbers>

namespace graphvq {

namespace {

using FloatMatrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// [hidden, columns, 3] of rows that stand unit by unit.
kernels::Floats pack_units(const Matrix& rows) {
  const auto hidden = rows.rows() / 3;
  kernels::Floats packed;
  packed.reserve(static_cast<std::size_t>(rows.size()));
  for (Eigen::Index u = 0; u < hidden; ++u)
    for (Eigen::Index c = 0; c < rows.cols(); ++c)
      for (Eigen::Index gate = 0; gate < 3; ++gate)
        packed.push_back(static_cast<float>(rows(u * 3 + gate, c)));
  return packed;
}

}  // namespace

Matrix matrix(const Tensors& tensors, const std::string& name, std::int64_t rows,
              std::int64_t columns) {
  const auto values = find(tensors, name, DType::f32, {rows, columns}).as<float>();
  return Eigen::Map<const FloatMatrix>(values.data(), rows, columns).cast<double>();
}

Vector vector(const Tensors& tensors, const std::string& name, std::int64_t size) {
  const auto values = find(tensors, name, DType::f32, {size}).as<float>();
  return Eigen::Map<const Eigen::VectorXf>(values.data(), size).cast<double>();
}

Gates gates(const Tensors& tensors, const std::string& prefix, const std::string& suffix,
            std::int64_t inputs, std::int64_t hidden) {
  return {matrix(tensors, prefix + "weight_ih" + suffix, 3 * hidden, inputs),
          matrix(tensors, prefix + "weight_hh" + suffix, 3 * hidden, hidden),
          vector(tensors, prefix + "bias_ih" + suffix, 3 * hidden),
          vector(tensors, prefix + "bias_hh" + suffix, 3 * hidden)};
}

Matrix by_unit(const Matrix& rows) {
  const auto hidden = rows.rows() / 3;
  const double scale[] = {-std::numbers::log2e, -std::numbers::log2e, 2 * std::numbers::log2e};
  Matrix result(rows.rows(), rows.cols());
  for (Eigen::Index u = 0; u < hidden; ++u)
    for (Eigen::Index gate = 0; gate < 3; ++gate)
      result.row(u * 3 + gate) = rows.row(gate * hidden + u) * scale[gate];
  return result;
}

kernels::Dense pack(const Matrix& weights, const Vector& bias) {
  kernels::Dense layer;
  layer.rows = static_cast<std::size_t>(weights.rows());
  layer.columns = static_cast<std::size_t>(weights.cols());
  layer.weights.resize(layer.padded() * layer.columns);
  layer.bias.resize(layer.padded());
  for (std::size_t row = 0; row < layer.rows; ++row) {
    const auto r = static_cast<Eigen::Index>(row);
    layer.bias[row] = static_cast<float>(bias(r));
    for (std::size_t c = 0; c < layer.columns; ++c)
      layer.weights[(row / 4 * layer.columns + c) * 4 + row % 4] =
          static_cast<float>(weights(r, static_cast<Eigen::Index>(c)));
  }
  return layer;
}

kernels::Cell pack(const Gates& gates) {
  return {static_cast<std::size_t>(gates.input.cols()),
          static_cast<std::size_t>(gates.state.cols()), pack_units(by_unit(gates.input)),
          pack_units(by_unit(gates.state)), pack_bias(gates.input_bias, gates.state_bias)};
}

kernels::Floats pack_bias(const Vector& input_bias, const Vector& state_bias) {
  const Matrix input = by_unit(input_bias);
  const Matrix state = by_unit(state_bias);
  kernels::Floats packed;
  for (Eigen::Index u = 0; u < input.rows(); u += 3) {
    for (Eigen::Index gate = 0; gate < 2; ++gate)
      packed.push_back(static_cast<float>(input(u + gate, 0) + state(u + gate, 0)));
    packed.push_back(static_cast<float>(input(u + 2, 0)));
    packed.push_back(static_cast<float>(state(u + 2, 0)));
  }
  return packed;
}

kernels::Floats pack_rows(const Matrix& rows, std::size_t step) {
  const auto columns = static_cast<std::size_t>(rows.cols());
  const auto width = (columns + step - 1) / step * step;
  kernels::Floats packed(static_cast<std::size_t>(rows.rows()) * width);
  for (Eigen::Index r = 0; r < rows.rows(); ++r)
    for (Eigen::Index c = 0; c < rows.cols(); ++c)
      packed[static_cast<std::size_t>(r) * width + static_cast<std::size_t>(c)] =
          static_cast<float>(rows(r, c));
  return packed;
}

}  // namespace graphvq
