#include <fmt/format.h>

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
        .whole(1, 1U << 20)
        .type("M");
    options.add("--max-nodes", cap_, "The most nodes a graph may have [no cap]")
        .whole(1, UINT32_MAX);
    options.choice("--oversize", oversize_, {"drop", "truncate", "error"},
                   "What becomes of a graph above --max-nodes; truncate keeps the "
                   "first nodes of the order");
    options.seed(seed_);
    options.writing(level_);
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
    RecordOutput output(output_, header, level_, seed_);
    output.derive_from(input);
    std::uint64_t oversize = 0;
    input.each("graphs", [&](const Record& record) {
      const auto n = record.graph.n;
      const auto number = input.reader().index();
      if (cap_ > 0 && n > cap_) {
        ++oversize;
        if (oversize_ == "error")
          throw Error(fmt::format(
              "{}: graph {}: {} nodes are more than {}; --oversize drop or truncate goes on",
              input.name(), number, n, cap_));
        if (oversize_ == "drop") return;
      }
      for (std::uint32_t k = 0; k < orders_; ++k) output.write(ordered(record.graph, number, k));
    });
    output.commit();
    if (oversize > 0)
      remark(fmt::format("{} of {} graphs {}: more than {} nodes", oversize, input.totals().graphs,
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
};

}  // namespace

std::unique_ptr<Command> make_serialize() { return std::make_unique<Serialize>(); }

}  // namespace graphvq
