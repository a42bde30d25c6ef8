#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <string>
#include <vector>

#include "libgraphvq/base/random.hpp"
#include "libgraphvq/data/record.hpp"
#include "libgraphvq/graph/graph.hpp"
#include "libgraphvq/method/chunk/config.hpp"
#include "libgraphvq/method/prior/config.hpp"
#include "libgraphvq/method/tokenizer/code_table.hpp"

// The models in double precision, straight from the paper's formulas: slow, plain and independent
// of the kernels.

namespace graphvq::test {

using Row = std::vector<double>;
using Codes = std::vector<std::uint32_t>;

/// Fills tensors with normal numbers of standard deviation `scale`.
struct RandomTensors {
  Stream stream;
  double scale;
  Tensors tensors{};

  void add(const std::string& name, std::vector<std::int64_t> shape) {
    std::int64_t count = 1;
    for (auto s : shape) count *= s;
    std::vector<float> values;
    for (std::int64_t i = 0; i < count; ++i)
      values.push_back(static_cast<float>(scale * stream.normal()));
    tensors.push_back(make_tensor<float>(name, std::move(shape), values));
  }
  void add_gru(const std::string& prefix, const std::string& suffix, std::int64_t in,
               std::int64_t h) {
    add(prefix + "weight_ih" + suffix, {3 * h, in});
    add(prefix + "weight_hh" + suffix, {3 * h, h});
    add(prefix + "bias_ih" + suffix, {3 * h});
    add(prefix + "bias_hh" + suffix, {3 * h});
  }
};

inline Tensors random_prior(const PriorConfig& c, std::uint64_t seed, double scale = .3) {
  RandomTensors made{Stream(seed, Purpose::init), scale};
  made.add("embedding.weight", {c.vocabulary(), c.hidden});
  for (std::uint32_t l = 0; l < c.layers; ++l)
    made.add_gru("gru.", "_l" + std::to_string(l), c.hidden, c.hidden);
  made.add("output.weight", {c.vocabulary(), c.hidden});
  made.add("output.bias", {c.vocabulary()});
  return made.tensors;
}

inline Tensors random_edges(const ChunkConfig& c, std::uint64_t seed, double scale = .3) {
  RandomTensors made{Stream(seed, Purpose::init), scale};
  const std::int64_t h = c.hidden;
  made.add("pair.0.weight", {h, c.pair_width()});
  made.add("pair.0.bias", {h});
  made.add("pair.2.weight", {h, h});
  made.add("pair.2.bias", {h});
  made.add("bits.weight", {h, c.chunk});
  made.add("bits.bias", {h});
  made.add("start", {h});
  for (std::uint32_t l = 0; l < c.layers; ++l)
    made.add_gru("gru.", "_l" + std::to_string(l),
                 l == 0 && c.chunk_input == ChunkInput::concat ? 2 * h : h, h);
  if (c.readout == Readout::pair) {
    made.add("readout.weight", {1, 2 * h});
    made.add("readout.bias", {1});
  } else {
    made.add("readout.weight", {c.chunk, h});
    made.add("readout.bias", {c.chunk});
  }
  if (c.readout == Readout::ar) made.add_gru("cell.", "", h + 1, h);
  return made.tensors;
}

/// Rows of normal numbers, then a one-hot label.
inline CodeTable random_table(const ChunkConfig& c, std::uint64_t seed) {
  CodeTable table{c.codes, c.node_width(), {}, {}, {}};
  Stream stream(seed, Purpose::codebook);
  for (std::uint32_t k = 0; k < c.codes; ++k) {
    table.labels.push_back(stream.below(c.features));
    for (std::uint32_t u = 0; u < c.code_width; ++u)
      table.rows.push_back(static_cast<float>(.5 * stream.normal()));
    for (std::uint32_t x = 0; x < c.features; ++x)
      table.rows.push_back(x == table.labels.back() ? 1.0F : 0.0F);
  }
  return table;
}

inline Codes random_codes(std::uint32_t n, std::uint32_t count, std::uint64_t seed) {
  Stream stream(seed, Purpose::codes);
  Codes codes;
  for (std::uint32_t i = 0; i < n; ++i) codes.push_back(stream.below(count));
  return codes;
}

/// A record that has each code once.
inline Record every_code(const TokenizerConfig& c) {
  Record record;
  for (std::uint32_t k = 0; k < c.codes; ++k) record.codes.push_back(k);
  return record;
}

inline double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

/// W x + b, of the tensors NAME and BIAS (none where empty).
inline Row linear(const Tensors& tensors, const std::string& name, const std::string& bias,
                  const Row& x) {
  const auto& w = *std::ranges::find(tensors, name, &Tensor::name);
  const auto values = w.as<float>();
  Row out(static_cast<std::size_t>(w.shape[0]));
  for (std::size_t o = 0; o < out.size(); ++o) {
    out[o] = (*std::ranges::find(tensors, bias, &Tensor::name)).as<float>()[o];
    for (std::size_t i = 0; i < x.size(); ++i) out[o] += values[o * x.size() + i] * x[i];
  }
  return out;
}

inline Row join(Row a, const Row& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// torch.nn.GRUCell.
inline Row gru_cell(const Tensors& tensors, const std::string& prefix, const std::string& suffix,
                    const Row& x, const Row& h) {
  const Row a = linear(tensors, prefix + "weight_ih" + suffix, prefix + "bias_ih" + suffix, x);
  const Row b = linear(tensors, prefix + "weight_hh" + suffix, prefix + "bias_hh" + suffix, h);
  Row next;
  const auto w = h.size();
  for (std::size_t u = 0; u < w; ++u) {
    const double r = sigmoid(a[u] + b[u]);
    const double z = sigmoid(a[w + u] + b[w + u]);
    const double n = std::tanh(a[2 * w + u] + r * b[2 * w + u]);
    next.push_back((1 - z) * n + z * h[u]);
  }
  return next;
}

inline Tensors random_gaussian_prior(const PriorConfig& c, std::uint64_t seed, double scale = .3) {
  RandomTensors made{Stream(seed, Purpose::init), scale};
  made.add("input.weight", {c.hidden, c.latent});
  made.add("input.bias", {c.hidden});
  for (std::uint32_t l = 0; l < c.layers; ++l)
    made.add_gru("gru.", "_l" + std::to_string(l), c.hidden, c.hidden);
  for (const char* name : {"mean", "log_variance"}) {
    made.add(name + std::string(".weight"), {c.latent, c.hidden});
    made.add(name + std::string(".bias"), {c.latent});
  }
  return made.tensors;
}

/// Means, then log-variances [2 l] of each token given those before it.
inline std::vector<Row> gaussian_moments(const PriorConfig& c, const Tensors& w,
                                         const std::vector<Row>& tokens) {
  std::vector<Row> states(c.layers, Row(c.hidden));
  std::vector<Row> result;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    Row x = linear(w, "input.weight", "input.bias", i ? tokens[i - 1] : Row(c.latent));
    for (std::uint32_t l = 0; l < c.layers; ++l)
      x = states[l] = gru_cell(w, "gru.", "_l" + std::to_string(l), x, states[l]);
    Row variance = linear(w, "log_variance.weight", "log_variance.bias", x);
    for (double& value : variance) value = std::clamp(value, -8.0, 8.0);
    result.push_back(join(linear(w, "mean.weight", "mean.bias", x), variance));
  }
  return result;
}

/// Logits [n + 1][K + 2] of Eq. 5.
inline std::vector<Row> prior_logits(const PriorConfig& c, const Tensors& w, const Codes& codes) {
  const auto embedding = std::ranges::find(w, "embedding.weight", &Tensor::name)->as<float>();
  std::vector<Row> states(c.layers, Row(c.hidden));
  std::vector<Row> result;
  for (std::size_t i = 0; i <= codes.size(); ++i) {
    const auto code = embedding.subspan((i ? codes[i - 1] : c.start()) * c.hidden, c.hidden);
    Row x(code.begin(), code.end());
    for (std::uint32_t l = 0; l < c.layers; ++l)
      x = states[l] = gru_cell(w, "gru.", "_l" + std::to_string(l), x, states[l]);
    result.push_back(linear(w, "output.weight", "output.bias", x));
  }
  return result;
}

/// r_ij of Eq. 8 for all pairs in row-major order.
inline std::vector<Row> pair_features(const ChunkConfig& c, const CodeTable& table,
                                      const Codes& codes) {
  const auto n = codes.size();
  std::vector<Row> h(n);
  Row g(table.width);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t u = 0; u < table.width; ++u) {
      h[i].push_back(table.rows[codes[i] * table.width + u]);
      g[u] += h[i][u] / static_cast<double>(n);
    }
  if (c.condition == Condition::mean) h.assign(n, g);
  if (c.condition == Condition::none) {
    g.assign(table.width, 0);
    h.assign(n, g);
  }
  std::vector<Row> result;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j) {
      Row r = join(h[i], h[j]);
      for (std::size_t u = 0; u < table.width; ++u) r.push_back(h[i][u] * h[j][u]);
      for (std::size_t u = 0; u < table.width; ++u) r.push_back(std::abs(h[i][u] - h[j][u]));
      const double turn = 2 * std::numbers::pi / static_cast<double>(n);
      for (const auto k : {i, j}) {
        r.push_back(std::sin(turn * static_cast<double>(k)));
        r.push_back(std::cos(turn * static_cast<double>(k)));
      }
      r.push_back(static_cast<double>(j - i) / static_cast<double>(n));
      result.push_back(join(r, g));
    }
  return result;
}

