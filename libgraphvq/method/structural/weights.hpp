#pragma once

#include <vector>

#include "libgraphvq/base/tensor.hpp"
#include "libgraphvq/method/structural/config.hpp"
#include "libgraphvq/nn/native/kernels.hpp"

namespace graphvq {

/// A GRU over rows: gates r, z, n side by side, each padded.
struct RowGru {
  kernels::RowLayer input, state;
};

/// The tensors of a structural decoder (StructuralConfig) as the row kernels want them. A node's
/// input is its code's embedding (joint), else the two halves of the context, each padded.
struct StructuralWeights {
  StructuralWeights(const StructuralConfig& config, const Tensors& tensors);

  const float* feature(std::size_t at) const { return table.data() + at * width; }

  StructuralConfig config;
  std::size_t width = 0;                 // of a row
  kernels::Floats embedding;             // [K, width]
  RowGru forward, backward, row;         // the first two not joint
  kernels::RowLayer left, right, enter;  // of the node's input
  kernels::RowLayer size, product, spread, value, chosen, row_left, oldest, frontier;
  std::vector<kernels::RowLayer> own, neighbour;
  kernels::Floats table;  // [features, width]
  kernels::RowLayer edge;
  kernels::Floats edge_head;  // [width]
  float edge_bias = 0;
  // Joint alone.
  kernels::Floats degrees, spans, nodes_left;  // [., width]
  kernels::RowLayer counts, code, code_head;
  std::vector<float> quota;  // [K, 49]
  std::vector<float> share;  // [K]
};

}  // namespace graphvq
