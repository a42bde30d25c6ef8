#include "libgraphvq/method/counts/draw.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/base/random.hpp"
#include "libgraphvq/graph/counts.hpp"

namespace graphvq {

namespace {

// Attempts a swap makes for each edge: enough that no edge stands where it stood but by chance.
constexpr std::size_t attempts_per_edge = 20;

Edge sorted(Node u, Node v) { return {std::min(u, v), std::max(u, v)}; }

std::vector<Edge> match_stubs(const Graph& graph, Stream& stream) {
  const auto degree = degrees(graph);
  std::vector<Node> stubs;
  for (Node v = 0; v < graph.n; ++v) stubs.insert(stubs.end(), degree[v], v);
  shuffle(stubs, stream);
  std::set<Edge> edges;
  for (std::size_t s = 0; s < stubs.size(); s += 2)
    if (stubs[s] != stubs[s + 1]) edges.insert(sorted(stubs[s], stubs[s + 1]));
  return {edges.begin(), edges.end()};
}

std::vector<Edge> swap_edges(std::vector<Edge> edges, Stream& stream) {
  if (edges.size() < 2) return edges;
  std::set<Edge> there(edges.begin(), edges.end());
  const auto count = static_cast<std::uint32_t>(edges.size());
  for (std::size_t attempt = 0; attempt < attempts_per_edge * count; ++attempt) {
    Edge& a = edges[stream.below(count)];
    Edge& b = edges[stream.below(count)];
    auto [x, y] = b;
    if (stream.below(2) == 1) std::swap(x, y);
    // {a.u, a.v} and {x, y} become {a.u, x} and {a.v, y}.
    const Edge first = sorted(a.u, x), second = sorted(a.v, y);
    if (first.u == first.v || second.u == second.v || there.contains(first) ||
        there.contains(second))
      continue;
    there.erase(a);
    there.erase(b);
    there.insert({first, second});
    a = first;
    b = second;
  }
  return {there.begin(), there.end()};
}

template <class P>
std::vector<Edge> bernoulli_edges(Node n, const P& p, Stream& stream) {
  std::vector<Edge> edges;
  for (Node u = 0; u < n; ++u)
    for (Node v = u + 1; v < n; ++v)
      if (stream.bernoulli(p(u, v))) edges.push_back({u, v});
  return edges;
}

double ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }

std::span<const double> reals(const Tensors& tensors, const char* name,
                              const std::vector<std::int64_t>& shape) {
  const auto values = find(tensors, name, DType::f64, shape).as<double>();
  for (const double value : values)
    if (!(value >= 0 && value <= 1)) throw Error(std::string(name) + " has no probabilities");
  return values;
}

// A tensor of whole numbers whose length the others do not tell.
std::span<const std::int64_t> whole(const Tensors& tensors, const char* name, std::size_t rank) {
  const auto found = std::ranges::find(tensors, name, &Tensor::name);
  if (found == tensors.end() || found->dtype != DType::i64 || found->shape.size() != rank)
    throw Error(std::string("no tensor '") + name + "' of whole numbers");
  for (const auto value : found->as<std::int64_t>())
    if (value < 0 || value > UINT32_MAX) throw Error(std::string(name) + " is out of range");
  return found->as<std::int64_t>();
}

std::vector<Graph> read_graphs(const BaselineConfig& config, const Tensors& tensors) {
  const auto nodes = whole(tensors, "graphs.nodes", 1);
  std::vector<Graph> graphs;
  for (const auto n : nodes) graphs.push_back({static_cast<Node>(n), {}, {}, {}, {}, {}});
  if (config.keeps_edges()) {
    const auto counts = whole(tensors, "graphs.edge_counts", 1);
    const auto ends = whole(tensors, "graphs.edges", 2);
    std::size_t next = 0;
    if (counts.size() != graphs.size()) throw Error("graphs.edge_counts has another length");
    for (std::size_t g = 0; g < graphs.size(); ++g)
      for (std::int64_t e = 0; e < counts[g]; ++e, next += 2) {
        if (next + 2 > ends.size()) throw Error("graphs.edges is too short");
        graphs[g].edges.push_back(
            {static_cast<Node>(ends[next]), static_cast<Node>(ends[next + 1])});
      }
  }
  if (config.labels > 0) {
    const auto labels = whole(tensors, "graphs.labels", 1);
    std::size_t next = 0;
    for (auto& graph : graphs)
      for (Node v = 0; v < graph.n; ++v, ++next) {
        if (next >= labels.size() || labels[next] >= config.labels)
          throw Error("graphs.labels does not fit");
        graph.node_labels.push_back(static_cast<std::uint32_t>(labels[next]));
      }
  }
  for (const auto& graph : graphs) validate(graph);
  return graphs;
}

}  // namespace

