#pragma once

#include "libgraphvq/method/structural/net_batch.hpp"

namespace graphvq {

/// The structural decoder, with codes of its own (joint) or given ones. A term is a decision; the
/// loss adds the codes' cross-entropy where it draws them.
class StructuralNet : public Model {
 public:
  explicit StructuralNet(const StructuralConfig& config);

  std::int64_t terms(const Record& record) const override;
  /// Jointly, of the code of a single node, too, which has no decision.
  bool learns_from(const Record& record) const override;
  ShardLoss loss(const Shard& shard) override;
  /// Takes the codes' shares from the data, and scales the first weights.
  void prepare(std::span<const Record> train, std::uint64_t seed) override;
  std::uint64_t parameter_count() const override;

  struct Logits {
    torch::Tensor codes;      // [n, K], joint alone
    torch::Tensor decisions;  // [decisions], in the order of row_decisions()
  };
  /// Teacher-forced, of one graph.
  Logits logits(const Record& record);

 private:
  struct Nodes {
    torch::Tensor left, right, value;  // [rows, h]: L_j, R_i and P z of each node
    torch::Tensor codes;               // [rows, K] logits, joint alone
  };
  using Weights = std::vector<torch::Tensor>;
  using Masks = std::function<torch::Tensor(const torch::Tensor& like)>;  // of dropout

  torch::nn::Linear linear(const std::string& name, std::int64_t in, bool bias = false);
  torch::Tensor embedding(const std::string& name, std::int64_t rows);
  torch::Tensor tokens(const StructuralBatch& batch);
  Nodes nodes(const StructuralBatch& batch, const Masks& drop);
  Weights decision_weights(const Nodes& nodes) const;
  static torch::Tensor decide(const DecisionBlock& block, const Weights& weights,
                              const torch::Tensor& mask);
  StructuralBatch batch(const std::vector<const Record*>& records) const;

  StructuralConfig config_;
  std::int64_t h_;
  torch::Tensor embedding_;
  Gru forward_{nullptr}, backward_{nullptr}, row_{nullptr};
  torch::nn::Linear left_{nullptr}, right_{nullptr}, enter_{nullptr}, size_{nullptr};
  torch::nn::Linear product_{nullptr}, spread_{nullptr}, value_{nullptr}, chosen_{nullptr};
  torch::nn::Linear row_left_{nullptr}, oldest_{nullptr}, frontier_{nullptr}, counts_{nullptr};
  std::vector<torch::nn::Linear> own_, neighbour_;
  torch::Tensor table_, degrees_, spans_, nodes_left_, quota_, share_;
  torch::nn::Sequential edge_{nullptr}, code_{nullptr};
};

}  // namespace graphvq
