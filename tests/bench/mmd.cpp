#include <thread>
#include <vector>

#include "libgraphvq/measure/mmd/mmd.hpp"
#include "tests/bench/bench.hpp"
#include "tests/support.hpp"

namespace graphvq::bench {

namespace {

/// Sparse graphs of 10 to 28 nodes: about the size of MUTAG's, with more distinct signatures.
std::vector<Graph> graphs(std::size_t count, std::uint64_t seed) {
  std::vector<Graph> all;
  Stream stream(seed, Purpose::sizes);
  for (std::size_t i = 0; i < count; ++i) {
    const Node n = 10 + stream.below(19);
    all.push_back(test::random_graph(n, 2.2 / n, (seed << 32) + i, 7));
  }
  return all;
}

}  // namespace

void mmd() {
  const unsigned threads = std::thread::hardware_concurrency();
  const auto gather = [&](const std::vector<Graph>& all) {
    GraphSet set({std::begin(paper_descriptors), std::end(paper_descriptors)});
    set.add(all, threads);
    return set;
  };
  const auto many = graphs(10000, 1), few = graphs(1000, 2), others = graphs(10000, 3);
  const auto against = [&](const std::string& name, const std::vector<Graph>& reference) {
    const double taken = seconds(
        1, [&] { Reference(gather(reference), {.threads = threads}).compare(gather(many)); });
    report("mmd: 10,000 against " + name + ", five signatures", taken, "s");
  };
  report("mmd: threads", threads, "");
  report("mmd: signatures of a graph", 100 * seconds(1, [&] { gather(many); }), "us");
  against("1,000", few);
  against("10,000", others);
}

}  // namespace graphvq::bench
