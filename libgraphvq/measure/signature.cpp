#include "libgraphvq/measure/signature.hpp"

#include <algorithm>
#include <string>

#include "libgraphvq/graph/counts.hpp"
#include "libgraphvq/graph/error.hpp"
#include "libgraphvq/graph/spectrum.hpp"

namespace graphvq {

namespace {

constexpr std::uint64_t clustering_bins = 100;

// The share of `values` at each value.
std::vector<double> histogram(const std::vector<Node>& values) {
  std::vector<double> shares;
  for (const Node value : values) {
    if (value >= shares.size()) shares.resize(value + 1);
    ++shares[value];
  }
  for (double& share : shares) share /= static_cast<double>(values.size());
  return shares;
}

std::vector<double> degree(const Graph& graph) { return histogram(degrees(graph)); }

std::vector<double> clustering(const Graph& graph) {
  std::vector<Node> bins;
  for (const auto& [links, possible] : local_clustering(graph)) {
    const auto bin = possible == 0 ? 0 : clustering_bins * links / possible;
    bins.push_back(static_cast<Node>(std::min(bin, clustering_bins - 1)));
  }
  return histogram(bins);
}

std::vector<double> orbit(const Graph& graph) {
  const auto counts = subgraph_counts(graph);
  return {static_cast<double>(counts.triangles), static_cast<double>(counts.two_stars),
          static_cast<double>(counts.three_paths), static_cast<double>(counts.four_cycles),
          static_cast<double>(counts.four_cliques)};
}

std::vector<double> component_sizes(const Graph& graph) {
  return histogram(components(graph).sizes);
}

struct Row {
  std::string_view name;
  std::vector<double> (*signature)(const Graph&);
};

// In the order of the enumeration.
constexpr std::array table = {Row{"degree", degree}, Row{"clustering", clustering},
                              Row{"orbit", orbit}, Row{"spectral", laplacian_spectrum},
                              Row{"components", component_sizes}};
static_assert(table.size() == all_descriptors.size());

const Row& row(Descriptor descriptor) { return table[static_cast<std::size_t>(descriptor)]; }

}  // namespace

std::string_view to_string(Descriptor descriptor) { return row(descriptor).name; }

Descriptor descriptor(std::string_view name) {
  std::string names;
  for (const Descriptor each : all_descriptors) {
    if (to_string(each) == name) return each;
    names += (names.empty() ? "" : ", ") + std::string(to_string(each));
  }
  throw UsageError("unknown descriptor " + std::string(name) + ": there are " + names);
}

std::vector<double> signature(const Graph& graph, Descriptor descriptor) {
  return row(descriptor).signature(graph);
}

}  // namespace graphvq
