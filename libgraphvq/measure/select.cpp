#include "libgraphvq/measure/select.hpp"

#include <algorithm>
#include <cmath>

#include "libgraphvq/data/parallel.hpp"
#include "libgraphvq/graph/error.hpp"
#include "libgraphvq/graph/random.hpp"
#include "libgraphvq/measure/statistics.hpp"

namespace graphvq {

namespace {

std::vector<Edge> absent_edges(const Graph& graph) {
  std::vector<Edge> result;
  auto next = graph.edges.begin();
  for (Node u = 0; u < graph.n; ++u)
    for (Node v = u + 1; v < graph.n; ++v) {
      if (next != graph.edges.end() && *next == Edge{u, v})
        ++next;
      else
        result.push_back({u, v});
    }
  return result;
}

// A curve that does not change follows nothing.
double or_zero(double correlation) { return std::isnan(correlation) ? 0 : correlation; }

}  // namespace

std::string_view to_string(Perturbation perturbation) {
  constexpr std::string_view names[] = {"add", "remove", "rewire"};
  return names[static_cast<std::size_t>(perturbation)];
}

std::vector<Graph> perturbed(const Graph& graph, Perturbation perturbation, unsigned steps,
                             std::uint64_t seed, std::uint64_t record) {
  Stream stream(seed, Purpose::synth, record, 1 + static_cast<std::uint32_t>(perturbation));
  auto present = graph.edges;
  shuffle(present, stream);
  std::vector<Edge> absent;
  if (perturbation != Perturbation::remove) {
    absent = absent_edges(graph);
    shuffle(absent, stream);
  }
  std::vector<Graph> result;
  for (unsigned step = 1; step <= steps; ++step) {
    const auto changed = present.size() * step / steps;
    const auto added = static_cast<std::ptrdiff_t>(std::min(changed, absent.size()));
    // Where all places are taken nothing can be moved.
    const auto removed = perturbation == Perturbation::add ? 0
                         : perturbation == Perturbation::remove
                             ? static_cast<std::ptrdiff_t>(changed)
                             : added;
    Graph next{graph.n, {present.begin() + removed, present.end()}, graph.node_labels, {}, {}, {}};
    next.edges.insert(next.edges.end(), absent.begin(), absent.begin() + added);
    std::ranges::sort(next.edges);
    result.push_back(std::move(next));
  }
  return result;
}

std::vector<Following> follow_perturbations(std::span<const Graph> reference,
                                            std::span<const Descriptor> descriptors,
                                            std::span<const KernelKind> kernels,
                                            std::span<const double> factors, unsigned steps,
                                            std::uint64_t seed, unsigned threads,
                                            SignatureSettings settings) {
  if (reference.empty()) throw Error("no graphs to perturb");
  const std::vector<Descriptor> all(descriptors.begin(), descriptors.end());
  GraphSet original(all, true, false, settings);
  original.add(reference, threads);
  settings.gin = original.standardise();
  // Sets of each perturbation and step.
  std::vector<std::vector<GraphSet>> sets;
  for (const auto perturbation : all_perturbations) {
    std::vector<std::vector<Graph>> graphs(reference.size());
    parallel(reference.size(), threads, [&](unsigned, std::size_t i) {
      graphs[i] = perturbed(reference[i], perturbation, steps, seed, i);
    });
    auto& of_steps = sets.emplace_back();
    for (unsigned step = 0; step < steps; ++step) {
      std::vector<Graph> at_step;
      for (auto& each : graphs) at_step.push_back(std::move(each[step]));
      of_steps.emplace_back(all, true, false, settings).add(at_step, threads);
    }
  }

  std::vector<double> level;
  for (unsigned step = 0; step <= steps; ++step) level.push_back(step);
  std::vector<Following> result;
  for (std::size_t d = 0; d < all.size(); ++d)
    for (const auto kind : kernels) {
      if (kind == KernelKind::emd && !is_histogram(all[d])) continue;
      const auto& x = original.signatures(d);
      const double median =
          kind == KernelKind::linear ? 0 : median_distance(kind, x, nullptr, threads);
      const auto first = result.size();
      Kernel kernel{kind, {}};
      for (const double factor :
           median == 0 ? std::vector<double>{1} : std::vector(factors.begin(), factors.end())) {
        kernel.bandwidths.push_back(factor * median);
        result.push_back({all[d], kind, factor, factor * median, {}, 0, 0});
      }
      const auto followings = std::span(result).subspan(first);
      const auto xx = kernel_sums(x, x, kernel, threads);
      const auto n = static_cast<double>(x.size());
      for (std::size_t p = 0; p < sets.size(); ++p) {
        for (auto& each : followings) each.curves[p].mmd2 = {0};
        for (const auto& set : sets[p]) {
          const auto& y = set.signatures(d);
          const auto yy = kernel_sums(y, y, kernel, threads);
          const auto xy = kernel_sums(x, y, kernel, threads);
          for (std::size_t g = 0; g < followings.size(); ++g) {
            const double value = (xx[g] + yy[g] - 2 * xy[g]) / (n * n);
            followings[g].curves[p].mmd2.push_back(positive_definite(kind) ? std::max(value, 0.)
                                                                           : value);
          }
        }
        for (auto& each : followings) {
          auto& curve = each.curves[p];
          std::vector<double> mmd;
          for (const double value : curve.mmd2) mmd.push_back(std::sqrt(std::max(value, 0.)));
          curve.spearman = or_zero(spearman(curve.mmd2, level));
          curve.pearson = or_zero(pearson(mmd, level));
          each.spearman += curve.spearman / static_cast<double>(sets.size());
          each.pearson += curve.pearson / static_cast<double>(sets.size());
        }
      }
    }
  std::ranges::stable_sort(result, [](const Following& a, const Following& b) {
    return std::pair(a.spearman, a.pearson) > std::pair(b.spearman, b.pearson);
  });
  return result;
}

}  // namespace graphvq
