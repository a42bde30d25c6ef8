#include <algorithm>
#include <cmath>

#include "libgraphvq/base/random.hpp"
#include "tests/seam/coin/config.hpp"

namespace graphvq {

namespace {

class CoinGenerator final : public Generator {
 public:
  explicit CoinGenerator(const Trained& model)
      : logit_(find(model.tensors, "logit", DType::f32, {1}).as<float>().front()) {}

  void draw(std::span<Record> records, const Draw& draw) const override {
    const auto p = static_cast<float>(1 / (1 + std::exp(-logit_ / draw.temperature)));
    for (std::size_t r = 0; r < records.size(); ++r) {
      Stream stream(draw.seed, Purpose::edges, draw.first + r);
      auto& graph = records[r].graph;
      for (Node i = 0; i < graph.n; ++i)
        for (Node j = i + 1; j < graph.n; ++j)
          if (chance(draw, p, stream.uniform_float())) graph.edges.push_back({i, j});
    }
  }

  Scores score(std::span<const Record> records, const Scoring&) const override {
    Scores scores;
    for (const auto& record : records) {
      const auto& graph = record.graph;
      auto& decisions = scores.decisions.emplace_back();
      double nll = 0;
      for (Node i = 0; i < graph.n; ++i)
        for (Node j = i + 1; j < graph.n; ++j) {
          const bool edge = std::ranges::binary_search(graph.edges, Edge{i, j});
          decisions.push_back({logit_, edge});
          nll += std::log1p(std::exp(edge ? -logit_ : logit_));
        }
      scores.nll.push_back(nll);
    }
    return scores;
  }

 private:
  float logit_;
};

}  // namespace

std::vector<Method> coin_methods() {
  return {{.kind = "baseline",
           .name = "coin",
           .help = "one density for all pairs",
           .setup = []() -> std::unique_ptr<Setup> { return std::make_unique<CoinSetup>(); },
           .open = [](const Trained& model) -> std::unique_ptr<Generator> {
             return std::make_unique<CoinGenerator>(model);
           },
           .training = {.epochs = 4, .lr = .1}}};
}

}  // namespace graphvq
