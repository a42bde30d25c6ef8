#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/base/log_sum_exp.hpp"
#include "libgraphvq/graph/row_decisions.hpp"
#include "libgraphvq/method/structural/draw.hpp"
#include "libgraphvq/method/tokenizer/token_codes.hpp"

namespace graphvq {

namespace {

const Names<StructuralPart> part_names = {
    {"chosen", StructuralPart::chosen},     {"counts", StructuralPart::counts},
    {"frontier", StructuralPart::frontier}, {"kinship", StructuralPart::kinship},
    {"passing", StructuralPart::passing},   {"quota", StructuralPart::quota},
    {"row", StructuralPart::row},           {"triangles", StructuralPart::triangles}};

bool connected(std::span<const Record> records) {
  for (const auto& record : records) {
    const EarlierNeighbours earlier(record.graph);
    for (Node j = 1; j < record.graph.n; ++j)
      if (earlier.of(j).empty()) return false;
  }
  return true;
}

void require_breadth_first(const Lesson& lesson) {
  const auto order = lesson.header.order.value();
  if (order != OrderKind::bfs && order != OrderKind::bfs_recent)
    throw Error(lesson.name + ": has its nodes in the order " + std::string(to_string(order)) +
                ", a structural decoder needs a breadth-first one; `graphvq serialize --order bfs` "
                "makes it");
  with_file(lesson.name, [&] {
    for (std::size_t r = 0; r < lesson.records.size(); ++r)
      with_graph(r, [&] { require_rows(EarlierNeighbours(lesson.records[r].graph), true); });
  });
}

}  // namespace

void StructuralSetup::fields(Fields& fields) {
  fields.number({"codes"}, net.codes, 1, 1U << 16);
  fields.number({"hidden", "--hidden", "Width of the layers"}, net.hidden, 1, 4096U);
  fields.number({"passes"}, net.passes, 0, 1U << 16);
  fields.flag({"joint"}, net.joint);
  fields.number({"dropout", "--dropout", "share of units left out in training, in [0, .9]", "P"},
                net.dropout, 0, .9);
  fields.choice({nullptr, "--roots",
                 "whether a node may start a new component: never where all graphs are "
                 "connected (auto), or as learned"},
                learned_roots, {{"auto", false}, {"learned", true}});
  fields.choices({"without", "--without", "parts to leave out, to see what they are worth", "PART"},
                 net.without, part_names);
  fields.flag({"roots"}, net.roots);
  fields.number({"temperature"}, divisor, 1e-9, 1e9);
  if (joint) fields.sizes({"sizes"}, counts);
}

void StructuralSetup::check(const Given&) {
  std::vector<StructuralPart> once;
  for (const auto part : net.without) {
    if (!joint && (part == StructuralPart::counts || part == StructuralPart::quota))
      throw UsageError("--without " + name_of(part_names, part) + ": belongs to train-joint");
    if (std::ranges::find(once, part) == once.end()) once.push_back(part);
  }
  net.without = once;
}

void StructuralSetup::learn(Lessons& lessons) {
  const auto& train = lessons.train;
  if (train.header.latent)
    throw Error(train.name +
                ": has continuous tokens, a structural decoder takes codes; `graphvq "
                "train-tokenizer --kind vq` gives some");
  require_breadth_first(train);
  if (lessons.valid) require_breadth_first(*lessons.valid);
  net.codes = train.header.codes.value();
  net.roots = learned_roots || !connected(train.records) ||
              (lessons.valid && !connected(lessons.valid->records));
  if (joint)
    for (const auto& record : train.records) ++counts[record.graph.n];
}

namespace {

class StructuralGenerator final : public Generator {
 public:
  StructuralGenerator(const StructuralSetup& setup, const Tensors& tensors)
      : net_(setup.net), temperature_(setup.divisor), sampler_(setup.net, tensors) {}

  void draw(std::span<Record> records, const Draw& draw) const override {
    auto divided = draw;
    divided.temperature *= temperature_;
    const bool given = std::ranges::any_of(records, [](const auto& r) { return !r.codes.empty(); });
    auto drawn = given || !net_.joint ? sampler_.sample(codes_of(records), divided)
                                      : sampler_.sample(sizes_of(records), divided);
    for (std::size_t r = 0; r < records.size(); ++r) {
      records[r].codes = std::move(drawn[r].codes);
      records[r].graph.edges = std::move(drawn[r].edges);
    }
  }

  void require(const Record& record) const override {
    require_rows(EarlierNeighbours(record.graph), net_.roots);
  }

  Scores score(std::span<const Record> records, const Scoring& how) const override {
    std::vector<Forced> graphs;
    for (const auto& record : records) graphs.push_back({record.codes, record.graph.edges});
    auto logits = sampler_.logits(graphs, how.threads, how.advance);
    Scores scores;
    for (std::size_t r = 0; r < records.size(); ++r) {
      if (net_.joint) scores.nll.push_back(nll(records[r].codes, logits[r], scores.token_nll));
      scores.decisions.push_back(std::move(logits[r].decisions));
    }
    return scores;
  }

 private:
  /// Of codes and edges together, nats; those of each code join `of_codes`.
  double nll(std::span<const std::uint32_t> codes, const StructuralSampler::Logits& logits,
             std::vector<double>& of_codes) const {
    double sum = 0;
    for (std::size_t i = 0; i < codes.size(); ++i) {
      const auto* first = logits.codes.data() + i * net_.codes;
      const std::vector<double> row(first, first + net_.codes);
      of_codes.push_back(log_sum_exp(row) - row[codes[i]]);
      sum += of_codes.back();
    }
    for (const auto& [logit, bit] : logits.decisions) {
      const double x = (bit ? logit : -logit) / temperature_;
      sum += std::log1p(std::exp(-std::abs(x))) + std::max(-x, 0.0);
    }
    return sum;
  }

  StructuralConfig net_;
  double temperature_;
  StructuralSampler sampler_;
};

template <bool joint>
Method structural(const char* kind) {
  return {
      .kind = kind,
      .name = "structural",
      .help = "one that reads the partial graph's exact features",
      .setup = []() -> std::unique_ptr<Setup> { return std::make_unique<StructuralSetup>(joint); },
      .open = [](const Trained& model) -> std::unique_ptr<Generator> {
        const auto& setup = static_cast<const StructuralSetup&>(*model.setup);
        if (setup.net.joint != joint)
          throw Error(joint ? "is a joint model that is not joint"
                            : "is an edges model that is joint");
        if (!(setup.divisor > 0)) throw Error("the temperature is not above 0");
        return std::make_unique<StructuralGenerator>(setup, model.tensors);
      },
      .training = {.epochs = 40,
                   .lr = 5e-3,
                   .weight_decay = 1e-5,
                   .clip = .1,
                   .final_lr = .02,
                   .epoch_records = 1600}};
}

}  // namespace

std::vector<Method> structural_methods() {
  return {structural<false>("edges"), structural<true>("joint")};
}

}  // namespace graphvq
