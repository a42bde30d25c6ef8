#pragma once

#include "libgraphvq/method/chunk/pair_layer.hpp"

namespace graphvq {

/// The chunk decoder's weights as the kernels want them: linear layers that follow one another are
/// folded (the pairs' second layer, after the mean, and the bits' embedding go into the first
/// cell).
struct ChunkWeights {
  ChunkWeights(const ChunkConfig& config, const Tensors& weights, const CodeTable& table);

  ChunkConfig config;
  PairLayer pairs;
  std::vector<kernels::Cell> cells;  // the first takes [bits of the last chunk; pooled pairs]
  kernels::Floats start;             // bias of the first cell at the first chunk
  kernels::Dense readout;            // chunk: [B, h]; pair: [1, h]
  kernels::Floats head;              // pair: what a pair's hidden layer adds to its logit
  kernels::Cell cell;                // ar: over bits
  kernels::Dense cell_gates;         // ar: what s_q adds to the cell's gates
  std::vector<kernels::Dense> bits;  // ar: readout of each bit

 private:
  void load_stack(const Tensors& weights, const Matrix& second, const Vector& second_bias);
  void load_cell(const Tensors& weights);
};

}  // namespace graphvq
