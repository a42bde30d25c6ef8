#include "libgraphvq/measure/judge/select.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/base/parallel.hpp"
#include "libgraphvq/base/random.hpp"
#include "libgraphvq/measure/judge/statistics.hpp"
#include "libgraphvq/measure/mmd/two_sample.hpp"

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

using StepSets = std::vector<std::vector<SignatureSet>>;  // [steps][descriptors]

// Signatures of what versions(i) makes of each graph i: a graph for each step.
template <class Versions>
StepSets signatures(const Describer& describe, std::span<const Descriptor> descriptors,
                    std::size_t graphs, unsigned threads, const Versions& versions) {
  std::vector<std::vector<SignatureRows>> found(graphs);  // [graphs][steps][descriptors]
  parallel(graphs, threads, [&](unsigned, std::size_t i) {
    for (const Graph& graph : versions(i)) {
      auto& rows = found[i].emplace_back();
      for (const auto descriptor : descriptors) rows.push_back(describe(graph, descriptor));
    }
  });
  std::vector<SignatureSet> empty;
  for (const auto descriptor : descriptors) empty.emplace_back(is_keyed(descriptor));
  StepSets result(found[0].size(), empty);
  for (auto& steps : found)
    for (std::size_t step = 0; step < steps.size(); ++step)
      for (std::size_t d = 0; d < descriptors.size(); ++d)
        result[step][d].add(std::move(steps[step][d]));
  return result;
}

/// Counts the steps of one stage.
class Stage {
 public:
  Stage(const StageAdvance& advance, const char* unit, std::size_t total)
      : advance_(advance), unit_(unit), total_(total) {
    tell();
  }
  void step() {
    ++done_;
    tell();
  }

 private:
  void tell() const {
    if (advance_) advance_(unit_, done_, total_);
  }

  const StageAdvance& advance_;
  const char* unit_;
  std::size_t total_;
  std::size_t done_ = 0;
};

// What does not change follows nothing.
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

std::vector<Following> follow_perturbations(
    std::span<const Graph> reference, std::span<const Descriptor> descriptors,
    std::span<const KernelKind> kernels, std::span<const double> factors, unsigned steps,
    std::uint64_t seed, unsigned threads, SignatureSettings settings, const StageAdvance& advance) {
  if (reference.empty()) throw Error("no graphs to perturb");
  Describer describe(std::move(settings), std::ranges::count(descriptors, Descriptor::gin) > 0);
  Stage measured(advance, "sets of graphs", 1 + all_perturbations.size());
  auto original =
      std::move(signatures(describe, descriptors, reference.size(), threads,
                           [&](std::size_t i) { return std::vector<Graph>{reference[i]}; })[0]);
  const auto gin = std::ranges::find(descriptors, Descriptor::gin);
  if (gin != descriptors.end())
    describe.standardise(
        standardise(original[static_cast<std::size_t>(gin - descriptors.begin())]));
  measured.step();
  std::vector<StepSets> sets;  // of each perturbation
  for (const auto perturbation : all_perturbations) {
    sets.push_back(signatures(describe, descriptors, reference.size(), threads, [&](std::size_t i) {
      return perturbed(reference[i], perturbation, steps, seed, i);
    }));
    measured.step();
  }

  const auto n = static_cast<double>(reference.size());
  std::vector<double> level;
  for (unsigned step = 0; step <= steps; ++step) level.push_back(step);
  std::vector<Following> result;
  Stage compared(advance, "descriptors and kernels", descriptors.size() * kernels.size());
  for (std::size_t d = 0; d < descriptors.size(); ++d)
    for (const auto kind : kernels) {
      compared.step();
      if (kind == KernelKind::emd && !is_histogram(descriptors[d])) continue;
      const auto& x = original[d];
      const double median =
          kind == KernelKind::linear ? 0 : median_distance(kind, x, nullptr, threads);
      const auto first = result.size();
      Kernel kernel{kind, {}};
      for (const double factor :
           median == 0 ? std::vector<double>{1} : std::vector(factors.begin(), factors.end())) {
        kernel.bandwidths.push_back(factor * median);
        result.push_back({descriptors[d], kind, factor, factor * median, {}, 0, 0});
      }
      const auto followings = std::span(result).subspan(first);
      const auto x_sums = set_sums(x, kernel, threads);
      const double scale = std::ranges::max(x_sums.pairs) / (n * n);
      for (std::size_t p = 0; p < sets.size(); ++p) {
        for (auto& each : followings) each.responses[p].mmd2 = {0};
        for (const auto& step : sets[p]) {
          const auto& y = step[d];
          const auto values = mmd2(x_sums, set_sums(y, kernel, threads),
                                   kernel_sums(x, y, kernel, threads), kind, Estimator::biased);
          for (std::size_t g = 0; g < values.size(); ++g)
            followings[g].responses[p].mmd2.push_back(values[g]);
        }
        for (auto& each : followings) {
          auto& response = each.responses[p];
          const auto squares = tied(response.mmd2, 2 * tie * scale);
          std::vector<double> mmd;
          for (const double value : squares) mmd.push_back(std::sqrt(std::max(value, 0.)));
          response.spearman = or_zero(spearman(squares, level));
          response.pearson = or_zero(pearson(mmd, level));
          each.spearman += response.spearman / static_cast<double>(sets.size());
          each.pearson += response.pearson / static_cast<double>(sets.size());
        }
      }
    }
  std::ranges::stable_sort(result, [](const Following& a, const Following& b) {
    return std::pair(a.spearman, a.pearson) > std::pair(b.spearman, b.pearson);
  });
  return result;
}

}  // namespace graphvq
