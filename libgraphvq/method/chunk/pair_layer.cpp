#include "libgraphvq/method/chunk/pair_layer.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "libgraphvq/base/error.hpp"

namespace graphvq {

namespace {

constexpr std::size_t largest_table = std::size_t{4} << 20;  // floats: 16 MiB

Matrix code_rows(const CodeTable& table) {
  using Rows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  return Eigen::Map<const Rows>(table.rows.data(), table.codes, table.width).cast<double>();
}

void add(float* out, float factor, const float* row, std::size_t width) {
  for (std::size_t u = 0; u < width; ++u) out[u] += factor * row[u];
}

}  // namespace

PairLayer::PairLayer(const ChunkConfig& config, const Tensors& weights, const CodeTable& table)
    : condition_(config.condition), count_(config.codes), node_width_(config.node_width()) {
  if (table.codes != config.codes || table.width != config.node_width())
    throw Error("the tokenizer has " + std::to_string(table.codes) + " codes of width " +
                std::to_string(table.width) + ", the edge decoder was trained on " +
                std::to_string(config.codes) + " of width " + std::to_string(config.node_width()));
  const auto f = static_cast<Eigen::Index>(node_width_);
  const Matrix w = matrix(weights, "pair.0.weight", config.hidden, config.pair_width());
  const Matrix h = code_rows(table);
  Matrix shared = w.rightCols(f);
  if (condition_ == Condition::mean) shared += w.leftCols(f) + w.middleCols(f, f);
  const auto through = [&](const Matrix& part) {
    return pack_rows(h.lazyProduct(part.transpose()), kernels::lane_step);
  };
  const auto columns = [&](Eigen::Index first, Eigen::Index count) {
    return pack_rows(w.middleCols(first, count).transpose(), kernels::lane_step);
  };
  nodes_ = pack_rows(h, 1);
  left_ = through(w.leftCols(f));
  right_ = through(w.middleCols(f, f));
  summary_ = through(shared);
  product_ = columns(2 * f, f);
  distance_ = columns(3 * f, f);
  position_ = columns(4 * f, 5);
  bias_ = pack_rows(vector(weights, "pair.0.bias", config.hidden).transpose(), kernels::lane_step);
  width_ = bias_.size();
  zero_.resize(width_);
  paired_ = condition_ == Condition::pair || condition_ == Condition::shuffled;
  if (!paired_ || count_ * count_ > largest_table / width_) return;
  table_.resize(count_ * count_ * width_);
  for (std::uint32_t a = 0; a < count_; ++a)
    for (std::uint32_t b = 0; b < count_; ++b)
      fill(a, b, table_.data() + (a * count_ + b) * width_);
}

const float* PairLayer::fill(std::uint32_t a, std::uint32_t b, float* out) const {
  const float* x = nodes_.data() + a * node_width_;
  const float* y = nodes_.data() + b * node_width_;
  std::fill_n(out, width_, 0.0F);
  add(out, 1, row(left_, a), width_);
  add(out, 1, row(right_, b), width_);
  for (std::size_t k = 0; k < node_width_; ++k) {
    if (x[k] * y[k] != 0) add(out, x[k] * y[k], row(product_, k), width_);
    if (x[k] != y[k]) add(out, std::abs(x[k] - y[k]), row(distance_, k), width_);
  }
  return out;
}

void PairLayer::base(std::span<const std::uint32_t> codes, float* out) const {
  std::fill_n(out, width_, 0.0F);
  if (condition_ != Condition::none) {
    for (const auto code : codes) add(out, 1, row(summary_, code), width_);
    for (std::size_t u = 0; u < width_; ++u) out[u] /= static_cast<float>(codes.size());
  }
  if (condition_ == Condition::mean)
    for (std::size_t k = 0; k < node_width_; ++k) {
      float mean = 0;
      for (const auto code : codes) mean += nodes_[code * node_width_ + k];
      mean /= static_cast<float>(codes.size());
      add(out, mean * mean, row(product_, k), width_);
    }
  add(out, 1, bias_.data(), width_);
}

kernels::Floats PairLayer::positions(std::uint32_t n) const {
  kernels::Floats rows(2 * std::size_t{n} * width_);
  for (std::size_t i = 0; i < n; ++i) {
    const double part = static_cast<double>(i) / n;
    const auto sine = static_cast<float>(std::sin(2 * std::numbers::pi * part));
    const auto cosine = static_cast<float>(std::cos(2 * std::numbers::pi * part));
    float* first = rows.data() + i * width_;
    float* second = rows.data() + (n + i) * width_;
    add(first, sine, row(position_, 0), width_);
    add(first, cosine, row(position_, 1), width_);
    add(first, -static_cast<float>(part), row(position_, 4), width_);
    add(second, sine, row(position_, 2), width_);
    add(second, cosine, row(position_, 3), width_);
    add(second, static_cast<float>(part), row(position_, 4), width_);
  }
  return rows;
}

}  // namespace graphvq
