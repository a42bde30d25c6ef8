#pragma once

#include <cstddef>

namespace graphvq::arithmetic {

// Vector arithmetic of the kernels: no fused operations and one order of sums, so that all
// processors give the same bits.

enum class Term { square, product, magnitude };  // (a - b)^2, a b, |a - b|

/// Sums over entries of a row and of eight columns, [length, 8], which end before or after the
/// row's: the other's are then 0.
void add_terms(Term term, const double* row, std::size_t own, const double* columns,
               std::size_t length, double* result);

/// exp(-x) of numbers from 0 up, to 2 units in the last place; below 1e-307 it is 0. `count` is a
/// multiple of eight, and both may be one array.
void negative_exp(const double* x, std::size_t count, double* result);

}  // namespace graphvq::arithmetic
