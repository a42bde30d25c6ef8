#include <memory>
#include <optional>

#include "libgraphvq/base/log_sum_exp.hpp"
#include "libgraphvq/base/parallel.hpp"
#include "libgraphvq/method/prior/draw.hpp"
#include "libgraphvq/method/prior/draw_gaussian.hpp"

namespace graphvq {

void PriorSetup::fields(Fields& fields) {
  if (gaussian)
    fields.number({"latent"}, net.latent, 1, 1U << 16);
  else
    fields.number({"codes"}, net.codes, 1, 1U << 16);
  fields.number({"hidden", "--hidden", "Width of the GRU and of the code embeddings"}, net.hidden,
                1, 4096U);
  fields.number({"layers", "--layers", "Layers of the GRU"}, net.layers, 1, 64U);
  if (gaussian)
    net.codes = 0;
  else
    fields.flag({.key = "label_embedding", .may_lack = true}, net.label_embedding);
  fields.sizes({"sizes"}, counts);
}

void PriorSetup::learn(Lessons& lessons) {
  const auto& header = lessons.train.header;
  net.codes = header.codes.value_or(0);
  net.latent = header.latent.value_or(0);
  net.label_embedding = header.method == "raw";
  for (const auto& record : lessons.train.records) ++counts[record.graph.n];
}

namespace {

/// Scores of records by nll(record), which many threads may call.
template <class Nll>
Scores scores_of(std::span<const Record> records, const Scoring& how, const Nll& nll) {
  Scores scores{.nll = std::vector<double>(records.size())};
  Tally tally(how.advance);
  parallel(records.size(), how.threads, [&](unsigned worker, std::size_t r) {
    scores.nll[r] = nll(records[r]);
    tally.add(worker, 1);
  });
  tally.finish();
  return scores;
}

/// Stage A over codes.
class CodeGenerator final : public Generator {
 public:
  explicit CodeGenerator(const Trained& model)
      : net_(static_cast<const PriorSetup&>(*model.setup).net), prior_(net_, model.tensors) {}

  void draw(std::span<Record> records, const Draw& draw) const override {
    auto codes = prior_.sample(sizes_of(records), draw);
    for (std::size_t r = 0; r < records.size(); ++r) records[r].codes = std::move(codes[r]);
  }

  /// Of the codes and the end of the sequence.
  Scores score(std::span<const Record> records, const Scoring& how) const override {
    return scores_of(records, how, [&](const Record& record) {
      const auto& codes = record.codes;
      const auto logits = prior_.logits(codes);
      double nll = 0;
      for (std::size_t i = 0; i <= codes.size(); ++i) {
        const auto* first = logits.data() + i * net_.vocabulary();
        const std::vector<double> row(first, first + net_.vocabulary());
        nll += log_sum_exp(row) - row[i < codes.size() ? codes[i] : net_.end()];
      }
      return nll;
    });
  }

 private:
  PriorConfig net_;
  PriorSampler prior_;
};

/// Stage A over continuous tokens.
class VectorGenerator final : public Generator {
 public:
  explicit VectorGenerator(const Trained& model)
      : prior_(static_cast<const PriorSetup&>(*model.setup).net, model.tensors) {}

  void draw(std::span<Record> records, const Draw& draw) const override {
    auto vectors = prior_.sample(sizes_of(records), draw);
    for (std::size_t r = 0; r < records.size(); ++r) records[r].latents = std::move(vectors[r]);
  }

  /// Minus the log-density.
  Scores score(std::span<const Record> records, const Scoring& how) const override {
    return scores_of(records, how,
                     [&](const Record& record) { return prior_.nll(record.latents); });
  }

 private:
  GaussianPriorSampler prior_;
};

template <bool gaussian, class Opened>
Method prior(const char* name) {
  return {
      .kind = "prior",
      .name = name,
      .help = nullptr,
      .setup = []() -> std::unique_ptr<Setup> { return std::make_unique<PriorSetup>(gaussian); },
      .open = [](const Trained& model) -> std::unique_ptr<Generator> {
        return std::make_unique<Opened>(model);
      },
      .suits = [](const Header& header) { return header.latent.has_value() == gaussian; },
      .on_device = !gaussian};
}

}  // namespace

std::vector<Method> prior_methods() {
  return {prior<false, CodeGenerator>("gru"), prior<true, VectorGenerator>("gaussian")};
}

}  // namespace graphvq
