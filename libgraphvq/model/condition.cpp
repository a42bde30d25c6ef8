#include "libgraphvq/model/condition.hpp"

#include <algorithm>
#include <cmath>

#include "libgraphvq/graph/random.hpp"

namespace graphvq {

namespace {

/// weight x + bias, in double precision: the table is small and must not depend on the machine.
std::vector<double> linear(const Tensors& tensors, const std::string& name, std::uint32_t out,
                           const std::vector<double>& x) {
  const auto in = static_cast<std::int64_t>(x.size());
  const auto weight = find(tensors, name + ".weight", DType::f32, {out, in}).as<float>();
  const auto bias = find(tensors, name + ".bias", DType::f32, {out}).as<float>();
  std::vector<double> y(bias.begin(), bias.end());
  for (std::size_t o = 0; o < out; ++o)
    for (std::size_t i = 0; i < x.size(); ++i) y[o] += weight[o * x.size() + i] * x[i];
  return y;
}

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
  const auto codebook =
      find(weights, "codebook", DType::f32, {config.codes, config.hidden}).as<float>();
  CodeTable table{config.codes, config.hidden + config.features, {}, {}, {}};
  for (std::size_t k = 0; k < config.codes; ++k) {
    const auto code = codebook.subspan(k * config.hidden, config.hidden);
    auto hidden = linear(weights, "decoder.0", config.hidden, {code.begin(), code.end()});
    for (double& value : hidden) value = std::max(value, 0.0);
    const auto decoded = linear(weights, "decoder.2", config.width(), hidden);

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
