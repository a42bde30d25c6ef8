#include "libgraphvq/graph/spectrum.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>

#include "libgraphvq/graph/counts.hpp"

namespace graphvq {

std::vector<double> laplacian_spectrum(const Graph& graph, bool self_loops) {
  if (graph.n == 0) return {};
  std::vector<Node> degree = degrees(graph);
  Eigen::MatrixXd laplacian = Eigen::MatrixXd::Zero(graph.n, graph.n);
  for (Node u = 0; u < graph.n; ++u) {
    degree[u] += self_loops;
    if (degree[u] > 0) laplacian(u, u) = 1 - (self_loops ? 1. / degree[u] : 0.);
  }
  for (const auto& [u, v] : graph.edges)
    laplacian(u, v) = laplacian(v, u) = -1 / std::sqrt(static_cast<double>(degree[u]) * degree[v]);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(laplacian, Eigen::EigenvaluesOnly);
  return {solver.eigenvalues().begin(), solver.eigenvalues().end()};
}

}  // namespace graphvq
