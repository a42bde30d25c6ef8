#include <algorithm>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/base/parallel.hpp"
#include "libgraphvq/base/random.hpp"
#include "libgraphvq/method/chunk/draw.hpp"
#include "libgraphvq/method/chunk/group.hpp"

namespace graphvq {

using kernels::lane_stride;

struct ChunkSampler::Impl {
  ChunkWeights weights;

  /// Calls work(positions in codes, group) for groups of all graphs.
  template <class Codes, class Work>
  void run(const Codes& codes, unsigned threads, const Work& work,
           const Advance& advance = {}) const {
    std::vector<std::uint32_t> sizes;
    std::map<std::uint32_t, kernels::Floats> positions;
    for (std::span<const std::uint32_t> row : codes) {
      for (const auto code : row)
        if (code >= weights.config.codes)
          throw Error("code " + std::to_string(code) + " under an edge decoder of " +
                      std::to_string(weights.config.codes) + " codes");
      const auto n = static_cast<std::uint32_t>(row.size());
      sizes.push_back(n);
      if (n > 1 && !positions.contains(n)) positions.emplace(n, weights.pairs.positions(n));
    }
    const auto groups = lane_groups(sizes, threads);
    Tally tally(advance);
    parallel(groups.size(), threads, [&](unsigned worker, std::size_t index) {
      std::vector<std::span<const std::uint32_t>> rows;
      for (const auto g : groups[index]) rows.emplace_back(codes[g]);
      ChunkGroup group(weights, rows, positions);
      work(groups[index], group);
      tally.add(worker, rows.size());
    });
    tally.finish();
  }
};

ChunkSampler::ChunkSampler(const ChunkConfig& config, const Tensors& weights,
                           const CodeTable& table)
    : impl_(new Impl{{config, weights, table}}) {}
ChunkSampler::~ChunkSampler() = default;

std::vector<std::vector<Edge>> ChunkSampler::sample(
    std::span<const std::vector<std::uint32_t>> codes, const Draw& draw) const {
  const auto temperature = static_cast<float>(draw.temperature);
  std::vector<std::vector<Edge>> result(codes.size());
  impl_->run(codes, draw.threads, [&](std::span<const std::uint32_t> members, ChunkGroup& group) {
    auto streams = streams_of(members, draw, Purpose::edges);
    kernels::Floats p(lane_stride);
    while (group.advance())
      for (std::size_t b = 0; b < impl_->weights.config.chunk; ++b) {
        const auto active = group.active();
        const float* logits = group.logits(b);
        kernels::probabilities(logits, temperature, p.data(), lanes_for(active));
        float* bits = group.bits(b);
        for (std::size_t lane = 0; lane < active; ++lane) {
          if (b >= group.count(lane)) continue;
          require_finite(logits[lane], draw.first + members[lane]);
          const bool edge = chance(draw, p[lane], streams[lane].uniform_float());
          bits[lane] = edge ? 1.0F : 0.0F;
          if (edge) result[members[lane]].push_back(group.pair(lane, b));
        }
      }
  });
  return result;
}

std::vector<std::vector<Decision>> ChunkSampler::decisions(std::span<const Forced> graphs,
                                                           unsigned threads,
                                                           const Advance& advance) const {
  std::vector<std::span<const std::uint32_t>> codes;
  for (const auto& graph : graphs) codes.push_back(graph.codes);
  std::vector<std::vector<Decision>> result(graphs.size());
  const auto force = [&](std::span<const std::uint32_t> members, ChunkGroup& group) {
    std::vector<std::span<const Edge>> ahead;
    for (const auto g : members) {
      ahead.push_back(graphs[g].edges);
      result[g].reserve(codes[g].size() * (codes[g].size() - 1) / 2);
    }
    while (group.advance())
      for (std::size_t b = 0; b < impl_->weights.config.chunk; ++b) {
        const float* logits = group.logits(b);
        float* bits = group.bits(b);
        for (std::size_t lane = 0; lane < group.active(); ++lane) {
          if (b >= group.count(lane)) continue;
          const bool edge = !ahead[lane].empty() && ahead[lane].front() == group.pair(lane, b);
          require_finite(logits[lane], members[lane]);
          result[members[lane]].push_back({logits[lane], edge});
          bits[lane] = edge ? 1.0F : 0.0F;
          if (edge) ahead[lane] = ahead[lane].subspan(1);
        }
      }
  };
  impl_->run(codes, threads, force, advance);
  return result;
}

std::vector<std::vector<float>> ChunkSampler::logits(std::span<const Forced> graphs,
                                                     unsigned threads) const {
  std::vector<std::vector<float>> result;
  for (const auto& graph : decisions(graphs, threads)) {
    auto& row = result.emplace_back();
    for (const auto& decision : graph) row.push_back(decision.logit);
  }
  return result;
}

std::vector<float> ChunkSampler::logits(std::span<const std::uint32_t> codes,
                                        std::span<const Edge> edges) const {
  const Forced graph{codes, edges};
  return std::move(logits(std::span(&graph, 1), 1).front());
}

}  // namespace graphvq
