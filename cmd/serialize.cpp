#include <fmt/format.h>

#include "cmd/files/progress.hpp"
#include "cmd/files/records.hpp"
#include "cmd/program/command.hpp"
#include "cmd/program/options.hpp"
#include "libgraphvq/base/error.hpp"
#include "libgraphvq/data/record.hpp"

namespace graphvq {

namespace {

class Serialize final : public Command {
 public:
  void setup(Options& options) override {
    options.input(input_, "Graphs (.gvg)");
    options.output(output_);
    options.choice(
        "--order", order_, {"bfs", "bfs-recent", "dfs", "degree", "random", "native"},
        "How the nodes are put in a row; bfs-recent takes first the neighbours that were met last; "
        "native is the file's own order");
    options.add("-M,--orders", orders_, "Orders a graph, drawn independently")
        .shown()
        .type("M")
        .whole(1, 1U << 20);
    options.add("--max-nodes", cap_, "The most nodes a graph may have [no cap]")
        .type("N")
        .whole(1, UINT32_MAX);
    options.choice("--oversize", oversize_, {"drop", "truncate", "error"},
                   "What becomes of a graph above --max-nodes; truncate keeps the "
                   "first nodes of the order");
    options.seed(seed_);
    options.level(level_);
    options.quiet(quiet_);
    options.no_provenance(omit_);
  }

  void check() override {
    kind_ = order_kind(order_);
    if (kind_ == OrderKind::native && orders_ > 1)
      throw UsageError("the native order is one: -M must be 1");
    if (given("--oversize") && !given("--max-nodes"))
      throw UsageError("--oversize means something with --max-nodes alone");
  }

  int run() override {
    RecordInput input(input_, {Layer::graph});
    auto header = input.header();
    header.layer = Layer::sequence;
    header.order = kind_;
    header.orders = orders_;
    add_provenance(header.provenance, seed_, {}, omit_);
    RecordOutput output(output_, header, level_);
    if (!omit_) output.derive_from(input);
    Progress progress("graphs", 0, quiet_);
    Record record;
    std::uint64_t graphs = 0;
    std::uint64_t oversize = 0;
    for (; input.next(record); progress.advance(++graphs)) {
      const auto n = record.graph.n;
      if (cap_ > 0 && n > cap_) {
        ++oversize;
        if (oversize_ == "error")
          throw Error(fmt::format(
              "{}: graph {}: {} nodes are more than {}; --oversize drop or truncate goes on",
              input.name(), graphs, n, cap_));
        if (oversize_ == "drop") continue;
      }
      for (std::uint32_t k = 0; k < orders_; ++k) output.write(ordered(record.graph, graphs, k));
    }
    output.commit();
    if (oversize > 0 && !quiet_)
      say(fmt::format("{} of {} graphs {}: more than {} nodes", oversize, graphs,
                      oversize_ == "drop" ? "dropped" : "truncated", cap_));
    return 0;
  }

 private:
  Record ordered(const Graph& graph, std::uint64_t number, std::uint32_t k) const {
    auto record = put_in_order(graph, kind_, seed_, number, k);
    return cap_ > 0 ? truncate(std::move(record), cap_) : record;
  }

  std::string input_;
  std::string output_;
  std::string order_ = "bfs";
  OrderKind kind_ = OrderKind::bfs;
  std::uint32_t orders_ = 1;
  Node cap_ = 0;  // 0: none
  std::string oversize_ = "drop";
  std::uint64_t seed_ = 0;
  int level_ = default_level;
  bool quiet_ = false;
  bool omit_ = false;
};

}  // namespace

std::unique_ptr<Command> make_serialize() { return std::make_unique<Serialize>(); }

}  // namespace graphvq
