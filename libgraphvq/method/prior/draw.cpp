#include <algorithm>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/base/parallel.hpp"
#include "libgraphvq/base/random.hpp"
#include "libgraphvq/method/prior/draw.hpp"
#include "libgraphvq/nn/native/lanes.hpp"
#include "libgraphvq/nn/native/weights.hpp"

namespace graphvq {

using kernels::Floats;
using kernels::lane_stride;

struct PriorSampler::Impl {
  PriorConfig config;
  std::vector<kernels::Cell> cells;
  // The first layer's gates for each code of the vocabulary: its input has no other values.
  Floats inputs;  // [K + 2, width]
  std::size_t width = 0;
  kernels::Dense output;  // [K + 2, h]
  kernels::Dense codes;   // its first K rows

  Impl(const PriorConfig& c, const Tensors& weights) : config(c) {
    const auto h = static_cast<std::int64_t>(c.hidden);
    Matrix embedding = matrix(weights, "embedding.weight", c.vocabulary(), h);
    if (c.label_embedding)
      embedding.topRows(c.codes) += matrix(weights, "label_embedding.weight", c.codes, h);
    for (std::uint32_t layer = 0; layer < c.layers; ++layer) {
      auto parts = gates(weights, "gru.", "_l" + std::to_string(layer), h, h);
      if (layer == 0) {
        Vector bias = parts.input_bias;
        bias.head(2 * h) += parts.state_bias.head(2 * h);
        Matrix rows = embedding.lazyProduct(parts.input.transpose());
        rows.rowwise() += bias.transpose();
        inputs = pack_rows(by_unit(rows.transpose()).transpose(), 4);
        width = inputs.size() / c.vocabulary();
        parts.input.resize(3 * h, 0);
      }
      cells.push_back(pack(parts));
    }
    const Matrix w = matrix(weights, "output.weight", c.vocabulary(), h);
    const Vector b = vector(weights, "output.bias", c.vocabulary());
    output = pack(w, b);
    codes = pack(w.topRows(c.codes), b.head(c.codes));
  }

  /// Runs a group of sequences of `steps`, longest first. settle(position, logits, active, codes)
  /// sees the logits [rows, lane_stride] of the first `active` lanes and gives each its code.
  template <class Settle>
  void run(const std::vector<std::uint32_t>& group, std::span<const std::uint32_t> steps,
           const kernels::Dense& layer, const Settle& settle) const {
    StackState state(cells);
    Floats gate_rows(width * lane_stride);
    Floats logits(layer.padded() * lane_stride);
    std::vector<std::uint32_t, kernels::Aligned<std::uint32_t>> current(lane_stride,
                                                                        config.start());
    std::vector<const float*> rows(lane_stride);
    std::size_t active = group.size();
    for (std::uint32_t position = 0;; ++position) {
      while (active && steps[group[active - 1]] <= position) --active;
      if (active == 0) return;
      const auto lanes = lanes_for(active);
      for (std::size_t lane = 0; lane < lanes; ++lane)
        rows[lane] = inputs.data() + current[lane] * width;
      kernels::transpose(rows.data(), width, gate_rows.data(), lanes);
      const float* top = state.advance(cells.front().bias.data(), gate_rows.data(), nullptr, lanes);
      kernels::dense(layer, top, logits.data(), lanes);
      settle(position, logits.data(), active, current.data());
    }
  }
};

PriorSampler::PriorSampler(const PriorConfig& config, const Tensors& weights)
    : impl_(std::make_unique<Impl>(config, weights)) {}
PriorSampler::~PriorSampler() = default;

std::vector<std::vector<std::uint32_t>> PriorSampler::sample(std::span<const std::uint32_t> sizes,
                                                             const Draw& draw) const {
  std::vector<std::vector<std::uint32_t>> result(sizes.size());
  const auto groups = lane_groups(sizes, draw.threads);
  parallel(groups.size(), draw.threads, [&](unsigned, std::size_t index) {
    const auto& group = groups[index];
    auto streams = streams_of(group, draw, Purpose::codes);
    for (const auto g : group) result[g].reserve(sizes[g]);
    Floats u(lane_stride);
    impl_->run(group, sizes, impl_->codes,
               [&](std::uint32_t, float* logits, std::size_t active, std::uint32_t* codes) {
                 for (std::size_t lane = 0; lane < active; ++lane) {
                   for (std::uint32_t k = 0; k < impl_->config.codes; ++k)
                     require_finite(logits[k * lane_stride + lane], draw.first + group[lane]);
                   u[lane] = streams[lane].uniform_float();
                 }
                 kernels::draw(logits, impl_->config.codes,
                               static_cast<float>(draw.node_temperature), u.data(), codes,
                               lanes_for(active));
                 for (std::size_t lane = 0; lane < active; ++lane)
                   result[group[lane]].push_back(codes[lane]);
               });
  });
  return result;
}

std::vector<std::vector<float>> PriorSampler::logits(
    std::span<const std::span<const std::uint32_t>> codes, unsigned threads) const {
  const std::size_t rows = impl_->config.vocabulary();
  std::vector<std::vector<float>> result(codes.size());
  std::vector<std::uint32_t> steps;
  for (std::size_t g = 0; g < codes.size(); ++g) {
    for (const auto code : codes[g])
      if (code >= impl_->config.codes)
        throw Error("code " + std::to_string(code) + " under a prior of " +
                    std::to_string(impl_->config.codes) + " codes");
    steps.push_back(static_cast<std::uint32_t>(codes[g].size() + 1));
    result[g].resize(steps.back() * rows);
  }
  const auto groups = lane_groups(steps, threads);
  parallel(groups.size(), threads, [&](unsigned, std::size_t index) {
    const auto& group = groups[index];
    impl_->run(
        group, steps, impl_->output,
        [&](std::uint32_t position, const float* logits, std::size_t active, std::uint32_t* next) {
          for (std::size_t lane = 0; lane < active; ++lane) {
            const auto g = group[lane];
            for (std::size_t k = 0; k < rows; ++k) {
              require_finite(logits[k * lane_stride + lane], g);
              result[g][position * rows + k] = logits[k * lane_stride + lane];
            }
            if (position < codes[g].size()) next[lane] = codes[g][position];
          }
        });
  });
  return result;
}

std::vector<float> PriorSampler::logits(std::span<const std::uint32_t> codes) const {
  return std::move(logits(std::span(&codes, 1), 1).front());
}

}  // namespace graphvq
