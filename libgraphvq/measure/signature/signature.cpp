#include "libgraphvq/measure/signature/signature.hpp"

#include <algorithm>
#include <map>

#include "libgraphvq/base/named.hpp"
#include "libgraphvq/graph/counts.hpp"
#include "libgraphvq/graph/orbits.hpp"
#include "libgraphvq/graph/spectrum.hpp"
#include "libgraphvq/graph/wl.hpp"

namespace graphvq {

namespace {

using Settings = SignatureSettings;
using Values = std::vector<double>;

constexpr std::size_t clustering_bins = 100;
constexpr std::size_t spectral_bins = 200;
constexpr double spectral_low = -1e-5, spectral_high = 2;

// The share of `values` at each value.
Values histogram(const std::vector<Node>& values, double excess = 0) {
  Values shares;
  for (const Node value : values) {
    if (value >= shares.size()) shares.resize(value + 1);
    ++shares[value];
  }
  for (double& share : shares) share /= static_cast<double>(values.size()) + excess;
  return shares;
}

Values degree(const Graph& graph, const Settings& settings) {
  auto values = degrees(graph);
  if (settings.self_loops)
    for (Node& value : values) ++value;
  return histogram(values, settings.excess);
}

// The bin of numpy.histogram, whose edges are low + k (high - low) / bins in floating point.
Node float_bin(double value, double low, double high, std::size_t bins) {
  const double step = (high - low) / static_cast<double>(bins);
  const auto edge = [&](std::size_t k) {
    return k == bins ? high : static_cast<double>(k) * step + low;
  };
  auto bin = std::min(
      static_cast<std::size_t>((value - low) / (high - low) * static_cast<double>(bins)), bins - 1);
  if (value < edge(bin)) --bin;
  if (bin + 1 < bins && value >= edge(bin + 1)) ++bin;
  return static_cast<Node>(bin);
}

// What the adjacency matrix with ones on its diagonal has for links and possible ones: (A^3)_ii of
// k (k - 1) closed walks, k one more than the degree.
std::vector<LocalClustering> looped_clustering(const Graph& graph) {
  auto result = local_clustering(graph);
  const auto degree = degrees(graph);
  for (Node u = 0; u < graph.n; ++u) {
    const std::uint64_t d = degree[u];
    result[u] = {d == 0 ? 0 : 1 + 3 * d + 2 * result[u].links, d * (d + 1)};
  }
  return result;
}

Values clustering(const Graph& graph, const Settings& settings) {
  std::vector<Node> bins;
  for (const auto& local :
       settings.self_loops ? looped_clustering(graph) : local_clustering(graph)) {
    const auto& [links, possible] = local;
    if (links > possible) {
      bins.push_back(clustering_bins);  // beyond the last
    } else if (settings.float_bins) {
      const double value =
          links == 0 ? 0 : static_cast<double>(links) / static_cast<double>(possible);
      bins.push_back(float_bin(value, 0, 1, clustering_bins));
    } else {
      bins.push_back(local.bin(clustering_bins));
    }
  }
  auto shares = histogram(bins, settings.excess);
  shares.resize(std::min(shares.size(), clustering_bins));
  return shares;
}

Values orbit(const Graph& graph, const Settings&) {
  const auto counts = subgraph_counts(graph);
  return {static_cast<double>(counts.triangles), static_cast<double>(counts.two_stars),
          static_cast<double>(counts.three_paths), static_cast<double>(counts.four_cycles),
          static_cast<double>(counts.four_cliques)};
}

Values spectral(const Graph& graph, const Settings& settings) {
  return laplacian_spectrum(graph, settings.self_loops);
}

Values component_sizes(const Graph& graph, const Settings&) {
  return histogram(components(graph).sizes);
}

Values orbit4(const Graph& graph, const Settings&) {
  if (graph.n == 0) return {};
  NodeOrbits sums{};
  for (const auto& orbits : node_orbits(graph))
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += orbits[k];
  Values result;
  for (const auto sum : sums) result.push_back(static_cast<double>(sum) / graph.n);
  return result;
}

Values spectral_histogram(const Graph& graph, const Settings& settings) {
  std::vector<Node> bins;
  // Rounding puts the 2 of a bipartite component above 2.
  for (const double value : laplacian_spectrum(graph, settings.self_loops))
    bins.push_back(float_bin(std::clamp(value, 0., spectral_high), spectral_low, spectral_high,
                             spectral_bins));
  auto shares = histogram(bins);
  for (double& share : shares) share /= 1 + settings.excess;
  return shares;
}

Values label(const Graph& graph, const Settings&) { return histogram(graph.node_labels); }

Values label_edge(const Graph& graph, const Settings& settings) {
  if (graph.node_labels.empty()) return {};
  std::vector<Node> places;
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    const auto [low, high] =
        std::minmax(graph.node_labels[graph.edges[e].u], graph.node_labels[graph.edges[e].v]);
    const auto known = settings.edge_labels;
    const auto own = graph.edge_labels.empty() ? known : std::min(graph.edge_labels[e], known);
    places.push_back((high * (high + 1) / 2 + low) * (known + 1) + own);
  }
  return histogram(places);
}

Values wl(const Graph& graph, const Settings& settings) {
  std::map<std::uint64_t, double> counts;
  for (const auto& colours : wl_colours(graph, settings.labels))
    for (const auto& colour : colours)
      ++counts[(std::uint64_t{colour[1]} & 0xfffff) << 32 | colour[0]];
  Values result;
  for (const auto& [key, count] : counts) {
    result.push_back(static_cast<double>(key));
    result.push_back(count / graph.n);
  }
  return result;
}

struct Row {
  std::string_view name;
  Values (*signature)(const Graph&, const Settings&);  // null for gin
  bool histogram = false, labels = false, keyed = false;
};

// In the order of the enumeration.
constexpr std::array table = {Row{"degree", degree, true},
                              Row{"clustering", clustering, true},
                              Row{"orbit", orbit},
                              Row{"spectral", spectral},
                              Row{"components", component_sizes, true},
                              Row{"orbit4", orbit4},
                              Row{"spectral-histogram", spectral_histogram, true},
                              Row{"label", label, false, true},
                              Row{"label-edge", label_edge, false, true},
                              Row{"wl", wl, false, false, true},
                              Row{"gin", nullptr}};
static_assert(table.size() == all_descriptors.size());

const Row& row(Descriptor descriptor) { return table[static_cast<std::size_t>(descriptor)]; }

}  // namespace

