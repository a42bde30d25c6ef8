#include "libgraphvq/method/chunk/weights.hpp"

namespace graphvq {

ChunkWeights::ChunkWeights(const ChunkConfig& c, const Tensors& weights, const CodeTable& table)
    : config(c), pairs(c, weights, table) {
  const auto h = static_cast<Eigen::Index>(c.hidden);
  const Matrix second = matrix(weights, "pair.2.weight", h, h);
  const Vector second_bias = vector(weights, "pair.2.bias", h);
  load_stack(weights, second, second_bias);
  if (c.readout == Readout::chunk)
    readout = pack(matrix(weights, "readout.weight", c.chunk, h),
                   vector(weights, "readout.bias", c.chunk));
  if (c.readout == Readout::ar) load_cell(weights);
  if (c.readout == Readout::pair) {
    const Matrix w = matrix(weights, "readout.weight", 1, 2 * h);
    const Matrix own = w.rightCols(h);
    head = pack_rows(own.lazyProduct(second), kernels::lane_step);
    const Vector bias = vector(weights, "readout.bias", 1) + own.lazyProduct(second_bias);
    readout = pack(w.leftCols(h), bias);
  }
}

void ChunkWeights::load_stack(const Tensors& weights, const Matrix& second,
                              const Vector& second_bias) {
  const auto h = static_cast<Eigen::Index>(config.hidden);
  const auto chunk = static_cast<Eigen::Index>(config.chunk);
  const bool concat = config.chunk_input == ChunkInput::concat;
  for (std::uint32_t layer = 0; layer < config.layers; ++layer) {
    auto parts =
        gates(weights, "gru.", "_l" + std::to_string(layer), layer == 0 && concat ? 2 * h : h, h);
    if (layer == 0) {
      const Matrix from_bits = parts.input.leftCols(h);
      const Matrix from_pool = parts.input.rightCols(h);
      const Matrix embedding = matrix(weights, "bits.weight", h, chunk);
      parts.input.resize(3 * h, chunk + h);
      parts.input << from_bits.lazyProduct(embedding), from_pool.lazyProduct(second);
      const Vector bias = parts.input_bias + from_pool.lazyProduct(second_bias);
      start =
          pack_bias(bias + from_bits.lazyProduct(vector(weights, "start", h)), parts.state_bias);
      parts.input_bias = bias + from_bits.lazyProduct(vector(weights, "bits.bias", h));
    }
    cells.push_back(pack(parts));
  }
}

void ChunkWeights::load_cell(const Tensors& weights) {
  const auto h = static_cast<Eigen::Index>(config.hidden);
  auto parts = gates(weights, "cell.", "", h + 1, h);
  Vector bias = parts.input_bias;
  bias.head(2 * h) += parts.state_bias.head(2 * h);
  cell_gates = pack(by_unit(parts.input.leftCols(h)), by_unit(bias));
  parts.input = parts.input.rightCols(1).eval();
  cell = pack(parts);
  const Matrix w = matrix(weights, "readout.weight", config.chunk, h);
  const Vector b = vector(weights, "readout.bias", config.chunk);
  for (Eigen::Index row = 0; row < w.rows(); ++row)
    bits.push_back(pack(w.row(row), b.segment(row, 1)));
}

}  // namespace graphvq
