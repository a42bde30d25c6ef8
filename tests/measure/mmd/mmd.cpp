#include "libgraphvq/measure/mmd/mmd.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/graph/order.hpp"
#include "tests/support.hpp"

using namespace graphvq;
using Catch::WithinAbs;
using Catch::WithinRel;

namespace {

GraphSet gather(const std::vector<Graph>& graphs,
                std::vector<Descriptor> descriptors = {std::begin(paper_descriptors),
                                                       std::end(paper_descriptors)}) {
  GraphSet set(std::move(descriptors));
  set.add(graphs);
  return set;
}

GraphSet reference() {
  return gather({test::petersen(), test::cycle(6), test::star(4), test::complete(5)});
}

GraphSet generated() {
  return gather(
      {test::complete(4), test::path(5), test::disjoint(test::complete(4), test::path(3))});
}

std::vector<Graph> random_graphs(std::uint64_t seed) {
  std::vector<Graph> graphs;
  for (std::uint64_t i = 0; i < 150; ++i)
    graphs.push_back(test::random_graph(static_cast<Node>(5 + i % 17), .2, 1000 * seed + i, 3));
  return graphs;
}

}  // namespace

TEST_CASE("MMD^2 of small graphs agrees with networkx, numpy and scikit-learn") {
  // Signatures by networkx, np.median over pairs, sklearn.metrics.pairwise.rbf_kernel.
  struct Row {
    double bandwidth, biased, unbiased, pooled_bandwidth, pooled, mean;
  };
  const Row rows[] = {{1.35518085102733, .0806320197423063, -.0760852469492472, 1.2328828005938,
                       .0951798854096131, 1.32771796939682},
                      {.707106781186548, .176174978614218, -.115424252263148, .808122035641769,
                       .150103046938249, .707106781186548},
                      {60.5385078400118, .13926668000464, .0605554694094765, 18.7082869338697,
                       .455764829559186, 46.2804721776207},
                      {2.94263214480961, .0971768181283479, -.104730034117487, 2.5392351703159,
                       .124452107224973, 2.74502367837335},
                      {1.4142135623731, .172984114766715, -.000509015450020245, 1.4142135623731,
                       .172984114766715, 1.17851130197758}};
  const auto biased = Reference(reference(), {}).compare(generated());
  const auto unbiased =
      Reference(reference(), {.estimator = Estimator::unbiased}).compare(generated());
  const auto with = [](KernelSettings kernel) {
    return Reference(reference(), {.kernels = {kernel}}).compare(generated());
  };
  const auto pooled = with({.from = BandwidthFrom::pooled});
  const auto mean = with({.rule = BandwidthRule::mean});
  REQUIRE(biased.size() == 5);
  for (std::size_t k = 0; k < 5; ++k) {
    INFO(to_string(biased[k].descriptor));
    CHECK(biased[k].descriptor == paper_descriptors[k]);
    CHECK_THAT(biased[k].bandwidth, WithinRel(rows[k].bandwidth, 1e-12));
    CHECK_THAT(biased[k].value, WithinAbs(rows[k].biased, 1e-12));
    CHECK_THAT(unbiased[k].value, WithinAbs(rows[k].unbiased, 1e-12));
    CHECK_THAT(pooled[k].bandwidth, WithinRel(rows[k].pooled_bandwidth, 1e-12));
    CHECK_THAT(pooled[k].value, WithinAbs(rows[k].pooled, 1e-12));
    CHECK_THAT(mean[k].bandwidth, WithinRel(rows[k].mean, 1e-12));
  }
}

TEST_CASE("equal sets are at distance 0") {
  const auto graphs = random_graphs(1);
  for (const auto& d : Reference(gather(graphs), {}).compare(gather(graphs))) CHECK(d.value == 0);
  // The same distribution, each graph three times.
  auto thrice = graphs;
  for (int i = 0; i < 2; ++i) thrice.insert(thrice.end(), graphs.begin(), graphs.end());
  for (const auto& d : Reference(gather(graphs), {}).compare(gather(thrice)))
    CHECK_THAT(d.value, WithinAbs(0, 1e-14));
}

