#include "libgraphvq/measure/mmd/quadratic.hpp"

#include <algorithm>

#include "libgraphvq/base/simd.hpp"
#include "libgraphvq/base/sum.hpp"
#include "libgraphvq/measure/mmd/tiles.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "libgraphvq/measure/mmd/quadratic.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace graphvq::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<double, 8>;
constexpr D d;
constexpr std::size_t N = hn::MaxLanes(d);
constexpr std::size_t parts = 8 / N;             // registers of eight vectors
constexpr std::size_t at_once = N == 8 ? 8 : N;  // rows whose sums stay in registers

// Adds sum_i w_i sum_j k_ij w_j to `forms` for eight vectors w at once; k is [rows, stride], w
// [.., 8], rows a multiple of eight. No fused operations and one order of sums for each vector, so
// that all processors agree.
void add_forms(const double* k, std::size_t stride, std::size_t rows, std::size_t columns,
               const double* w_rows, const double* w_columns, double* forms) {
  hn::Vec<D> total[parts];
  for (std::size_t p = 0; p < parts; ++p) total[p] = hn::LoadU(d, forms + p * N);
  for (std::size_t row = 0; row < rows; row += at_once) {
    hn::Vec<D> sums[at_once][parts];
    for (auto& of_row : sums)
      for (auto& sum : of_row) sum = hn::Zero(d);
    const double* of_rows = k + row * stride;
    for (std::size_t j = 0; j < columns; ++j) {
      hn::Vec<D> w[parts];
      for (std::size_t p = 0; p < parts; ++p) w[p] = hn::LoadU(d, w_columns + j * 8 + p * N);
      for (std::size_t r = 0; r < at_once; ++r) {
        const auto value = hn::Set(d, of_rows[r * stride + j]);
        for (std::size_t p = 0; p < parts; ++p)
          sums[r][p] = hn::Add(sums[r][p], hn::Mul(value, w[p]));
      }
    }
    for (std::size_t r = 0; r < at_once; ++r)
      for (std::size_t p = 0; p < parts; ++p)
        total[p] =
            hn::Add(total[p], hn::Mul(hn::LoadU(d, w_rows + (row + r) * 8 + p * N), sums[r][p]));
  }
  for (std::size_t p = 0; p < parts; ++p) hn::StoreU(total[p], d, forms + p * N);
}

}  // namespace
}  // namespace graphvq::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graphvq {

HWY_EXPORT(add_forms);

namespace {

constexpr std::size_t strip = 8;         // vectors that are multiplied at once
constexpr std::size_t chunk_tiles = 64;  // of K's columns
constexpr std::size_t chunk = chunk_tiles * Tiles::lanes;
constexpr std::size_t held = std::size_t{64} << 20;  // bytes of vectors

// A block of rows of the Gram matrix, its upper triangle counted twice and its diagonal once.
class Block {
 public:
  Block(const Tiles& tiles, const Kernel& kernel)
      : tiles_(tiles),
        kernel_(kernel),
        separations_(sweep_rows * chunk),
        values_(sweep_rows * chunk) {}

  // Calls use(g, k, first tile, columns) for each bandwidth and chunk of columns.
  template <class Use>
  void visit(std::size_t block, const Use& use) {
    const std::size_t begin = block * sweep_rows;
    const std::size_t end = std::min(begin + sweep_rows, tiles_.distinct());
    for (std::size_t first = begin / Tiles::lanes; first < tiles_.tiles(); first += chunk_tiles) {
      const std::size_t last = std::min(first + chunk_tiles, tiles_.tiles());
      for (std::size_t row = begin; row < end; ++row) {
        tiles_.row(row, row_);
        separations(row_, tiles_, first, last - first, at(separations_, row - begin));
      }
      for (std::size_t g = 0; g < kernel_.bandwidths.size(); ++g) {
        const std::size_t columns = (last - first) * Tiles::lanes;
        for (std::size_t row = begin; row < end; ++row) {
          double* k = at(values_, row - begin);
          kernel_.values(g, at(separations_, row - begin), columns, k);
          for (std::size_t i = 0; i < columns; ++i) {
            const std::size_t column = first * Tiles::lanes + i;
            k[i] *= column > row ? 2 : column == row ? 1 : 0;
          }
        }
        use(g, values_.data(), first, columns);
      }
    }
  }

 private:
  static double* at(std::vector<double>& of, std::size_t row) { return of.data() + row * chunk; }

  const Tiles& tiles_;
  const Kernel& kernel_;
  std::vector<double> separations_, values_;  // [rows, chunk]
  TileRow row_;
};

}  // namespace

std::vector<double> quadratic_forms(const SignatureSet& set, const Kernel& kernel,
                                    std::uint64_t draws, std::size_t vectors,
                                    const DrawWeights& weights, unsigned threads) {
  const Tiles tiles(set, set, kernel.kind);
  const std::size_t rows = tiles.tiles() * Tiles::lanes, blocks = sweep_blocks(tiles);
  const std::size_t grid = kernel.bandwidths.size();
  const std::size_t fit = std::max<std::size_t>(held / (sizeof(double) * rows), 2 * strip);
  const std::uint64_t batch =
      std::min<std::uint64_t>(std::max<std::size_t>(fit / vectors, 1), draws);
  const std::size_t strips = (batch * vectors + strip - 1) / strip;

  std::vector<double> result(draws * vectors * grid);
  std::vector<double> w(strips * rows * strip);  // [strips, rows, strip]
  std::vector<Sum> forms(blocks * strips * strip * grid);
  for (std::uint64_t first = 0; first < draws; first += batch) {
    const std::uint64_t count = std::min(batch, draws - first);
    parallel(count, threads, [&](unsigned, std::size_t draw) {
      std::vector<double> drawn(vectors * tiles.distinct());
      weights(first + draw, drawn);
      for (std::size_t v = 0; v < vectors; ++v) {
        const std::size_t column = draw * vectors + v;
        double* to = w.data() + column / strip * rows * strip + column % strip;
        for (std::size_t row = 0; row < tiles.distinct(); ++row)
          to[row * strip] = drawn[v * tiles.distinct() + row];
      }
    });
    const std::size_t used = (count * vectors + strip - 1) / strip;
    parallel(blocks, threads, [&](unsigned, std::size_t block) {
      Block gram(tiles, kernel);
      Sum* of_block = forms.data() + block * strips * strip * grid;
      std::fill_n(of_block, strips * strip * grid, Sum());
      const std::size_t begin = block * sweep_rows;
      const std::size_t height = std::min(sweep_rows, rows - begin);
      gram.visit(block, [&](std::size_t g, const double* k, std::size_t tile, std::size_t columns) {
        for (std::size_t s = 0; s < used; ++s) {
          const double* of_strip = w.data() + s * rows * strip;
          std::array<double, strip> part{};
          HWY_DYNAMIC_DISPATCH(add_forms)
          (k, chunk, height, columns, of_strip + begin * strip,
           of_strip + tile * Tiles::lanes * strip, part.data());
          for (std::size_t lane = 0; lane < strip; ++lane)
            of_block[(s * strip + lane) * grid + g].add(part[lane]);
        }
      });
    });
    for (std::size_t i = 0; i < count * vectors * grid; ++i) {
      Sum total;
      for (std::size_t block = 0; block < blocks; ++block)
        total.add(forms[block * strips * strip * grid + i].value());
      result[first * vectors * grid + i] = total.value();
    }
  }
  return result;
}

}  // namespace graphvq
#endif
