#include <dlfcn.h>

#include <memory>
#include <vector>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/method/chunk/draw.hpp"
#include "libgraphvq/method/prior/draw.hpp"
#include "libgraphvq/train/backend.hpp"
#include "tests/bench/bench.hpp"
#include "tests/method/reference.hpp"
#include "tests/method/setups.hpp"

namespace graphvq::bench {

namespace {

constexpr std::size_t graphs = 1024;

/// As often as in MUTAG, from 10 to 28 nodes (mean 17.9).
std::vector<std::uint32_t> mutag_sizes() {
  constexpr std::uint32_t counts[] = {2,  14, 13, 17, 7, 7, 16, 18, 4, 16,
                                      14, 8,  15, 18, 4, 6, 5,  1,  3};
  std::vector<std::uint32_t> all, sizes;
  for (std::uint32_t k = 0; k < std::size(counts); ++k) all.insert(all.end(), counts[k], 10 + k);
  Stream stream(0, Purpose::sizes);
  while (sizes.size() < graphs)
    sizes.push_back(all[stream.below(static_cast<std::uint32_t>(all.size()))]);
  return sizes;
}

/// Multiply-adds of the GRUs as the kernels do them: the prior's first layer reads a table, the
/// decoder's takes B bits and h pooled units.
double gru_multiply_adds(const std::vector<std::uint32_t>& sizes, const PriorConfig& prior,
                         const ChunkConfig& edges) {
  double sum = 0;
  for (const double n : sizes) {
    const double h = prior.hidden;
    const double chunks = std::ceil(n * (n - 1) / 2 / edges.chunk);
    sum += n * 3 * h * h * (2 * prior.layers - 1);
    const double w = edges.hidden;
    sum += chunks * 3 * w * (w * 2 * edges.layers + edges.chunk);
  }
  return sum;
}

std::unique_ptr<Backend> torch_backend() {
#ifdef GRAPHVQ_PLUGIN
  void* library = dlopen(GRAPHVQ_PLUGIN, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw Error(dlerror());
  auto* make = reinterpret_cast<MakeBackend*>(dlsym(library, make_backend_symbol));
  if (make == nullptr) throw Error(dlerror());
  return std::unique_ptr<Backend>(make());
#else
  return nullptr;
#endif
}

}  // namespace

void sampling() {
  const PriorConfig prior;
  const ChunkConfig edges{.features = 7};
  // Spread as torch initialises: uniform in 1 / sqrt(32) has this deviation.
  const auto prior_weights = test::random_prior(prior, 1, .1);
  const auto edges_weights = test::random_edges(edges, 1, .1);
  const auto table = test::random_table(edges, 1);
  const PriorSampler prior_kernel(prior, prior_weights);
  const ChunkSampler edges_kernel(edges, edges_weights, table);
  const auto torch = torch_backend();
  const double peak = peak_multiply_adds();
  report("sampling: peak multiply-adds of a core", peak / 1e9, "G/s");

  const auto measure = [&](const std::string& name, const std::vector<std::uint32_t>& sizes) {
    const auto us = 1e6 / static_cast<double>(sizes.size());
    const auto codes = prior_kernel.sample(sizes, {});
    const double a = seconds(25, [&] { prior_kernel.sample(sizes, {}); });
    const double b = seconds(25, [&] { edges_kernel.sample(codes, {}); });
    const double gru = gru_multiply_adds(sizes, prior, edges) / peak;
    report("sampling: " + name + ", codes", a * us, "us a graph and core");
    report("sampling: " + name + ", edges", b * us, "us a graph and core");
    report("sampling: " + name + ", both", (a + b) * us, "us a graph and core");
    report("sampling: " + name + ", multiply-adds of the GRUs at peak", 100 * gru / (a + b),
           "% of the time");
    if (!torch) return;
    const auto stage_a =
        torch->open(*find_method("prior", "gru"), test::prior_model(prior, prior_weights), "cpu");
    const auto stage_b = torch->open(*find_method("edges", "chunk"),
                                     test::chunk_model(edges, edges_weights, table), "cpu");
    auto records = test::empty_records(sizes);
    const double ta = seconds(2, [&] { stage_a->draw(records, {}); });
    const double tb = seconds(2, [&] { stage_b->draw(records, {}); });
    report("sampling: " + name + ", LibTorch", (ta + tb) * us, "us a graph and core");
    report("sampling: " + name + ", LibTorch / native", (ta + tb) / (a + b), "times");
  };
  measure("MUTAG sizes", mutag_sizes());
  measure("N = 64", std::vector<std::uint32_t>(graphs, 64));
}

}  // namespace graphvq::bench