std::string_view to_string(Descriptor descriptor) { return row(descriptor).name; }
bool is_histogram(Descriptor descriptor) { return row(descriptor).histogram; }
bool needs_labels(Descriptor descriptor) { return row(descriptor).labels; }
bool is_keyed(Descriptor descriptor) { return row(descriptor).keyed; }

Descriptor descriptor(std::string_view name) {
  return find_named(all_descriptors, name, "descriptor",
                    [](Descriptor each) { return to_string(each); });
}

std::optional<Graph> pruned(const Graph& graph, const Pruning& pruning) {
  const auto degree = degrees(graph);
  std::vector<Node> place(graph.n);
  Graph rest;
  for (Node u = 0; u < graph.n; ++u) {
    if (pruning.isolated && degree[u] == 0) continue;
    place[u] = rest.n++;
    if (!graph.node_labels.empty()) rest.node_labels.push_back(graph.node_labels[u]);
  }
  for (const auto& [u, v] : graph.edges) rest.edges.push_back({place[u], place[v]});
  rest.edge_labels = graph.edge_labels;
  if (rest.n > 0) return rest;
  if (pruning.node_for_none) return Graph{1, {}, {}, {}, {}, {}};
  if (pruning.empty) return {};
  return rest;
}

Describer::Describer(SignatureSettings settings, bool gin) : settings_(std::move(settings)) {
  if (gin) gin_.emplace(settings_.node_labels, settings_.edge_labels, settings_.seed);
}

void Describer::standardise(Standardisation standardisation) {
  settings_.gin = std::move(standardisation);
}

std::vector<double> Describer::operator()(const Graph& graph, Descriptor descriptor) const {
  if (descriptor != Descriptor::gin) return row(descriptor).signature(graph, settings_);
  return settings_.gin(gin_.value().embed(graph));
}

std::vector<double> signature(const Graph& graph, Descriptor descriptor) {
  return Describer({}, descriptor == Descriptor::gin)(graph, descriptor);
}

}  // namespace graphvq