Baseline Baseline::fit(const BaselineConfig& config, const std::vector<Graph>& graphs) {
  if (graphs.empty()) throw Error("no graphs to count");
  Baseline result(config);
  const std::size_t d = std::max(1U, config.labels);
  std::map<Node, double> edges, room;
  std::vector<double> joined(d * d), possible(d * d), uses(d);
  for (const Graph& graph : graphs) {
    ++result.sizes_[graph.n];
    if (config.keeps_graphs())
      result.graphs_.push_back({graph.n,
                                config.keeps_edges() ? graph.edges : std::vector<Edge>(),
                                graph.node_labels,
                                {},
                                {},
                                {}});
    edges[graph.n] += static_cast<double>(graph.edges.size());
    room[graph.n] += graph.n * (graph.n - 1.) / 2;
    const auto label = [&](Node v) { return config.labels > 0 ? graph.node_labels[v] : 0; };
    std::vector<double> here(d);
    for (Node v = 0; v < graph.n; ++v) ++here[label(v)];
    for (std::size_t a = 0; a < d; ++a) {
      uses[a] += here[a];
      for (std::size_t b = 0; b < d; ++b)
        possible[a * d + b] += a == b ? here[a] * (here[a] - 1) / 2 : here[a] * here[b];
    }
    for (const auto& [u, v] : graph.edges) {
      const auto a = label(u), b = label(v);
      ++joined[a * d + b];
      if (a != b) ++joined[b * d + a];
    }
  }
  double total = 0;
  for (const double use : uses) total += use;
  if (config.method == BaselineMethod::er)
    for (const auto& [n, sum] : edges) result.density_[n] = ratio(sum, room[n]);
  if (config.method == BaselineMethod::label_block)
    for (std::size_t k = 0; k < d * d; ++k) result.pairs_.push_back(ratio(joined[k], possible[k]));
  if (config.labels > 0 && !config.graph_labels && config.method != BaselineMethod::resample)
    for (const double use : uses) result.shares_.push_back(ratio(use, total));
  result.index_sizes();
  return result;
}

Baseline Baseline::from_tensors(const BaselineConfig& config, const SizeCounts& sizes,
                                const Tensors& tensors) {
  Baseline result(config);
  result.sizes_ = sizes;
  const std::int64_t d = std::max(1U, config.labels);
  if (config.keeps_graphs()) {
    result.graphs_ = read_graphs(config, tensors);
    if (result.graphs_.empty()) throw Error("the model has no graphs");
  }
  if (config.method == BaselineMethod::er) {
    auto p = reals(tensors, "density", {static_cast<std::int64_t>(sizes.size())}).begin();
    for (const auto& [n, count] : sizes) result.density_[n] = *p++;
  }
  if (config.method == BaselineMethod::label_block) {
    const auto p = reals(tensors, "pairs", {d, d});
    result.pairs_.assign(p.begin(), p.end());
  }
  if (config.labels > 0 && !config.graph_labels && config.method != BaselineMethod::resample) {
    const auto p = reals(tensors, "shares", {d});
    result.shares_.assign(p.begin(), p.end());
  }
  result.index_sizes();
  return result;
}

