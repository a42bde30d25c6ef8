#pragma once

#include <cstdint>
#include <span>

#include "libgraphvq/method/chunk/config.hpp"
#include "libgraphvq/method/tokenizer/code_table.hpp"
#include "libgraphvq/nn/native/weights.hpp"

namespace graphvq {

/// The first linear layer over r_ij (Eq. 8), taken apart: what the two codes add is a table of K x
/// K rows, what the position adds is a row of i plus a row of j, and the rest is one row a graph.
/// All rows have width() floats, the hidden width rounded up to 16.
class PairLayer {
 public:
  PairLayer(const ChunkConfig& config, const Tensors& weights, const CodeTable& table);

  std::size_t width() const { return width_; }
  /// What codes a and b add; `scratch` is written where K is too large for a table.
  const float* codes(std::uint32_t a, std::uint32_t b, float* scratch) const {
    if (!paired_) return zero_.data();
    return table_.empty() ? fill(a, b, scratch) : row(table_, a * count_ + b);
  }
  /// Bias, summary g, and the whole of a mean condition, of a graph with these codes (n > 0).
  void base(std::span<const std::uint32_t> codes, float* out) const;
  /// What the positions add: n rows for i, then n for j.
  kernels::Floats positions(std::uint32_t n) const;

 private:
  const float* fill(std::uint32_t a, std::uint32_t b, float* out) const;
  const float* row(const kernels::Floats& rows, std::size_t index) const {
    return rows.data() + index * width_;
  }

  Condition condition_;
  bool paired_ = false;
  std::size_t count_;       // K
  std::size_t node_width_;  // f
  std::size_t width_ = 0;
  kernels::Floats nodes_;     // [K, f] h_k
  kernels::Floats left_;      // [K] rows for h_i
  kernels::Floats right_;     // [K] rows for h_j
  kernels::Floats summary_;   // [K] rows whose mean enters base()
  kernels::Floats product_;   // [f] rows
  kernels::Floats distance_;  // [f] rows
  kernels::Floats position_;  // [5] rows
  kernels::Floats bias_;      // one row
  kernels::Floats zero_;      // one row
  kernels::Floats table_;     // [K * K] rows, or empty
};

}  // namespace graphvq
