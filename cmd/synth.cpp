#include "libgraphvq/data/synth.hpp"

#include <fmt/format.h>

#include "cmd/command.hpp"
#include "cmd/options.hpp"
#include "cmd/progress.hpp"
#include "cmd/records.hpp"
#include "libgraphvq/graph/counts.hpp"
#include "libgraphvq/graph/error.hpp"

namespace graphvq {

namespace {

class Synth final : public Command {
 public:
  void setup(CLI::App& app) override {
    add_choice(
        app, "NAME", name_, {"ring-role", "ring", "comm", "er"},
        "ring-role: cycles, cliques, trees and grids, labelled by which they are; ring: the "
        "same graphs, labels at random; comm: planted communities, which are the labels; er: "
        "every pair an edge with one probability, no labels")
        ->required();
    add_output(app, output_);
    app.add_option("-n,--count", count_, "Graphs to draw")
        ->capture_default_str()
        ->type_name("N")
        ->check(whole());
    const auto size = whole(0, 1U << 20);
    app.add_option("--min-nodes", min_nodes_, "Fewest nodes [10; comm: 15]")
        ->type_name("N")
        ->check(size);
    app.add_option("--max-nodes", max_nodes_, "Most nodes [30; comm: 40]")
        ->type_name("N")
        ->check(size);
    app.add_option("--communities", communities_, "comm: how many [3]")
        ->type_name("N")
        ->check(whole(1, 1U << 20));
    app.add_option("--p-in", p_in_, "comm: probability of an edge within a community [.35]")
        ->type_name("P")
        ->check(real(0, 1));
    app.add_option("--p-out", p_out_, "comm: probability of an edge between communities [.02]")
        ->type_name("P")
        ->check(real(0, 1));
    app.add_option("--p", p_, "er: probability of an edge [.2]")->type_name("P")->check(real(0, 1));
    add_seed(app, seed_);
    add_part(app, part_);
    add_level(app, level_);
    add_quiet(app, quiet_);
    add_no_provenance(app, omit_);
  }

  void check() override {
    const auto kind = synth_kind(name_);
    synth_ = synth_defaults(kind);
    synth_.min_nodes = min_nodes_.value_or(synth_.min_nodes);
    synth_.max_nodes = max_nodes_.value_or(synth_.max_nodes);
    if (synth_.min_nodes > synth_.max_nodes)
      throw UsageError(fmt::format("--min-nodes {} is more than --max-nodes {}", synth_.min_nodes,
                                   synth_.max_nodes));
    take(communities_, synth_.communities, "--communities", kind == SynthKind::comm);
    take(p_in_, synth_.p_in, "--p-in", kind == SynthKind::comm);
    take(p_out_, synth_.p_out, "--p-out", kind == SynthKind::comm);
    take(p_, synth_.p, "--p", kind == SynthKind::er);
  }

  int run() override {
    Header header;
    for (std::int64_t label = 0; label < synth_labels(synth_); ++label)
      header.node_labels.emplace_back(label);
    add_provenance(header.provenance, seed_, {}, omit_);
    RecordOutput output(output_, header, level_);
    const auto [first, last] = part_.range(count_);
    {
      Progress progress("graphs", last - first, quiet_);
      for (auto number = first; number < last; ++number) {
        const Record record{synth(synth_, seed_, number), {}, {}};
        connected_ += components(record.graph).sizes.size() == 1;
        output.write(record);
        progress.advance(number + 1 - first);
      }
    }
    output.commit();
    if (!quiet_) summarize(output.totals());
    return 0;
  }

 private:
  template <class T>
  void take(const std::optional<T>& given, T& field, const char* option, bool used) const {
    if (!given) return;
    if (!used) throw UsageError(fmt::format("{} has no {}", name_, option));
    field = *given;
  }

  void summarize(const Totals& totals) const {
    if (totals.graphs == 0) {
      say("0 graphs");
      return;
    }
    const auto mean = [&](std::uint64_t sum) {
      return static_cast<double>(sum) / static_cast<double>(totals.graphs);
    };
    say(fmt::format("{} graphs: {:.4g} nodes and {:.4g} edges on average, {:.3g} of them connected",
                    totals.graphs, mean(totals.nodes), mean(totals.edges), mean(connected_)));
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
  SynthOptions synth_;
  std::uint64_t seed_ = 0;
  Part part_;
  std::uint64_t connected_ = 0;
  int level_ = 3;
  bool quiet_ = false;
  bool omit_ = false;
};

}  // namespace

std::unique_ptr<Command> make_synth() { return std::make_unique<Synth>(); }

}  // namespace graphvq
