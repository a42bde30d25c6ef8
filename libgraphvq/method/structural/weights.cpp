#include "libgraphvq/method/structural/weights.hpp"

#include "libgraphvq/graph/partial_graph.hpp"
#include "libgraphvq/nn/native/weights.hpp"

namespace graphvq {

namespace {

using kernels::row_width;
using kernels::RowLayer;

class Reader {
 public:
  Reader(const Tensors& tensors, std::int64_t hidden) : tensors_(tensors), h_(hidden) {}

  /// `parts` equal parts of outputs, and of inputs, each padded by itself.
  RowLayer pack(const Matrix& weights, const Vector& bias, std::size_t output_parts,
                std::size_t input_parts) const {
    const auto rows = static_cast<std::size_t>(weights.rows()) / output_parts;
    const auto columns = static_cast<std::size_t>(weights.cols()) / input_parts;
    const std::size_t padded = row_width(rows);
    const std::size_t stride = input_parts > 1 ? row_width(columns) : columns;
    RowLayer layer{stride * input_parts, padded * output_parts, {}, {}};
    layer.weights.assign(layer.inputs * layer.outputs, 0);
    layer.bias.assign(layer.outputs, 0);
    const auto output = [&](std::size_t row) { return row / rows * padded + row % rows; };
    for (std::size_t row = 0; row < rows * output_parts; ++row) {
      const auto r = static_cast<Eigen::Index>(row);
      layer.bias[output(row)] = static_cast<float>(bias(r));
      for (std::size_t column = 0; column < columns * input_parts; ++column)
        layer
            .weights[(column / columns * stride + column % columns) * layer.outputs + output(row)] =
            static_cast<float>(weights(r, static_cast<Eigen::Index>(column)));
    }
    return layer;
  }

  RowLayer linear(const std::string& name, std::int64_t rows, std::int64_t columns,
                  std::size_t input_parts = 1) const {
    return pack(matrix(tensors_, name + ".weight", rows, columns),
                vector(tensors_, name + ".bias", rows), 1, input_parts);
  }
  RowLayer square(const std::string& name, std::int64_t columns = 0) const {
    return pack(matrix(tensors_, name + ".weight", h_, columns ? columns : h_), Vector::Zero(h_), 1,
                1);
  }
  RowGru gru(const std::string& prefix) const {
    const Gates parts = gates(tensors_, prefix, "_l0", h_, h_);
    return {pack(parts.input, parts.input_bias, 3, 1), pack(parts.state, parts.state_bias, 3, 1)};
  }
  kernels::Floats embedding(const std::string& name, std::int64_t rows) const {
    return pack_rows(matrix(tensors_, name + ".weight", rows, h_), kernels::lane_step);
  }

 private:
  const Tensors& tensors_;
  std::int64_t h_;
};

}  // namespace

StructuralWeights::StructuralWeights(const StructuralConfig& c, const Tensors& tensors)
    : config(c), width(row_width(c.hidden)) {
  const std::int64_t h = c.hidden, codes = c.codes, inputs = c.context_width();
  const std::size_t parts = c.joint ? 1 : 2;
  const Reader read(tensors, h);
  embedding = read.embedding("embedding", codes);
  if (!c.joint) {
    forward = read.gru("context.forward.");
    backward = read.gru("context.backward.");
  }
  row = read.gru("row.");
  left = read.linear("left", h, inputs, parts);
  right = read.linear("right", h, inputs, parts);
  enter = read.linear("enter", h, inputs, parts);
  size = read.linear("size", h, 4);
  product = read.square("product");
  spread = read.square("spread");
  value = read.square("value");
  chosen = read.square("chosen");
  row_left = read.square("row_left");
  oldest = read.square("oldest");
  frontier = read.square("frontier");
  for (std::uint32_t pass = 0; pass < c.passes; ++pass) {
    own.push_back(read.linear("own_" + std::to_string(pass), h, h));
    neighbour.push_back(read.square("neighbour_" + std::to_string(pass)));
  }
  table = read.embedding("table", feature_offsets.back());
  edge = read.linear("edge.0", h, h);
  edge_head = pack_rows(matrix(tensors, "edge.2.weight", 1, h), kernels::lane_step);
  edge_bias = static_cast<float>(vector(tensors, "edge.2.bias", 1)(0));
  if (!c.joint) return;
  degrees = read.embedding("degree_embedding", 32);
  spans = read.embedding("span_embedding", 66);
  nodes_left = read.embedding("left_embedding", 130);
  counts = read.square("counts", 2 * codes);
  code = read.linear("code.0", h, h);
  code_head = read.linear("code.2", codes, h);
  const auto values = find(tensors, "quota", DType::f32, {codes, 2 * quota_reach + 1}).as<float>();
  quota.assign(values.begin(), values.end());
  const auto shares = find(tensors, "share", DType::f32, {codes}).as<float>();
  share.assign(shares.begin(), shares.end());
}

}  // namespace graphvq