TEST_CASE("two point masses are at 2 (1 - k)") {
  // Degree histograms (0, 1) and (0, 0, 1): d^2 = 2.
  const auto pairs = gather(std::vector<Graph>(4, test::path(2)), {Descriptor::degree});
  const auto rings = gather(std::vector<Graph>(7, test::cycle(5)), {Descriptor::degree});
  const auto fixed =
      Reference(pairs, {.kernels = {{.rule = BandwidthRule::fixed, .bandwidth = .8}}})
          .compare(rings);
  CHECK_THAT(fixed[0].value, WithinRel(2 * (1 - std::exp(-1 / (.8 * .8))), 1e-14));
  CHECK(fixed[0].bandwidth == .8);
  const auto limit = Reference(pairs, {}).compare(rings);
  CHECK(limit[0].value == 2);
  CHECK(limit[0].bandwidth == 0);
}

TEST_CASE("the limit kernel where no reference graph has a triangle") {
  // Two of three generated graphs have the reference's one signature: (1/3)^2 + (1/3)^2.
  const auto result =
      Reference(gather({test::path(4), test::star(5)}, {Descriptor::clustering}), {})
          .compare(
              gather({test::cycle(4), test::complete(3), test::path(9)}, {Descriptor::clustering}));
  CHECK_THAT(result[0].value, WithinRel(2. / 9, 1e-14));
  CHECK(result[0].bandwidth == 0);
}

TEST_CASE("relabelled graphs have equal spectra but for rounding") {
  std::vector<Graph> relabelled;
  for (std::uint64_t i = 0; i < 20; ++i) {
    std::vector<Node> perm(10);
    for (Node u = 0; u < 10; ++u) perm[u] = u;
    Stream stream(i, Purpose::order);
    shuffle(perm, stream);
    relabelled.push_back(relabel(test::petersen(), perm));
  }
  const auto result = Reference(gather(relabelled, {Descriptor::spectral}), {})
                          .compare(gather({test::petersen()}, {Descriptor::spectral}));
  CHECK(result[0].bandwidth == 0);
  CHECK(result[0].value == 0);
}

TEST_CASE("single graphs") {
  const auto one = gather({test::cycle(5)}), other = gather({test::cycle(6)});
  // Rings of five and six differ in all but degree and clustering.
  const double expected[] = {0, 0, 2, 2, 2};
  const auto result = Reference(one, {}).compare(other);
  for (std::size_t k = 0; k < 5; ++k) CHECK(result[k].value == expected[k]);
  CHECK_THROWS_AS(Reference(one, {.estimator = Estimator::unbiased}), Error);
}

TEST_CASE("empty sets are errors, empty graphs are not") {
  CHECK_THROWS_AS(Reference(gather({}), {}), Error);
  CHECK_THROWS_AS(Reference(gather({test::path(2)}), {}).compare(gather({})), Error);
  const auto empty = gather({test::make_graph(0, {}), test::make_graph(2, {})});
  for (const auto& d : Reference(empty, {}).compare(empty)) CHECK(d.value == 0);
}

TEST_CASE("threads and chunks change no bit of a comparison") {
  const auto x = random_graphs(1), y = random_graphs(2);
  const auto expected = Reference(gather(x), {}).compare(gather(y));
  for (const unsigned threads : {2U, 3U}) {
    GraphSet chunks({std::begin(paper_descriptors), std::end(paper_descriptors)});
    for (std::size_t i = 0; i < y.size(); i += 50) chunks.add(std::span(y).subspan(i, 50), threads);
    const auto result = Reference(gather(x), {.threads = threads}).compare(chunks);
    for (std::size_t k = 0; k < 5; ++k) {
      CHECK(result[k].value == expected[k].value);
      CHECK(result[k].bandwidth == expected[k].bandwidth);
    }
  }
}
