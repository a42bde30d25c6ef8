#include "libgraphvq/measure/signature/gin.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "libgraphvq/base/random.hpp"
#include "libgraphvq/graph/counts.hpp"

namespace graphvq {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;

constexpr std::size_t rounds = 2;

// As torch.nn.init.orthogonal_ draws it, and torch.nn.Linear its bias.
Gin::Linear orthogonal(Index out, Index in, Stream& stream) {
  const Index longer = std::max(out, in), shorter = std::min(out, in);
  MatrixXd normal(longer, shorter);
  for (Index i = 0; i < longer; ++i)
    for (Index k = 0; k < shorter; ++k) normal(i, k) = stream.normal();
  const Eigen::HouseholderQR<MatrixXd> qr(normal);
  MatrixXd q = qr.householderQ() * MatrixXd::Identity(longer, shorter);
  for (Index k = 0; k < shorter; ++k)
    if (qr.matrixQR()(k, k) < 0) q.col(k) *= -1;
  Gin::Linear result{out < in ? MatrixXd(q.transpose()) : q, Eigen::VectorXd(out)};
  const double bound = 1 / std::sqrt(static_cast<double>(in));
  for (Index i = 0; i < out; ++i) result.bias[i] = bound * (2 * stream.uniform() - 1);
  return result;
}

std::vector<Gin::Linear> random_layers(Index inputs, Index edges, std::uint64_t seed) {
  std::vector<Gin::Linear> layers;
  for (std::size_t round = 0; round < rounds; ++round) {
    const Index in = (round == 0 ? inputs : Index{Gin::hidden}) + edges;
    for (const Index width : {in, Index{Gin::hidden}}) {
      Stream stream(seed, Purpose::init, layers.size());
      layers.push_back(orthogonal(Gin::hidden, width, stream));
    }
  }
  return layers;
}

// Rows are nodes.
MatrixXd apply(const Gin::Linear& layer, const MatrixXd& x) {
  return (x * layer.weight.transpose()).rowwise() + layer.bias.transpose();
}

MatrixXd normalised(const MatrixXd& x) {
  static const double scale = 1 / std::sqrt(1 + 1e-5);
  return (scale * x).cwiseMax(0);
}

}  // namespace

Gin::Gin(std::uint32_t node_labels, std::uint32_t edge_labels, std::uint64_t seed)
    : Gin(node_labels, edge_labels,
          random_layers(node_labels == 0 ? 1 : node_labels, edge_labels, seed)) {}

Gin::Gin(std::uint32_t node_labels, std::uint32_t edge_labels, std::vector<Linear> layers)
    : node_labels_(node_labels), edge_labels_(edge_labels), layers_(std::move(layers)) {}

std::vector<double> Gin::embed(const Graph& graph) const {
  MatrixXd h = MatrixXd::Zero(graph.n, inputs());
  if (node_labels_ == 0) {
    const auto degree = degrees(graph);
    for (Node u = 0; u < graph.n; ++u) h(u, 0) = 2. * degree[u];
  } else if (!graph.node_labels.empty()) {
    for (Node u = 0; u < graph.n; ++u)
      if (graph.node_labels[u] < node_labels_) h(u, graph.node_labels[u]) = 1;
  }
  std::vector<double> result;
  const auto pool = [&] {
    const Eigen::RowVectorXd sums = h.colwise().sum();
    result.insert(result.end(), sums.begin(), sums.end());
  };
  pool();
  for (std::size_t round = 0; round < rounds; ++round) {
    const Index width = h.cols();
    MatrixXd sums = MatrixXd::Zero(graph.n, width + edge_labels_);
    sums.leftCols(width) = h;
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
      const auto [u, v] = graph.edges[e];
      sums.row(u).head(width) += h.row(v);
      sums.row(v).head(width) += h.row(u);
      if (!graph.edge_labels.empty() && graph.edge_labels[e] < edge_labels_)
        for (const Node end : {u, v}) ++sums(end, width + graph.edge_labels[e]);
    }
    h = apply(layers_[2 * round + 1], normalised(apply(layers_[2 * round], sums)));
    h = normalised(normalised(h));
    pool();
  }
  return result;
}

}  // namespace graphvq
