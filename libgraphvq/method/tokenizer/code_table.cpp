#include "libgraphvq/method/tokenizer/code_table.hpp"

#include <algorithm>
#include <cmath>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/base/random.hpp"

namespace graphvq {

namespace {

/// A linear layer in double precision: tables must not depend on the machine.
struct Linear {
  std::span<const float> weight;  // [out, in]
  std::span<const float> bias;

  Linear(const Tensors& tensors, const std::string& name, std::uint32_t out, std::uint32_t in)
      : weight(find(tensors, name + ".weight", DType::f32, {out, in}).as<float>()),
        bias(find(tensors, name + ".bias", DType::f32, {out}).as<float>()) {}

  std::vector<double> operator()(const std::vector<double>& x) const {
    std::vector<double> y(bias.begin(), bias.end());
    for (std::size_t o = 0; o < y.size(); ++o)
      for (std::size_t i = 0; i < x.size(); ++i) y[o] += weight[o * x.size() + i] * x[i];
    return y;
  }
};

}  // namespace

CodeTable code_table(const TokenizerConfig& config, const Tensors& weights) {
  if (config.kind == TokenizerKind::raw) {
    CodeTable table{config.codes, config.features, {}, {}, {}};
    for (std::uint32_t k = 0; k < config.codes; ++k) {
      table.labels.push_back(k);
      for (std::uint32_t x = 0; x < config.features; ++x)
        table.rows.push_back(x == k ? 1.0F : 0.0F);
    }
    return table;
  }
  if (config.kind == TokenizerKind::continuous) throw Error("a continuous tokenizer has no codes");
  return latent_table(
      config, weights,
      find(weights, "codebook", DType::f32, {config.codes, config.hidden}).as<float>());
}

CodeTable latent_table(const TokenizerConfig& config, const Tensors& weights,
                       std::span<const float> vectors) {
  const Linear first(weights, "decoder.0", config.hidden, config.hidden);
  const Linear second(weights, "decoder.2", config.width(), config.hidden);
  const std::size_t codes = vectors.size() / config.hidden;
  CodeTable table{static_cast<std::uint32_t>(codes), config.hidden + config.features, {}, {}, {}};
  for (std::size_t k = 0; k < codes; ++k) {
    const auto code = vectors.subspan(k * config.hidden, config.hidden);
    auto hidden = first({code.begin(), code.end()});
    for (double& value : hidden) value = std::max(value, 0.0);
    const auto decoded = second(hidden);

    const auto window = decoded.begin() + config.features;
    const auto label =
        static_cast<std::uint32_t>(std::max_element(decoded.begin(), window) - decoded.begin());
    table.labels.push_back(label);
    table.rows.insert(table.rows.end(), code.begin(), code.end());
    for (std::uint32_t x = 0; x < config.features; ++x)
      table.rows.push_back(x == label ? 1.0F : 0.0F);
    for (auto logit = window; logit != decoded.end(); ++logit)
      table.window.push_back(static_cast<float>(1 / (1 + std::exp(-*logit))));
  }
  return table;
}

CodeTable with_vectors(const CodeTable& raw, std::span<const float> vectors) {
  CodeTable table = raw;
  const auto hidden = vectors.size() / raw.codes;
  table.width = raw.width + static_cast<std::uint32_t>(hidden);
  table.rows.clear();
  for (std::size_t k = 0; k < raw.codes; ++k) {
    const auto vector = vectors.subspan(k * hidden, hidden);
    table.rows.insert(table.rows.end(), vector.begin(), vector.end());
    const auto one_hot = raw.rows.begin() + static_cast<std::ptrdiff_t>(k * raw.width);
    table.rows.insert(table.rows.end(), one_hot, one_hot + raw.width);
  }
  return table;
}

std::vector<float> random_vectors(std::uint32_t codes, std::uint32_t hidden, std::uint64_t seed) {
  Stream stream(seed, Purpose::codebook);
  std::vector<float> vectors(std::size_t{codes} * hidden);
  for (float& value : vectors) value = static_cast<float>(stream.normal());
  return vectors;
}

}  // namespace graphvq
