#include "libgraphvq/measure/judge/select.hpp"

#include <catch2/catch.hpp>
#include <iterator>
#include <map>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/measure/mmd/mmd.hpp"
#include "tests/support.hpp"

using namespace graphvq;

namespace {

std::vector<Graph> some_graphs() {
  std::vector<Graph> graphs;
  for (std::uint64_t i = 0; i < 30; ++i)
    graphs.push_back(test::random_graph(static_cast<Node>(10 + i % 7), .25, i));
  return graphs;
}

std::size_t common(const Graph& a, const Graph& b) {
  std::vector<Edge> both;
  std::ranges::set_intersection(a.edges, b.edges, std::back_inserter(both));
  return both.size();
}

}  // namespace

TEST_CASE("each step changes its share of the edges, beside those before") {
  const auto graph = test::random_graph(20, .2, 1, 3);
  const auto m = graph.edges.size();
  for (const auto perturbation : all_perturbations) {
    const auto steps = perturbed(graph, perturbation, 10, 0, 7);
    REQUIRE(steps.size() == 10);
    for (std::size_t k = 1; k <= 10; ++k) {
      const auto& now = steps[k - 1];
      validate(now);
      CHECK(now.node_labels == graph.node_labels);
      const auto changed = m * k / 10;
      const bool add = perturbation == Perturbation::add;
      const bool remove = perturbation == Perturbation::remove;
      CHECK(now.edges.size() == (add ? m + changed : remove ? m - changed : m));
      CHECK(common(now, graph) == (add ? m : m - changed));
      if (k == 1) continue;
      const auto& before = steps[k - 2];
      const auto lost = m * k / 10 - m * (k - 1) / 10;
      CHECK(common(now, before) == before.edges.size() - (add ? 0 : lost));
    }
  }
  CHECK(perturbed(test::complete(5), Perturbation::add, 2, 0, 0)[1].edges ==
        test::complete(5).edges);
  CHECK(perturbed(test::complete(5), Perturbation::rewire, 2, 0, 0)[1].edges ==
        test::complete(5).edges);
  CHECK(perturbed(Graph{}, Perturbation::rewire, 2, 0, 0)[1].edges.empty());
}

TEST_CASE("the curves are MMDs of the changed graphs") {
  const auto graphs = some_graphs();
  const std::vector descriptors = {Descriptor::degree, Descriptor::spectral};
  const auto found =
      follow_perturbations(graphs, descriptors, all_kernels, std::vector<double>{2}, 4, 3, 2);
  REQUIRE(found.size() == 9);  // spectral is no histogram, for emd
  for (const auto& each : found)
    for (std::size_t p = 0; p < all_perturbations.size(); ++p) {
      GraphSet reference({each.descriptor}), changed({each.descriptor});
      reference.add(graphs);
      for (std::size_t i = 0; i < graphs.size(); ++i)
        changed.add(std::vector{perturbed(graphs[i], all_perturbations[p], 4, 3, i)[2]});
      const Reference judge(std::move(reference), {.kernels = {{.kind = each.kernel,
                                                                .rule = BandwidthRule::fixed,
                                                                .bandwidth = each.bandwidth}}});
      CHECK(each.responses[p].mmd2[0] == 0);
      CHECK(each.responses[p].mmd2[3] == Approx(judge.compare(changed)[0].value).margin(1e-12));
    }
}

TEST_CASE("the best follower comes first, what does not change follows nothing") {
  // Paths have no triangle, and none appears where edges are removed.
  std::vector<Graph> paths;
  for (Node n = 8; n < 20; ++n) paths.push_back(test::path(n));
  const std::vector descriptors = {Descriptor::clustering, Descriptor::degree};
  const std::vector kernels = {KernelKind::gaussian};
  std::map<std::string, std::pair<std::size_t, std::size_t>> told;  // done of all, by unit
  const auto found =
      follow_perturbations(paths, descriptors, kernels, std::vector<double>{.5, 1}, 5, 0, 1, {},
                           [&](const char* unit, std::size_t done, std::size_t all) {
                             told[unit] = {done, all};
                           });
  CHECK(told.size() == 2);
  for (const auto& [unit, counts] : told) CHECK(counts.first == counts.second);
  REQUIRE(found.size() == 3);  // clustering has the limit kernel alone
  for (std::size_t k = 1; k < 3; ++k)
    CHECK(std::pair(found[k - 1].spearman, found[k - 1].pearson) >=
          std::pair(found[k].spearman, found[k].pearson));
  const auto clustering = std::ranges::find(found, Descriptor::clustering, &Following::descriptor);
  CHECK(clustering->bandwidth == 0);
  CHECK(clustering->responses[static_cast<std::size_t>(Perturbation::remove)].spearman == 0);
  CHECK_THROWS_AS(follow_perturbations({}, descriptors, kernels, std::vector<double>{1}, 5, 0, 1),
                  Error);
}
