#include "libgraphvq/sample/calibrate.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "libgraphvq/graph/error.hpp"

namespace graphvq {

namespace {

struct Pair {
  float logit;
  bool edge;
};

std::vector<Pair> forced_pairs(const EdgesKernel& kernel, std::span<const Record> records,
                               unsigned threads) {
  std::vector<Forced> graphs;
  for (const auto& record : records) graphs.push_back({record.codes, record.graph.edges});
  const auto logits = kernel.logits(graphs, threads);
  std::vector<Pair> pairs;
  for (std::size_t g = 0; g < records.size(); ++g) {
    const auto& edges = records[g].graph.edges;
    const auto n = static_cast<Node>(records[g].codes.size());
    auto edge = edges.begin();
    auto logit = logits[g].begin();
    for (Node i = 0; i < n; ++i)
      for (Node j = i + 1; j < n; ++j) {
        const bool present = edge != edges.end() && *edge == Edge{i, j};
        pairs.push_back({*logit++, present});
        if (present) ++edge;
      }
  }
  return pairs;
}

double mean_nll(const std::vector<Pair>& pairs, double scale) {
  double sum = 0;
  for (const auto& [logit, edge] : pairs) {
    const double x = scale * (edge ? logit : -logit);
    sum += std::log1p(std::exp(-std::abs(x))) + std::max(-x, 0.0);
  }
  return sum / static_cast<double>(pairs.size());
}

/// Of the summed NLL by the scale 1 / tau, in which it is convex.
double slope(const std::vector<Pair>& pairs, double scale) {
  double sum = 0;
  for (const auto& [logit, edge] : pairs)
    sum += (1 / (1 + std::exp(-scale * logit)) - (edge ? 1 : 0)) * logit;
  return sum;
}

}  // namespace

Calibration calibrate(const EdgesKernel& kernel, std::span<const Record> records,
                      unsigned threads) {
  const auto pairs = forced_pairs(kernel, records, threads);
  if (pairs.empty()) throw Error("no pair of nodes to calibrate on");
  double low = 1;
  double high = 1 / 0.9;
  if (slope(pairs, low) >= 0) high = low;
  if (slope(pairs, high) <= 0) low = high;
  for (int halvings = 0; halvings < 40 && low < high; ++halvings) {
    const double middle = (low + high) / 2;
    (slope(pairs, middle) < 0 ? low : high) = middle;
  }
  const double temperature = low == high && low > 1 ? 0.9 : 1 / ((low + high) / 2);
  return {temperature, mean_nll(pairs, 1), mean_nll(pairs, 1 / temperature)};
}

}  // namespace graphvq
