#include <algorithm>
#include <limits>
#include <optional>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/graph/order.hpp"
#include "libgraphvq/method/tokenizer/draw.hpp"
#include "libgraphvq/nn/native/weights.hpp"

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

/// The networks of a tokenizer that has any.
struct Networks {
  ByInput first;
  ByInput second;
  ByInput hidden;  // of the decoder
  ByInput out;

  Networks(const TokenizerConfig& c, const Tensors& weights)
      : first(weights, "encoder.0", c.hidden, c.width()),
        second(weights, "encoder.2", c.hidden, c.hidden),
        hidden(weights, "decoder.0", c.hidden, c.hidden),
        out(weights, "decoder.2", c.width(), c.hidden) {}

  /// Appends the decoder's outputs for a latent vector.
  void decode(std::span<const float> z, std::vector<float>& rows) const {
    std::vector<float> middle, row;
    hidden.apply(z, true, middle);
    out.apply(middle, false, row);
    rows.insert(rows.end(), row.begin(), row.end());
  }
};

}  // namespace

struct Tokenizer::Impl {
  TokenizerConfig config;
  std::optional<Networks> networks;  // none where labels are the codes
  std::vector<float> codebook;       // [h, K]
  std::vector<float> decoded;        // [K, d + W]

  Impl(const TokenizerConfig& c, const Tensors& weights) : config(c) {
    if (c.kind == TokenizerKind::raw) {
      decoded.assign(std::size_t{c.codes} * c.width(), -std::numeric_limits<float>::infinity());
      for (std::size_t k = 0; k < c.codes; ++k) decoded[k * c.width() + k] = 0;
      return;
    }
    networks.emplace(c, weights);
    if (c.kind == TokenizerKind::continuous) return;
    const auto rows = find(weights, "codebook", DType::f32, {c.codes, c.hidden}).as<float>();
    codebook.resize(rows.size());
    for (std::size_t k = 0; k < c.codes; ++k) {
      const auto code = rows.subspan(k * c.hidden, c.hidden);
      for (std::size_t u = 0; u < c.hidden; ++u) codebook[u * c.codes + k] = code[u];
      networks->decode(code, decoded);
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

Tokenizer::Tokenizer(const TokenizerConfig& config, const Tensors& weights)
    : impl_(std::make_unique<Impl>(config, weights)) {}
Tokenizer::~Tokenizer() = default;

std::vector<std::uint32_t> Tokenizer::encode(const Graph& ordered) const {
  if (impl_->config.kind == TokenizerKind::continuous)
    throw Error("a continuous tokenizer has no codes");
  if (!impl_->networks) return labels_within(ordered, impl_->config.features);
  std::vector<std::uint32_t> codes;
  std::vector<float> distance(impl_->config.codes);
  impl_->encode(ordered, [&](const std::vector<float>& z) {
    std::ranges::fill(distance, 0.0F);
    const float* column = impl_->codebook.data();
    for (std::size_t u = 0; u < z.size(); ++u, column += distance.size())
      for (std::size_t k = 0; k < distance.size(); ++k)
        distance[k] += (z[u] - column[k]) * (z[u] - column[k]);
    codes.push_back(
        static_cast<std::uint32_t>(std::ranges::min_element(distance) - distance.begin()));
  });
  return codes;
}

std::vector<float> Tokenizer::latents(const Graph& ordered) const {
  std::vector<float> rows;
  impl_->encode(ordered,
                [&](const std::vector<float>& z) { rows.insert(rows.end(), z.begin(), z.end()); });
  return rows;
}

void Tokenizer::tokenize(Record& record) const {
  if (impl_->config.kind == TokenizerKind::continuous)
    record.latents = latents(record.graph);
  else
    record.codes = encode(record.graph);
}

std::vector<float> Tokenizer::decode(const Record& record) const {
  const std::size_t width = impl_->config.width(), h = impl_->config.hidden;
  std::vector<float> rows;
  for (const auto code : record.codes) {
    if (code >= impl_->config.codes)
      throw Error("code " + std::to_string(code) + " of " + std::to_string(impl_->config.codes));
    const std::span row(impl_->decoded.data() + code * width, width);
    rows.insert(rows.end(), row.begin(), row.end());
  }
  if (impl_->config.kind == TokenizerKind::continuous) {
    if (record.latents.size() % h != 0) throw Error("tokens of another width");
    for (std::size_t at = 0; at < record.latents.size(); at += h)
      impl_->networks->decode(std::span(record.latents).subspan(at, h), rows);
  }
  return rows;
}

}  // namespace graphvq
