#include <algorithm>
#include <limits>
#include <optional>

#include "libgraphvq/graph/error.hpp"
#include "libgraphvq/graph/order.hpp"
#include "libgraphvq/sample/sampler.hpp"
#include "libgraphvq/sample/weights.hpp"

namespace graphvq {

namespace {

/// A linear layer whose weights stand by input, so that zeros of the input cost nothing.
struct ByInput {
  std::vector<float> weights;  // [in, out]
  std::vector<float> bias;

  ByInput(const Tensors& tensors, const std::string& name, std::int64_t out, std::int64_t in)
      : weights(static_cast<std::size_t>(out * in)) {
    const auto w = find(tensors, name + ".weight", DType::f32, {out, in}).as<float>();
    const auto b = find(tensors, name + ".bias", DType::f32, {out}).as<float>();
    bias.assign(b.begin(), b.end());
    for (std::size_t o = 0; o < bias.size(); ++o)
      for (std::size_t i = 0; i < static_cast<std::size_t>(in); ++i)
        weights[i * bias.size() + o] = w[o * static_cast<std::size_t>(in) + i];
  }

  void apply(std::span<const float> x, bool relu, std::vector<float>& out) const {
    out = bias;
    for (std::size_t i = 0; i < x.size(); ++i)
      if (x[i] != 0)
        for (std::size_t o = 0; o < out.size(); ++o) out[o] += x[i] * weights[i * out.size() + o];
    if (relu)
      for (auto& value : out) value = std::max(value, 0.0F);
  }
};

/// The networks of a VQ tokenizer.
struct Networks {
  ByInput first;
  ByInput second;
  std::vector<float> codebook;  // [h, K]

  Networks(const TokenizerConfig& c, const Tensors& weights)
      : first(weights, "encoder.0", c.hidden, c.width()),
        second(weights, "encoder.2", c.hidden, c.hidden),
        codebook(std::size_t{c.hidden} * c.codes) {}
};

}  // namespace

struct TokenizerKernel::Impl {
  TokenizerConfig config;
  std::optional<Networks> networks;  // none where labels are the codes
  std::vector<float> decoded;        // [K, d + W]

  Impl(const TokenizerConfig& c, const Tensors& weights) : config(c) {
    if (c.kind == TokenizerKind::raw) {
      decoded.assign(std::size_t{c.codes} * c.width(), -std::numeric_limits<float>::infinity());
      for (std::size_t k = 0; k < c.codes; ++k) decoded[k * c.width() + k] = 0;
      return;
    }
    networks.emplace(c, weights);
    const ByInput hidden(weights, "decoder.0", c.hidden, c.hidden);
    const ByInput out(weights, "decoder.2", c.width(), c.hidden);
    const auto rows = find(weights, "codebook", DType::f32, {c.codes, c.hidden}).as<float>();
    std::vector<float> middle, row;
    for (std::size_t k = 0; k < c.codes; ++k) {
      const auto code = rows.subspan(k * c.hidden, c.hidden);
      for (std::size_t u = 0; u < c.hidden; ++u) networks->codebook[u * c.codes + k] = code[u];
      hidden.apply(code, true, middle);
      out.apply(middle, false, row);
      decoded.insert(decoded.end(), row.begin(), row.end());
    }
  }

  /// Calls each(z) for the nodes in turn.
  template <class Each>
  void encode(const Graph& graph, const Each& each) const {
    if (!networks) throw Error("a raw tokenizer has no latent vectors");
    const auto labels = labels_within(graph, config.features);
    const bool edges = config.context == Context::full;
    const auto mask = edges ? windows(graph, config.window) : std::vector<std::uint8_t>();
    std::vector<float> x, middle, z;
    for (std::size_t i = 0; i < graph.n; ++i) {
      x.assign(config.width(), 0);
      x[labels[i]] = 1;
      if (edges)
        for (std::size_t w = 0; w < config.window; ++w)
          x[config.features + w] = mask[i * config.window + w];
      networks->first.apply(x, true, middle);
      networks->second.apply(middle, false, z);
      each(z);
    }
  }
};

TokenizerKernel::TokenizerKernel(const TokenizerConfig& config, const Tensors& weights)
    : impl_(std::make_unique<Impl>(config, weights)) {}
TokenizerKernel::~TokenizerKernel() = default;

std::vector<std::uint32_t> TokenizerKernel::encode(const Graph& ordered) const {
  if (!impl_->networks) return labels_within(ordered, impl_->config.features);
  std::vector<std::uint32_t> codes;
  std::vector<float> distance(impl_->config.codes);
  impl_->encode(ordered, [&](const std::vector<float>& z) {
    std::ranges::fill(distance, 0.0F);
    const float* column = impl_->networks->codebook.data();
    for (std::size_t u = 0; u < z.size(); ++u, column += distance.size())
      for (std::size_t k = 0; k < distance.size(); ++k)
        distance[k] += (z[u] - column[k]) * (z[u] - column[k]);
    codes.push_back(
        static_cast<std::uint32_t>(std::ranges::min_element(distance) - distance.begin()));
  });
  return codes;
}

std::vector<float> TokenizerKernel::latents(const Graph& ordered) const {
  std::vector<float> rows;
  impl_->encode(ordered,
                [&](const std::vector<float>& z) { rows.insert(rows.end(), z.begin(), z.end()); });
  return rows;
}

const std::vector<float>& TokenizerKernel::decoded() const { return impl_->decoded; }

}  // namespace graphvq