Tensors Baseline::tensors() const {
  Tensors all;
  const auto add = [&](const char* name, std::vector<std::int64_t> shape, const auto& values) {
    using T = typename std::decay_t<decltype(values)>::value_type;
    all.push_back(make_tensor<T>(name, std::move(shape), values));
  };
  const auto size = [](const auto& values) { return static_cast<std::int64_t>(values.size()); };
  if (!graphs_.empty()) {
    std::vector<std::int64_t> nodes, counts, edges, labels;
    for (const auto& graph : graphs_) {
      nodes.push_back(graph.n);
      counts.push_back(size(graph.edges));
      for (const auto& [u, v] : graph.edges) edges.insert(edges.end(), {u, v});
      labels.insert(labels.end(), graph.node_labels.begin(), graph.node_labels.end());
    }
    add("graphs.nodes", {size(nodes)}, nodes);
    if (config_.keeps_edges()) {
      add("graphs.edge_counts", {size(counts)}, counts);
      add("graphs.edges", {size(edges) / 2, 2}, edges);
    }
    if (config_.labels > 0) add("graphs.labels", {size(labels)}, labels);
  }
  std::vector<double> density;
  for (const auto& [n, p] : density_) density.push_back(p);
  if (!density.empty()) add("density", {size(density)}, density);
  const std::int64_t d = std::max(1U, config_.labels);
  if (!pairs_.empty()) add("pairs", {d, d}, pairs_);
  if (!shares_.empty()) add("shares", {d}, shares_);
  return all;
}

Graph Baseline::draw(Node n, std::uint64_t seed, std::uint64_t record) const {
  Stream stream(seed, Purpose::baseline, record);
  Graph graph;
  if (config_.keeps_edges()) {
    graph = graphs_[stream.below(static_cast<std::uint32_t>(graphs_.size()))];
    if (config_.method == BaselineMethod::resample) return graph;
    graph.edges = config_.swaps ? swap_edges(graph.edges, stream) : match_stubs(graph, stream);
  } else {
    graph.n = n;
  }
  graph.node_labels = draw_labels(graph.n, seed, record);
  if (config_.method == BaselineMethod::er) {
    const double p = density(graph.n);
    graph.edges = bernoulli_edges(
        graph.n, [&](Node, Node) { return p; }, stream);
  }
  if (config_.method == BaselineMethod::label_block) {
    const auto label = [&](Node v) { return graph.node_labels.empty() ? 0 : graph.node_labels[v]; };
    const std::size_t d = std::max(1U, config_.labels);
    graph.edges = bernoulli_edges(
        graph.n, [&](Node u, Node v) { return pairs_[label(u) * d + label(v)]; }, stream);
  }
  return graph;
}

std::vector<std::uint32_t> Baseline::draw_labels(Node n, std::uint64_t seed,
                                                 std::uint64_t record) const {
  if (config_.labels == 0) return {};
  Stream stream(seed, Purpose::baseline, record, 1);
  if (config_.graph_labels) {
    const auto found = of_size_.find(n);
    if (found == of_size_.end())
      throw Error("no training graph has " + std::to_string(n) + " nodes, whose labels to take");
    return graphs_[found->second[stream.below(static_cast<std::uint32_t>(found->second.size()))]]
        .node_labels;
  }
  // The last that there is takes what rounding leaves.
  auto last = config_.labels - 1;
  while (last > 0 && shares_[last] <= 0) --last;
  if (n > 0 && shares_[last] <= 0)
    throw Error("no training graph has a node, whose labels to take");
  std::vector<std::uint32_t> labels;
  for (Node v = 0; v < n; ++v) {
    double left = stream.uniform();
    std::uint32_t label = 0;
    while (label < last && left >= shares_[label]) left -= shares_[label++];
    labels.push_back(label);
  }
  return labels;
}

double Baseline::density(Node n) const {
  const auto above = density_.lower_bound(n);
  if (above == density_.end()) return density_.rbegin()->second;
  if (above == density_.begin()) return above->second;
  const auto below = std::prev(above);
  return n - below->first <= above->first - n && above->first != n ? below->second : above->second;
}

void Baseline::index_sizes() {
  if (config_.graph_labels)
    for (std::size_t g = 0; g < graphs_.size(); ++g) of_size_[graphs_[g].n].push_back(g);
}

}  // namespace graphvq
