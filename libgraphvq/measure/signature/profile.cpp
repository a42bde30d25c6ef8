#include "libgraphvq/measure/signature/profile.hpp"

#include <algorithm>
#include <cmath>

#include "libgraphvq/base/parallel.hpp"
#include "libgraphvq/graph/counts.hpp"
#include "libgraphvq/graph/spectrum.hpp"

namespace graphvq {

namespace {

struct Values {
  std::vector<Node> degrees, bins, steps;  // of each node, node and eigenvalue
};

Values values(const Graph& graph) {
  Values result;
  result.degrees = degrees(graph);
  for (const auto& local : local_clustering(graph))
    result.bins.push_back(local.bin(Profile::clustering_bins));
  for (const double value : laplacian_spectrum(graph))
    result.steps.push_back(
        static_cast<Node>(std::lround(std::clamp(value, 0., 2.) / 2 * Profile::spectrum_steps)));
  return result;
}

void add_shares(const std::vector<Node>& places, std::vector<double>& sums) {
  for (const Node place : places) {
    if (place >= sums.size()) sums.resize(place + 1);
    sums[place] += 1 / static_cast<double>(places.size());
  }
}

}  // namespace

void Profile::add(std::span<const Graph> graphs, unsigned threads) {
  std::vector<Values> found(graphs.size());
  parallel(graphs.size(), threads, [&](unsigned, std::size_t i) { found[i] = values(graphs[i]); });
  for (const auto& of : found) {
    if (of.degrees.empty()) continue;
    add_shares(of.degrees, degree_);
    add_shares(of.bins, clustering_);
    add_shares(of.steps, spectrum_);
    ++graphs_;
  }
}

std::vector<double> Profile::mean(std::vector<double> sums) const {
  for (double& sum : sums) sum /= std::max(graphs_, 1.);
  return sums;
}

}  // namespace graphvq
