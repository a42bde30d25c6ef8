#include "libgraphvq/nn/torch/net.hpp"
#include "tests/seam/coin/config.hpp"

namespace graphvq {

namespace {

/// A term is a pair of nodes.
class CoinNet final : public Model {
 public:
  explicit CoinNet(double start) : start_(start) {
    logit_ = register_parameter("logit", torch::full({1}, start));
  }
  std::int64_t terms(const Record& record) const override {
    const std::int64_t n = record.graph.n;
    return n * (n - 1) / 2;
  }
  void prepare(std::span<const Record>, std::uint64_t) override {
    const torch::NoGradGuard no_grad;
    logit_.fill_(start_);
  }
  ShardLoss loss(const Shard& shard) override {
    double pairs = 0, edges = 0;
    for (const auto* record : shard.records) {
      pairs += static_cast<double>(terms(*record));
      edges += static_cast<double>(record->graph.edges.size());
    }
    namespace F = torch::nn::functional;
    return {(F::softplus(logit_) * pairs - logit_ * edges).sum(), {}};
  }

 private:
  double start_;
  torch::Tensor logit_;
};

const Known known({.kind = "baseline",
                   .name = "coin",
                   .make = [](const Setup& setup) -> std::shared_ptr<Model> {
                     return std::make_shared<CoinNet>(static_cast<const CoinSetup&>(setup).start);
                   }});

}  // namespace

}  // namespace graphvq
