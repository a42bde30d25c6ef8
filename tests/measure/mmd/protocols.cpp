#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/graph/counts.hpp"
#include "libgraphvq/measure/mmd/mmd.hpp"
#include "libgraphvq/measure/mmd/preset.hpp"
#include "tests/measure/signature/signatures.hpp"
#include "tests/support.hpp"

using namespace graphvq;
using namespace graphvq::test;
using Catch::WithinAbs;
using Catch::WithinRel;

namespace {

// What protocols_fixture.py wrote.
struct Fixture {
  std::vector<Graph> reference, generated;
  std::vector<std::vector<std::string>> lines;  // cells of those that are no graphs

  Fixture() {
    std::ifstream file(GRAPHVQ_SOURCE_DIR "/tests/measure/mmd/protocols.tsv");
    for (std::string text; std::getline(file, text);) {
      std::vector<std::string> cells;
      std::istringstream line(text);
      for (std::string cell; std::getline(line, cell, '\t');) cells.push_back(cell);
      if (cells[0] == "graph")
        (cells[1] == "reference" ? reference : generated).push_back(graph(cells));
      else
        lines.push_back(cells);
    }
  }

  std::vector<std::string> line(const std::string& first, const std::string& second,
                                const std::string& third = "") const {
    for (const auto& cells : lines)
      if (cells[0] == first && cells[1] == second && (third.empty() || cells[2] == third))
        return cells;
    throw Error(first + " has no " + second);
  }

 private:
  static Graph graph(const std::vector<std::string>& cells) {
    std::vector<std::pair<Node, Node>> edges;
    std::istringstream list(cells.size() > 3 ? cells[3] : "");
    Node u = 0, v = 0;
    for (char dash = 0; list >> u >> dash >> v;) edges.emplace_back(u, v);
    return test::make_graph(static_cast<Node>(std::stoul(cells[2])), edges);
  }
};

std::vector<Gin::Linear> layers_by_formula(Eigen::Index inputs, Eigen::Index edges) {
  std::vector<Gin::Linear> layers;
  for (int number = 0; number < 4; ++number) {
    const Eigen::Index width = number == 0   ? inputs + edges
                               : number == 2 ? Gin::hidden + edges
                                             : Gin::hidden;
    Gin::Linear layer{Eigen::MatrixXd(Gin::hidden, width), Eigen::VectorXd(Gin::hidden)};
    for (int i = 0; i < Gin::hidden; ++i) {
      layer.bias[i] = std::cos(5. * number + 3. * i) / 10;
      for (Eigen::Index k = 0; k < width; ++k)
        layer.weight(i, k) =
            std::sin(1. + 1000 * number + 37 * i + 11. * static_cast<double>(k)) / 4;
    }
    layers.push_back(std::move(layer));
  }
  return layers;
}

}  // namespace

TEST_CASE("presets repeat the protocols of published code") {
  const Fixture fixture;
  for (const auto& preset : presets()) {
    if (preset.name == "graphvq") continue;
    std::vector<Descriptor> descriptors;
    std::vector<KernelSettings> kernels;
    for (const auto& measure : preset.measures) {
      if (measure.descriptor == Descriptor::gin) continue;  // random
      descriptors.push_back(measure.descriptor);
      kernels.push_back(measure.kernel);
    }
    SignatureSettings settings{
        .float_bins = preset.float_bins, .excess = preset.excess, .pruning = preset.reference};
    GraphSet reference(descriptors, true, false, settings);
    reference.add(fixture.reference);
    settings.pruning = preset.generated;
    GraphSet generated(descriptors, true, false, settings);
    generated.add(fixture.generated);
    const auto found = Reference(std::move(reference), {.kernels = kernels}).compare(generated);
    for (const auto& each : found) {
      const auto cells =
          fixture.line(std::string(preset.name), std::string(to_string(each.descriptor)));
      INFO(preset.name << " " << to_string(each.descriptor));
      CHECK_THAT(each.value, WithinAbs(std::stod(cells[2]), 1e-12));
      if (cells.size() > 3) CHECK_THAT(each.bandwidth, WithinRel(std::stod(cells[3]), 1e-12));
    }
  }
}

