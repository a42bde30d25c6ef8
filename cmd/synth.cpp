#include "libgraphvq/data/synth.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "cmd/files/progress.hpp"
#include "cmd/files/records.hpp"
#include "cmd/program/command.hpp"
#include "cmd/program/options.hpp"
#include "libgraphvq/base/error.hpp"
#include "libgraphvq/graph/counts.hpp"

namespace graphvq {

namespace {

class Synth final : public Command {
 public:
  void setup(Options& options) override {
    options
        .choice(
            "NAME", name_, synth_names(),
            "ring-role: cycles, cliques, trees and grids, labelled by which they are; ring: the "
            "same graphs, labels at random; comm: planted communities, which are the labels; er: "
            "every pair an edge with one probability, no labels; grid, tree, planar, sbm, lobster: "
            "the "
            "field's benchmarks, no labels")
        .required();
    options.output(output_);
    options.add("-n,--count", count_, "Graphs to draw").shown().whole();
    constexpr std::uint64_t most = 1U << 20;
    options.add("--min-nodes", min_nodes_, "Fewest nodes [10; comm: 15; tree, planar: 64]")
        .whole(0, most);
    options
        .add("--max-nodes", max_nodes_, "Most nodes [30; comm: 40; tree, planar: 64; lobster: 100]")
        .whole(0, most);
    options.add("--communities", communities_, "comm: how many [3]").whole(1, 1U << 20);
    options.add("--p-in", p_in_, "Probability of an edge within a community [comm: .35; sbm: .3]")
        .probability();
    options
        .add("--p-out", p_out_, "Probability of an edge between communities [comm: .02; sbm: .005]")
        .probability();
    options.add("--p", p_, "er: probability of an edge [.2]").probability();
    const auto count = [&](const char* option, std::optional<std::uint32_t>& value,
                           std::uint64_t high,
                           const char* what) { options.add(option, value, what).whole(1, high); };
    count("--min-side", min_side_, 1U << 10, "grid: least side [10]");
    count("--max-side", max_side_, 1U << 10, "grid: greatest side [19]");
    count("--min-communities", min_communities_, 1U << 10, "sbm: fewest communities [2]");
    count("--max-communities", max_communities_, 1U << 10, "sbm: most communities [5]");
    count("--min-block", min_block_, 1U << 10, "sbm: fewest nodes of a community [20]");
    count("--max-block", max_block_, 1U << 10, "sbm: most nodes of a community [40]");
    count("--backbone", backbone_, 1U << 19, "lobster: mean length of its path [80]");
    options.add("--p1", p1_, "lobster: probability of a leg at a node of the path [.7]")
        .probability();
    options.add("--p2", p2_, "lobster: probability of a foot at a leg [.7]").probability();
    options.seed(seed_);
    options.part(part_);
    options.writing(level_);
  }

  void check() override {
    const auto kind = synth_kind(name_);
    synth_ = synth_defaults(kind);
    const bool grid = kind == SynthKind::grid, sbm = kind == SynthKind::sbm;
    const bool lobster = kind == SynthKind::lobster, comm = kind == SynthKind::comm;
    take_range(min_nodes_, max_nodes_, synth_.min_nodes, synth_.max_nodes, "nodes", !grid && !sbm);
    take_range(min_side_, max_side_, synth_.min_side, synth_.max_side, "side", grid);
    take_range(min_communities_, max_communities_, synth_.min_communities, synth_.max_communities,
               "communities", sbm);
    take_range(min_block_, max_block_, synth_.min_block, synth_.max_block, "block", sbm);
    take(backbone_, synth_.backbone, "--backbone", lobster);
    take(p1_, synth_.p1, "--p1", lobster);
    take(p2_, synth_.p2, "--p2", lobster);
    take(communities_, synth_.communities, "--communities", comm);
    take(p_in_, synth_.p_in, "--p-in", comm || sbm);
    take(p_out_, synth_.p_out, "--p-out", comm || sbm);
    take(p_, synth_.p, "--p", kind == SynthKind::er);
  }

  int run() override {
    Header header;
    for (std::int64_t label = 0; label < synth_labels(synth_); ++label)
      header.node_labels.emplace_back(label);
    RecordOutput output(output_, header, level_, seed_);
    const auto [first, last] = part_.range(count_);
    {
      Progress progress("graphs", last - first);
      for (auto number = first; number < last; ++number) {
        const Record record{synth(synth_, seed_, number), {}, {}};
        connected_ += components(record.graph).sizes.size() == 1;
        nodes_.add(record.graph.n);
        edges_.add(record.graph.edges.size());
        output.write(record);
        progress.advance(number + 1 - first);
      }
    }
    output.commit();
    summarize(output.totals());
    return 0;
  }

 private:
  template <class T>
  void take(const std::optional<T>& given, T& field, const char* option, bool used) const {
    if (!given) return;
    if (!used) throw UsageError(fmt::format("{} has no {}", name_, option));
    field = *given;
  }

  void take_range(const std::optional<std::uint32_t>& low, const std::optional<std::uint32_t>& high,
                  std::uint32_t& least, std::uint32_t& most, const std::string& what,
                  bool used) const {
    take(low, least, ("--min-" + what).c_str(), used);
    take(high, most, ("--max-" + what).c_str(), used);
    if (least > most)
      throw UsageError(fmt::format("--min-{0} {1} is more than --max-{0} {2}", what, least, most));
  }

  void summarize(const Totals& totals) const {
    if (totals.graphs == 0) {
      remark("0 graphs");
      return;
    }
    const auto mean = [&](std::uint64_t sum) {
      return static_cast<double>(sum) / static_cast<double>(totals.graphs);
    };
    remark(
        fmt::format("{} graphs: {:.4g} nodes ({} to {}) and {:.4g} edges ({} to {}) on average, "
                    "{:.3g} of them connected",
                    totals.graphs, mean(totals.nodes), nodes_.least, nodes_.most,
                    mean(totals.edges), edges_.least, edges_.most, mean(connected_)));
  }

  std::string name_;
  std::string output_;
  std::uint64_t count_ = 400;
  std::optional<std::uint32_t> min_nodes_;
  std::optional<std::uint32_t> max_nodes_;
  std::optional<std::uint32_t> communities_;
  std::optional<double> p_in_;
  std::optional<double> p_out_;
  std::optional<double> p_;
  std::optional<std::uint32_t> min_side_, max_side_;
  std::optional<std::uint32_t> min_communities_, max_communities_;
  std::optional<std::uint32_t> min_block_, max_block_;
  std::optional<std::uint32_t> backbone_;
  std::optional<double> p1_, p2_;
  SynthOptions synth_;
  std::uint64_t seed_ = 0;
  Part part_;
  std::uint64_t connected_ = 0;
  struct Range {
    std::uint64_t least = UINT64_MAX, most = 0;
    void add(std::uint64_t value) {
      least = std::min(least, value);
      most = std::max(most, value);
    }
  };
  Range nodes_, edges_;  // of the graphs drawn
  int level_ = default_level;
};

}  // namespace

std::unique_ptr<Command> make_synth() { return std::make_unique<Synth>(); }

}  // namespace graphvq
