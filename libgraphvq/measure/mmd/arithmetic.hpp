#pragma once

#include <array>
#include <cstddef>

namespace graphvq::arithmetic {

// Vector arithmetic of the kernels: no fused operations and one order of sums, so that all
// processors give the same bits.

enum class Term { square, product, magnitude };  // (a - b)^2, a b, |a - b|

/// Sums over entries of a row and of eight columns, for each tile of columns: [length, 8] from
/// columns + offsets[t] to columns + offsets[t + 1]. A tile ends before or after the row; the
/// other's entries are then 0. `result` is [tiles, 8].
void add_terms(Term term, const double* row, std::size_t own, const double* columns,
               const std::size_t* offsets, std::size_t tiles, double* result);

/// Functions of a number s from 0 up, c the scale: identity s, of any sign; step 1 where s < c,
/// else 0; exponential exp(-c s); gaussian exp(-(c s)^2 / 2). Exponentials are good to 2 units in
/// the last place of what they are of, and below 1e-307 they are 0.
enum class Function { identity, step, exponential, gaussian };

/// k = function(s); `count` is a multiple of eight, and both may be one array.
void values(Function function, double scale, const double* s, std::size_t count, double* k);

/// Compensated sums of eight columns.
struct EightSums {
  std::array<double, 8> total{}, rest{};
};

/// Adds weight * weights[i] * function(s[i]) for each i below `count`, a multiple of eight.
void add_values(Function function, double scale, const double* s, const double* weights,
                std::size_t count, double weight, EightSums& sums);

}  // namespace graphvq::arithmetic
