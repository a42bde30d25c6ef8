#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "libgraphvq/nn/torch/torch.hpp"

namespace graphvq {

/// Sequences of unequal length without padding: the longest stand first, the rows of a step lie
/// together, and the first sizes[t] sequences are alive at step t.
struct Packing {
  std::vector<std::int64_t> order;    // order[p]: which sequence stands at place p; ties by number
  std::vector<std::int64_t> sizes;    // sequences alive at each step, never growing, each > 0
  std::vector<std::int64_t> offsets;  // first row of each step
  std::int64_t rows = 0;              // sum of all lengths
};

/// Sequences of length 0 stand last and are alive at no step.
Packing pack(std::span<const std::int64_t> lengths);

/// The four tensors of one layer, as torch.nn.GRU has them (gates r, z, n).
struct GruWeights {
  torch::Tensor weight_ih;  // [3h, in]
  torch::Tensor weight_hh;  // [3h, h]
  torch::Tensor bias_ih;    // [3h]
  torch::Tensor bias_hh;    // [3h]
};

/// One layer over packed rows [rows, in] to [rows, h], differentiable in all tensors. `initial`
/// [sizes[0], h] may be undefined: zeros. Fused on the CPU (float and double), torch's own on CUDA.
torch::Tensor gru_layer(const torch::Tensor& input, std::span<const std::int64_t> sizes,
                        const torch::Tensor& initial, const GruWeights& weights);

/// A stack of layers with the parameter names of torch.nn.GRU. All recurrent models go through it.
class GruImpl : public torch::nn::Module {
 public:
  GruImpl(std::int64_t input, std::int64_t hidden, std::int64_t layers);

  /// [rows, in] to [rows, h] of the last layer, from zero states.
  torch::Tensor forward(const torch::Tensor& input, const Packing& packing);
  /// [layers, batch, h] of zeros.
  torch::Tensor zero_state(std::int64_t batch) const;
  /// One step of torch's own cells: [batch, in] to [batch, h] of the last layer; `state` [layers,
  /// batch, h] moves on.
  torch::Tensor step(const torch::Tensor& input, torch::Tensor& state);

 private:
  std::int64_t hidden_;
  std::vector<GruWeights> layers_;
};
TORCH_MODULE(Gru);

}  // namespace graphvq
