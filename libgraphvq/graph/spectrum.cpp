#include "libgraphvq/graph/spectrum.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <limits>
#include <new>
#include <string>
#include <utility>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/graph/counts.hpp"

namespace graphvq {

namespace {

// Eigenvalues of a symmetric tridiagonal matrix by the QL method without square roots (Pal, Walker,
// Kahan; sterf of LAPACK), to a few units in the last place of the norm. d is its diagonal, e the
// squares of the entries below that; both are overwritten.
std::vector<double> eigenvalues(std::vector<double> d, std::vector<double> e) {
  double norm = 0;
  for (std::size_t i = 0; i < d.size(); ++i)
    norm = std::max(norm, std::abs(d[i]) + (i < e.size() ? std::sqrt(e[i]) : 0));
  constexpr double unit = std::numeric_limits<double>::epsilon() / 2;
  const double zero = std::pow(unit * norm, 2);
  // The second bound is sterf's: an entry below it is lost in the shift, which would stand still.
  const auto counts = [&](std::size_t i) {
    return e[i] > zero && e[i] > unit * unit * std::abs(d[i] * d[i + 1]);
  };
  for (std::size_t first = 0; first < d.size();) {
    std::size_t last = first;  // of the block that begins at first
    while (last < e.size() && counts(last)) ++last;
    if (last == first) {
      ++first;
      continue;
    }
    // Wilkinson's shift.
    const double root = std::sqrt(e[first]), half = (d[first + 1] - d[first]) / (2 * root);
    const double shift = d[first] - root / (half + std::copysign(std::sqrt(half * half + 1), half));
    double c = 1, s = 0, gamma = d[last] - shift, p = gamma * gamma;
    for (std::size_t i = last; i-- > first;) {
      const double b = e[i], r = p + b;
      if (i + 1 < last) e[i + 1] = s * r;
      const double old_c = std::exchange(c, p / r), old_gamma = gamma;
      s = b / r;
      gamma = c * (d[i] - shift) - s * old_gamma;
      d[i + 1] = old_gamma + (d[i] - gamma);
      p = p > 0 ? gamma * gamma * (r / p) : old_c * b;  // gamma^2 / c
    }
    e[first] = s * p;
    d[first] = shift + gamma;
  }
  std::ranges::sort(d);
  return d;
}

// With dense matrices.
std::vector<double> spectrum(const Graph& graph, bool self_loops) {
  std::vector<Node> degree = degrees(graph);
  Eigen::MatrixXd laplacian = Eigen::MatrixXd::Zero(graph.n, graph.n);
  for (Node u = 0; u < graph.n; ++u) {
    degree[u] += self_loops;
    if (degree[u] > 0) laplacian(u, u) = 1 - (self_loops ? 1. / degree[u] : 0.);
  }
  for (const auto& [u, v] : graph.edges)
    laplacian(u, v) = laplacian(v, u) = -1 / std::sqrt(static_cast<double>(degree[u]) * degree[v]);
  const Eigen::Tridiagonalization<Eigen::MatrixXd> tridiagonal(laplacian);
  std::vector<double> squares;
  if (graph.n > 1)
    for (const double below : tridiagonal.subDiagonal()) squares.push_back(below * below);
  const auto diagonal = tridiagonal.diagonal();
  return eigenvalues({diagonal.begin(), diagonal.end()}, std::move(squares));
}

}  // namespace

std::vector<double> laplacian_spectrum(const Graph& graph, bool self_loops) {
  if (graph.n == 0) return {};
  try {
    return spectrum(graph, self_loops);
  } catch (const std::bad_alloc&) {
    throw Error("out of memory for the spectrum of " + std::to_string(graph.n) +
                " nodes: it takes 16 bytes for each pair of them");
  }
}

}  // namespace graphvq
