#include <vector>

#include "libgraphvq/graph/row_decisions.hpp"
#include "libgraphvq/method/chunk/draw.hpp"
#include "libgraphvq/method/structural/draw.hpp"
#include "tests/bench/bench.hpp"
#include "tests/method/structural/tensors.hpp"

namespace graphvq::bench {

void structural() {
  const StructuralConfig config{.codes = 7, .roots = false};
  // Random weights draw graphs that are denser than molecules: more decisions a graph.
  const StructuralSampler kernel(config, test::structural_tensors(config, 1, .05));
  const ChunkConfig chunk{.features = 7};
  const ChunkSampler edges(chunk, test::random_edges(chunk, 1, .1), test::random_table(chunk, 1));
  for (const std::uint32_t n : {18, 64}) {
    const std::vector<std::uint32_t> sizes(1024, n);
    const auto drawn = kernel.sample(sizes, Draw{});
    double decisions = 0;
    std::vector<std::vector<std::uint32_t>> codes;
    for (const auto& graph : drawn) {
      decisions +=
          static_cast<double>(count_decisions({n, graph.edges, {}, {}, {}, {}, {}}, config.roots));
      codes.push_back(graph.codes);
    }
    const double joint = seconds(5, [&] { kernel.sample(sizes, Draw{}); }) / 1024;
    const double staged = seconds(5, [&] { edges.sample(codes, {}); }) / 1024;
    const auto name = "structural sampling, N = " + std::to_string(n);
    report(name + ", decisions", decisions / 1024, "a graph");
    report(name, joint * 1e6, "us a graph and core");
    report(name + " / chunk decoder", joint / staged, "times");
  }
}

}  // namespace graphvq::bench