/// Teacher-forced logits of all pairs (Eq. 9 and 10).
inline Row edge_logits(const ChunkConfig& c, const Tensors& w, const CodeTable& table,
                       const Codes& codes, const std::vector<Edge>& edges) {
  std::vector<Row> projected;
  for (const auto& r : pair_features(c, table, codes)) {
    Row hidden = linear(w, "pair.0.weight", "pair.0.bias", r);
    for (auto& value : hidden) value = std::max(value, 0.0);
    projected.push_back(linear(w, "pair.2.weight", "pair.2.bias", hidden));
  }
  Row all_bits;
  for (Node i = 0; i < codes.size(); ++i)
    for (Node j = i + 1; j < codes.size(); ++j)
      all_bits.push_back(std::ranges::count(edges, Edge{i, j}) ? 1 : 0);

  const auto start = std::ranges::find(w, "start", &Tensor::name)->as<float>();
  Row embedded(start.begin(), start.end());
  std::vector<Row> states(c.layers, Row(c.hidden));
  Row logits;
  for (std::size_t first = 0; first < all_bits.size(); first += c.chunk) {
    const auto last = std::min<std::size_t>(first + c.chunk, all_bits.size());
    Row x = embedded;
    Row pool(c.hidden);
    for (auto p = first; p < last; ++p)
      for (std::size_t u = 0; u < c.hidden; ++u)
        pool[u] += projected[p][u] / static_cast<double>(last - first);
    if (c.chunk_input == ChunkInput::concat) x = join(x, pool);
    for (std::size_t u = 0; u < c.hidden && c.chunk_input == ChunkInput::sum; ++u) x[u] += pool[u];
    for (std::uint32_t l = 0; l < c.layers; ++l)
      x = states[l] = gru_cell(w, "gru.", "_l" + std::to_string(l), x, states[l]);
    Row inner = x;
    for (auto p = first; p < last; ++p) {
      if (c.readout == Readout::chunk)
        logits.push_back(linear(w, "readout.weight", "readout.bias", x)[p - first]);
      if (c.readout == Readout::pair)
        logits.push_back(linear(w, "readout.weight", "readout.bias", join(x, projected[p]))[0]);
      if (c.readout == Readout::ar) {
        inner = gru_cell(w, "cell.", "", join(x, {p == first ? 0 : all_bits[p - 1]}), inner);
        logits.push_back(linear(w, "readout.weight", "readout.bias", inner)[p - first]);
      }
    }
    Row bits(all_bits.begin() + static_cast<std::ptrdiff_t>(first),
             all_bits.begin() + static_cast<std::ptrdiff_t>(last));
    bits.resize(c.chunk);
    embedded = linear(w, "bits.weight", "bits.bias", bits);
  }
  return logits;
}

