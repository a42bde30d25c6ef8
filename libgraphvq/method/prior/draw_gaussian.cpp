#include "libgraphvq/method/prior/draw_gaussian.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/base/parallel.hpp"
#include "libgraphvq/base/random.hpp"
#include "libgraphvq/nn/native/lanes.hpp"
#include "libgraphvq/nn/native/weights.hpp"

namespace graphvq {

using kernels::Floats;
using kernels::lane_stride;

struct GaussianPriorSampler::Impl {
  PriorConfig config;
  std::vector<kernels::Cell> cells;  // the first takes the token before: the input layer is folded
  kernels::Dense moments;            // [2 l, h]

  Impl(const PriorConfig& c, const Tensors& weights) : config(c) {
    const auto h = static_cast<std::int64_t>(c.hidden), l = static_cast<std::int64_t>(c.latent);
    for (std::uint32_t layer = 0; layer < c.layers; ++layer) {
      auto parts = gates(weights, "gru.", "_l" + std::to_string(layer), h, h);
      if (layer == 0) {
        parts.input_bias += parts.input.lazyProduct(vector(weights, "input.bias", h));
        parts.input = parts.input.lazyProduct(matrix(weights, "input.weight", h, l)).eval();
      }
      cells.push_back(pack(parts));
    }
    Matrix rows(2 * l, h);
    rows << matrix(weights, "mean.weight", l, h), matrix(weights, "log_variance.weight", l, h);
    Vector bias(2 * l);
    bias << vector(weights, "mean.bias", l), vector(weights, "log_variance.bias", l);
    moments = pack(rows, bias);
  }

  /// Runs a group of sequences of `steps` tokens, longest first. settle(position, moments, active,
  /// tokens) sees the moments [2 l, lane_stride], log-variances cut, of the first `active` lanes
  /// and gives each its token, a column of [l, lane_stride].
  template <class Settle>
  void run(const std::vector<std::uint32_t>& group, std::span<const std::uint32_t> steps,
           const Settle& settle) const {
    StackState state(cells);
    Floats tokens(config.latent * lane_stride);
    Floats out(moments.padded() * lane_stride);
    std::size_t active = group.size();
    for (std::uint32_t position = 0;; ++position) {
      while (active && steps[group[active - 1]] <= position) --active;
      if (active == 0) return;
      const auto lanes = lanes_for(active);
      const float* top = state.advance(cells.front().bias.data(), nullptr, tokens.data(), lanes);
      kernels::dense(moments, top, out.data(), lanes);
      const auto cut = std::span(out).subspan(config.latent * lane_stride);
      for (float& x : cut) x = std::clamp(x, -log_variance_reach, log_variance_reach);
      settle(position, out.data(), active, tokens.data());
    }
  }
};

GaussianPriorSampler::GaussianPriorSampler(const PriorConfig& config, const Tensors& weights)
    : impl_(std::make_unique<Impl>(config, weights)) {}
GaussianPriorSampler::~GaussianPriorSampler() = default;

std::vector<std::vector<float>> GaussianPriorSampler::sample(std::span<const std::uint32_t> sizes,
                                                             const Draw& draw) const {
  const std::size_t width = impl_->config.latent;
  const auto spread = static_cast<float>(std::sqrt(draw.node_temperature));
  std::vector<std::vector<float>> result(sizes.size());
  const auto groups = lane_groups(sizes, draw.threads);
  parallel(groups.size(), draw.threads, [&](unsigned, std::size_t index) {
    const auto& group = groups[index];
    auto streams = streams_of(group, draw, Purpose::codes);
    for (const auto g : group) result[g].reserve(sizes[g] * width);
    impl_->run(group, sizes,
               [&](std::uint32_t, const float* moments, std::size_t active, float* tokens) {
                 for (std::size_t lane = 0; lane < active; ++lane)
                   for (std::size_t u = 0; u < width; ++u) {
                     const float deviation =
                         spread * std::exp(moments[(width + u) * lane_stride + lane] / 2);
                     const auto noise = static_cast<float>(streams[lane].normal());
                     const float x = moments[u * lane_stride + lane] + deviation * noise;
                     tokens[u * lane_stride + lane] = x;
                     result[group[lane]].push_back(x);
                   }
               });
  });
  return result;
}

std::vector<float> GaussianPriorSampler::moments(std::span<const float> tokens) const {
  const std::size_t width = impl_->config.latent;
  if (tokens.size() % width != 0)
    throw Error("tokens that are no vectors of " + std::to_string(width) + " numbers");
  std::vector<float> result(2 * tokens.size());
  const auto steps = static_cast<std::uint32_t>(tokens.size() / width);
  impl_->run({0}, std::span(&steps, 1),
             [&](std::uint32_t position, const float* moments, std::size_t, float* next) {
               for (std::size_t u = 0; u < 2 * width; ++u)
                 result[position * 2 * width + u] = moments[u * lane_stride];
               for (std::size_t u = 0; u < width; ++u)
                 next[u * lane_stride] = tokens[position * width + u];
             });
  return result;
}

double GaussianPriorSampler::nll(std::span<const float> tokens) const {
  const std::size_t width = impl_->config.latent;
  const auto all = moments(tokens);
  double sum = 0;
  for (std::size_t k = 0; k < tokens.size(); ++k) {
    const auto* row = all.data() + k / width * 2 * width + k % width;
    const double off = double{tokens[k]} - row[0], log_variance = row[width];
    sum += log_variance + off * off / std::exp(log_variance) + std::log(2 * std::numbers::pi);
  }
  return sum / 2;
}

}  // namespace graphvq