TEST_CASE("what presets leave out is counted") {
  const Fixture fixture;
  const auto dropped = [&](const char* name) {
    GraphSet set({Descriptor::degree}, true, false, {.pruning = preset(name).generated});
    set.add(fixture.generated);
    return std::pair(set.dropped().nodes, set.dropped().graphs);
  };
  std::uint64_t isolated = 0;
  for (const auto& graph : fixture.generated)
    for (const Node degree : degrees(graph)) isolated += degree == 0;
  CHECK(isolated > 3);
  CHECK(dropped("graphvq") == std::pair<std::uint64_t, std::uint64_t>(0, 0));
  CHECK(dropped("digress") == std::pair<std::uint64_t, std::uint64_t>(0, 1));
  CHECK(dropped("gran") == std::pair<std::uint64_t, std::uint64_t>(isolated, 2));
  // One of the three nodes that have no edge stands for the graph.
  CHECK(dropped("gdss") == std::pair<std::uint64_t, std::uint64_t>(isolated - 1, 0));
  CHECK_THROWS_WITH(preset("grann"), Catch::Contains("grann") && Catch::Contains("gran,"));
}

TEST_CASE("the graph isomorphism network with given weights") {
  const Fixture fixture;
  const Gin gin(0, 0, layers_by_formula(1, 0));
  const auto embed = [&](const std::vector<Graph>& graphs) {
    SignatureSet set;
    for (const auto& graph : graphs)
      if (graph.n > 0) set.add(gin.embed(graph));
    return set;
  };
  auto x = embed(fixture.reference);
  const auto by = standardise(x);
  const auto raw = embed(fixture.generated);
  SignatureSet y;
  for (const auto& [signature, count] : raw.counts()) y.add(by(signature), count);
  const auto kernel =
      fit_kernel({.rule = BandwidthRule::grid, .from = BandwidthFrom::cross}, x, y, 1);
  const auto xx = kernel_sums(x, x, kernel, 1), yy = kernel_sums(y, y, kernel, 1),
             xy = kernel_sums(x, y, kernel, 1);
  const auto n = static_cast<double>(x.size()), m = static_cast<double>(y.size());
  double most = 0;
  for (std::size_t g = 0; g < xx.size(); ++g)
    most = std::max(most, xx[g] / (n * n) + yy[g] / (m * m) - 2 * xy[g] / (n * m));
  CHECK_THAT(most, WithinAbs(std::stod(fixture.line("thompson", "gin")[2]), 1e-12));

  // A wheel of five with labels 0, 1, 2, 0, 1 and edges of two labels by turns.
  auto wheel = test::make_graph(5, {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 4}, {2, 3}, {3, 4}},
                                {0, 1, 2, 0, 1});
  wheel.edge_labels = {0, 1, 0, 1, 0, 1, 0, 1};
  const auto found = Gin(3, 2, layers_by_formula(3, 2)).embed(wheel);
  std::istringstream expected(fixture.line("gin", "labelled")[2]);
  for (const double value : found) {
    double other = 0;
    expected >> other;
    CHECK_THAT(value, WithinAbs(other, 1e-12));
  }
  CHECK(found.size() == 73);
}

TEST_CASE("kernel sums and bandwidths of every kind agree with scikit-learn and scipy") {
  const Fixture fixture;
  const auto x = formula_x(), y = formula_y();
  for (const auto kind :
       {KernelKind::linear, KernelKind::laplacian, KernelKind::tv, KernelKind::emd}) {
    INFO(to_string(kind));
    const Kernel kernel{kind, {2.5}};
    const auto cells = fixture.line("kernel", std::string(to_string(kind)));
    CHECK_THAT(kernel_sums(x, y, kernel, 2)[0], WithinRel(std::stod(cells[2]), 1e-12));
    CHECK_THAT(kernel_sums(y, x, kernel, 1)[0], WithinRel(std::stod(cells[2]), 1e-12));
    CHECK(diagonal_sum(x, kernel) == (kind == KernelKind::linear ? std::stod(cells[3]) : 40));
  }
  for (const auto kind :
       {KernelKind::gaussian, KernelKind::laplacian, KernelKind::tv, KernelKind::emd})
    for (const auto& [from, source] : {std::pair(BandwidthFrom::reference, "reference"),
                                       {BandwidthFrom::pooled, "pooled"},
                                       {BandwidthFrom::cross, "cross"}}) {
      INFO(to_string(kind) << " " << source);
      const auto cells = fixture.line("bandwidth", std::string(to_string(kind)), source);
      const auto fitted = [&, &from = from](BandwidthRule rule) {
        return fit_kernel({.kind = kind, .rule = rule, .from = from}, x, y, 2).bandwidths;
      };
      CHECK_THAT(fitted(BandwidthRule::median)[0], WithinRel(std::stod(cells[3]), 1e-12));
      CHECK_THAT(fitted(BandwidthRule::mean)[0], WithinRel(std::stod(cells[4]), 1e-12));
      const auto grid = fitted(BandwidthRule::grid);
      REQUIRE(grid.size() == 10);
      CHECK_THAT(grid[5], WithinRel(std::stod(cells[5]), 1e-12));
      CHECK_THAT(grid[9], WithinRel(10 * std::stod(cells[5]), 1e-12));
    }
}