/// All options of the decoder with small, odd and default sizes.
inline std::vector<ChunkConfig> edges_configs() {
  std::vector<ChunkConfig> configs;
  const ChunkConfig sizes[] = {
      {.codes = 32, .code_width = 32, .features = 7, .hidden = 32, .layers = 2, .chunk = 8},
      {.codes = 1, .code_width = 4, .features = 1, .hidden = 5, .layers = 1, .chunk = 1},
      {.codes = 9, .code_width = 6, .features = 2, .hidden = 19, .layers = 3, .chunk = 16}};
  for (auto config : sizes)
    for (auto condition : {Condition::pair, Condition::mean, Condition::none, Condition::shuffled})
      for (auto input : {ChunkInput::sum, ChunkInput::concat})
        for (auto readout : {Readout::chunk, Readout::ar, Readout::pair}) {
          config.condition = condition;
          config.chunk_input = input;
          config.readout = readout;
          configs.push_back(config);
        }
  return configs;
}

inline std::string name(const ChunkConfig& c) {
  constexpr const char* conditions[] = {"pair", "mean", "none", "shuffled"};
  constexpr const char* inputs[] = {"sum", "concat"};
  constexpr const char* readouts[] = {"chunk", "ar", "pair"};
  return std::string(conditions[static_cast<int>(c.condition)]) + " " +
         inputs[static_cast<int>(c.chunk_input)] + " " + readouts[static_cast<int>(c.readout)] +
         " K=" + std::to_string(c.codes) + " h=" + std::to_string(c.hidden) +
         " B=" + std::to_string(c.chunk);
}

}  // namespace graphvq::test
