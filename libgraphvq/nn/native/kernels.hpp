#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

// The inner loops, compiled once for each instruction set and chosen when first called (Highway).
// A lane is a graph: a matrix [rows, lane_stride] holds one number a lane in each row, and `lanes`
// (a multiple of lane_step) says how many of them are computed. Each lane sees the same operations
// in the same order wherever it stands, so with fused multiply-adds (AVX2, AVX-512, NEON) results
// agree to the bit.

namespace graphvq::kernels {

inline constexpr std::size_t lane_stride = 64;
inline constexpr std::size_t lane_step = 16;

template <class T>
struct Aligned {
  using value_type = T;
  Aligned() = default;
  template <class U>
  Aligned(const Aligned<U>&) {}
  T* allocate(std::size_t n) {
    return static_cast<T*>(::operator new (n * sizeof(T), std::align_val_t{64}));
  }
  void deallocate(T* p, std::size_t) { ::operator delete (p, std::align_val_t{64}); }
  bool operator==(const Aligned&) const = default;
};
using Floats = std::vector<float, Aligned<float>>;

/// A linear layer: weights [rows rounded up to 4, in columns of 4 rows: row / 4, column, row % 4].
struct Dense {
  std::size_t rows = 0;
  std::size_t columns = 0;
  Floats weights;
  Floats bias;  // [rows rounded up to 4]

  std::size_t padded() const { return (rows + 3) / 4 * 4; }
};

/// A GRU cell whose gates r, z are scaled by -log2 e and n by 2 log2 e.
struct Cell {
  std::size_t inputs = 0;
  std::size_t hidden = 0;
  Floats input;  // [hidden, inputs, 3]
  Floats state;  // [hidden, hidden, 3]
  Floats bias;   // [hidden, 4]: r, z, the input's part of n, the state's part of n
};

/// out [padded rows, stride] = layer(x [columns, stride]).
void dense(const Dense& layer, const float* x, float* out, std::size_t lanes);

/// One step of a cell: next [hidden, stride] from state. `gates` [3 hidden, stride] (unit by unit
/// r, z, n; scaled) stands for the input's part with its biases, or is null. `bias` as in Cell.
void step(const Cell& cell, const float* bias, const float* gates, const float* x,
          const float* state, float* next, std::size_t lanes);

/// out[u, lane] = rows[lane][u] for u < width, a multiple of 4; all `lanes` rows exist.
void transpose(const float* const* rows, std::size_t width, float* out, std::size_t lanes);

/// out [stride] = sigmoid(logits / temperature).
void probabilities(const float* logits, float temperature, float* out, std::size_t lanes);

/// For each lane the first k whose cumulated softmax(logits / temperature) passes `u`. Overwrites
/// logits [count, stride].
void draw(float* logits, std::size_t count, float temperature, const float* u, std::uint32_t* out,
          std::size_t lanes);

/// What a pair adds to the first layer of its projection: of its codes, its row and its column.
struct PairTerms {
  const float* codes;
  const float* row;
  const float* column;
};

/// out [width] = mean over pairs of relu(codes + row + column + base); width is a multiple of 16.
void pool(const PairTerms* pairs, std::size_t count, const float* base, std::size_t width,
          float* out);

/// head [width] times relu(codes + row + column + base).
float project(const PairTerms& pair, const float* base, std::size_t width, const float* head);

// Rows: a row is the state of one node or decision, its units side by side and padded with zeros to
// `row_width(h)`. Rows are given by pointers, so what is gathered is not copied. As with lanes,
// each row sees the same operations wherever it stands.

/// Units are padded to a multiple of lane_step.
inline std::size_t row_width(std::size_t units) {
  return (units + lane_step - 1) / lane_step * lane_step;
}

/// A linear layer: weights [inputs, outputs], outputs padded.
struct RowLayer {
  std::size_t inputs = 0;
  std::size_t outputs = 0;
  Floats weights;
  Floats bias;  // [outputs]
};

/// y[r] = layer(x[r]); y[r] += layer(x[r]) without its bias where `add`.
void apply(const RowLayer& layer, const float* const* x, float* const* y, std::size_t rows,
           bool add = false);

/// y = max(x, 0).
void rectify(const float* x, float* y, std::size_t width);
/// y += w x.
void add_scaled(const float* x, float w, float* y, std::size_t width);
/// y = a b.
void multiply(const float* a, const float* b, float* y, std::size_t width);
/// y = the sum of `count` rows.
void sum_rows(const float* const* rows, std::size_t count, float* y, std::size_t width);
/// The product of two rows.
float dot(const float* a, const float* b, std::size_t width);

/// state = GRU(state), given the three parts r, z, n of the input's and of the state's gates, each
/// of `width`.
void gru_gates(const float* input, const float* recurrent, float* state, std::size_t width);

/// Names of the instruction sets that this processor has, and runs only the given one (null: the
/// best again): for tests.
std::vector<const char*> targets();
void force_target(const char* name);

}  // namespace graphvq::kernels
