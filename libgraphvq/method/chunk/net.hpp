#pragma once

#include "libgraphvq/method/chunk/config.hpp"
#include "libgraphvq/method/tokenizer/code_table.hpp"
#include "libgraphvq/nn/torch/gru.hpp"
#include "libgraphvq/nn/torch/model.hpp"

namespace graphvq {

struct ChunkBatch;

/// A batch of graphs whose edges are being drawn, chunk by chunk: place p of chunk q is graph
/// packing.order[p], and the first packing.sizes[q] places are alive.
struct ChunkDraft {
  Packing packing;
  torch::Tensor pool;    // [rows, h] input of each chunk
  torch::Tensor direct;  // [rows, B] what each pair adds to its own logit; Readout::pair alone
  torch::Tensor state;   // [layers, alive, h]
  torch::Tensor top;     // [alive, h] s_q
  torch::Tensor logits;  // [alive, B] all but Readout::ar
  torch::Tensor cell;    // [alive, h] Readout::ar alone
  std::int64_t chunk = -1;

  std::int64_t chunks() const { return static_cast<std::int64_t>(packing.sizes.size()); }
};

/// The chunk decoder (Eq. 8 to 11): a term is a pair. Pairs run row-major, B a chunk, the last
/// chunk padded and masked.
class ChunkNet : public Model {
 public:
  /// A table of more codes than the configuration's is one whose further rows corruption leaves
  /// out.
  ChunkNet(const ChunkConfig& config, const CodeTable& table);

  std::int64_t terms(const Record& record) const override;
  ShardLoss loss(const Shard& shard) override;

  /// Teacher-forced logits of all pairs in row-major order, [n (n - 1) / 2], on the codes as they
  /// are.
  torch::Tensor logits(std::span<const std::uint32_t> codes, std::span<const Edge> edges);

  /// Sampling: all that does not depend on edges. Then for each chunk `advance`, and for each bit
  /// `bit_logits` in turn.
  ChunkDraft begin(std::span<const std::vector<std::uint32_t>> codes);
  /// To the next chunk, given the bits of the last one for its places [alive then, B] (ignored
  /// before the first). Bits beyond a graph's pairs must be 0.
  void advance(ChunkDraft& draft, const torch::Tensor& bits);
  /// Logits [alive] of bit b given bit b - 1 of this chunk [alive] (ignored for b = 0).
  torch::Tensor bit_logits(ChunkDraft& draft, std::int64_t b, const torch::Tensor& previous);

 private:
  struct Inputs {
    torch::Tensor pool;    // [rows, h]
    torch::Tensor direct;  // [rows, B], Readout::pair alone
  };
  Inputs inputs(const ChunkBatch& batch);
  torch::Tensor forward(const ChunkBatch& batch);                             // logits [rows, B]
  torch::Tensor read(const torch::Tensor& top, const torch::Tensor& direct);  // logits [rows, B]
  torch::Tensor join(const torch::Tensor& embedded, const torch::Tensor& pool) const;

  ChunkConfig config_;
  CodeTable table_;
  torch::nn::Sequential pair_;
  torch::nn::Linear bits_;
  torch::Tensor start_;  // [h]
  Gru gru_;
  torch::nn::Linear readout_;
  GruWeights cell_;  // Readout::ar alone
};

}  // namespace graphvq
