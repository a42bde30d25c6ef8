#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>

#include "cmd/files/progress.hpp"
#include "cmd/files/records.hpp"
#include "cmd/models/models.hpp"
#include "cmd/program/command.hpp"
#include "cmd/program/help.hpp"
#include "cmd/program/options.hpp"
#include "cmd/report/order_likelihoods.hpp"
#include "cmd/report/plot.hpp"
#include "cmd/report/score_report.hpp"
#include "cmd/report/writer.hpp"
#include "libgraphvq/base/error.hpp"
#include "libgraphvq/base/parallel.hpp"
#include "libgraphvq/base/random.hpp"
#include "libgraphvq/data/labels.hpp"
#include "libgraphvq/measure/judge/fidelity.hpp"

namespace graphvq {

namespace {

using nlohmann::json;

double mean(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return values.empty() ? std::numeric_limits<double>::quiet_NaN()
                        : sum / static_cast<double>(values.size());
}

class Score final : public Command {
 public:
  void setup(Options& options) override {
    options
        .add("MODEL", paths_,
             "Model files in any order: a tokenizer, a prior, an edge decoder or a joint model")
        .model("")
        .required();
    options
        .add("--data", data_,
             "Held-out graphs, sequences or tokens (.gvg .gvs .gvt); the last two are taken "
             "as they are")
        .file()
        .required();
    options
        .add("--train", train_,
             "Count code usage here instead: graphs, sequences or tokens (.gvg .gvs .gvt)")
        .file();
    options.add("-M,--orders", orders_, "Orders of each graph, where the file has graphs")
        .shown()
        .whole(1, 1024);
    options.flag("--json", json_, "JSON instead of a table");
    options.add("--plot", plot_, "Draw the calibration curves as SVG; needs gnuplot").written();
    options.output(output_);
    options.seed(seed_);
    options.threads(threads_);
    options.quiet();
  }

  int run() override {
    const Models models(paths_);
    tokenizer_ = models.of("tokenizer");
    prior_ = models.of("prior");
    const auto *decoder = models.decoder(), *baseline = models.of("baseline");
    if (baseline && !baseline->method->scores)
      throw UsageError("a baseline has no likelihood to score: compare what it draws (mmd)");
    const auto* known = tokenizer_ ? tokenizer_ : prior_ ? prior_ : decoder;
    if (!train_.empty() && !tokenizer_)
      throw UsageError("--train counts the codes of a tokenizer: give that, too");
    if (!train_.empty() && tokenizer_->setup->tokens()->latent > 0)
      throw UsageError("--train counts codes, and this tokenizer has none");
    TextOutput output(output_);
    std::optional<TextOutput> picture;
    if (!plot_.empty()) picture.emplace(plot_);
    json data, settings = {{"version", version()}, {"seed", seed_}};
    for (const auto& model : models.all())
      settings["models"].push_back({{"file", model.name}, {"hash", model.content}});
    const auto records = baseline ? graphs(*baseline, data) : tokens(*known, data_, data);
    require_graphs(records.size(), input_name(data_), "to score on");
    const auto usage =
        train_.empty() ? std::vector<Record>() : tokens(*known, train_, settings["train"]);
    if (put_in_orders_)
      settings["orders"] = orders_;
    else
      refuse({"--orders"}, "sequences and tokens, which have their orders");

    json report;
    if (tokenizer_)
      report["tokenizer"] = score_tokenizer(records, train_.empty() ? records : usage);
    if (prior_) report["prior"] = score_whole(*prior_, records);
    if (const auto* whole = models.of("joint") ? models.of("joint") : baseline) {
      require_records(*whole, records, input_name(data_));
      report[whole->method->kind] = score_whole(*whole, records);
    }
    if (const auto* edges = models.of("edges")) {
      require_records(*edges, records, input_name(data_));
      report["edges"] = score_edges(*edges, records);
    }
    if (picture) {
      if (calibration_.curves.empty())
        throw UsageError("--plot: none of these models predicts edges");
      picture->write(plot_svg({calibration_}));
    }
    const auto text = score_table(report);
    report["data"] = data;
    report["settings"] = settings;
    output.write(json_ ? json_text(report) : text);
    commit(output, picture);
    return 0;
  }

 private:
  // Records with tokens of `model`, by the given tokenizer where the file has none; `file` tells
  // which it is.
  std::vector<Record> tokens(const Model& model, const std::string& path, json& file) {
    auto data = read_dataset(path);
    file = json_file(data.name, data.totals.graphs, data.totals.hash);
    if (data.header.layer == Layer::tokens) {
      if (tokenizer_)
        require_tokens_of(*tokenizer_, data.header, data.name);
      else
        require_tokens_of(model.parent, data.header, data.name);
      return std::move(data.records);
    }
    if (!tokenizer_)
      throw UsageError(fmt::format("{} has no tokens: give the tokenizer too", data.name));
    translate(data, *tokenizer_);
    auto records =
        data.header.layer == Layer::sequence ? std::move(data.records) : ordered(data.records);
    Progress progress("sequences tokenized", records.size());
    const auto advance = progress.hook();
    Tally tally(advance);
    parallel(records.size(), threads_, [&](unsigned worker, std::size_t r) {
      tokenizer_->generator->tokenize(records[r]);
      tally.add(worker, 1);
    });
    tally.finish();
    return records;
  }

  // Graphs with the labels of a model that reads no tokens.
  std::vector<Record> graphs(const Model& model, json& file) const {
    auto data = read_dataset(data_);
    file = json_file(data.name, data.totals.graphs, data.totals.hash);
    translate(data, model);
    return std::move(data.records);
  }

  static void translate(Dataset& data, const Model& model) {
    Header described;
    model.setup->describe(described);
    const LabelTranslation labels(data.header.node_labels, described.node_labels);
    for (std::size_t r = 0; r < data.records.size(); ++r)
      labels.apply(data.records[r].graph, data.name, r);
  }

  std::vector<Record> ordered(const std::vector<Record>& graphs) {
    put_in_orders_ = true;
    Header described;
    tokenizer_->setup->describe(described);
    std::vector<Record> records;
    for (std::size_t r = 0; r < graphs.size(); ++r)
      for (std::uint32_t k = 0; k < orders_; ++k)
        records.push_back(put_in_order(graphs[r].graph, *described.order, seed_, r, k));
    return records;
  }

  // All measures, and a calibration curve.
  void put(json& into, const std::string& prefix, const BinaryScores& scores,
           const std::string& title) {
    put_scores(into, prefix, scores);
    auto curve = calibration_curve(scores, title);
    if (!curve.x.empty()) calibration_.curves.push_back(std::move(curve));
  }

  json score_tokenizer(const std::vector<Record>& records, const std::vector<Record>& usage) {
    Progress progress("sequences decoded", records.size());
    const auto scores = tokenizer_->generator->score(records, {threads_, progress.hook()});
    json result = {{"feature_accuracy", json_number(mean(scores.label_right))},
                   {"feature_ce", json_number(mean(scores.label_nll))}};
    if (!scores.decisions.empty())
      put(result, "edge_", score_decisions(scores.decisions, 1), "window of the code");

    const auto shape = *tokenizer_->setup->tokens();
    if (shape.latent > 0) return result;
    std::vector<std::uint64_t> uses(shape.codes);
    for (const auto& record : usage)
      for (const auto code : record.codes) ++uses[code];
    const auto codes = code_usage(uses);
    result["active_codes"] = codes.active;
    result["perplexity"] = codes.perplexity;
    result["entropy"] = codes.entropy;
    result["gini"] = codes.gini;
    return result;
  }

  json multi(OrderLikelihoods& likelihoods) const {
    if (!likelihoods.apart()) return json_number(mean(likelihoods.multi()));
    remark(
        fmt::format("{}: the orders of a graph are not together; no nll_multi", input_name(data_)));
    return nullptr;
  }

  // Nats of a model that draws more than edges: a token under a prior, else a graph; decisions and
  // tokens each for themselves.
  json score_whole(const Model& model, const std::vector<Record>& records) {
    const bool prior = &model == prior_;
    Progress progress(prior ? "sequences under the prior" : "sequences", records.size());
    const auto scores = model.generator->score(records, {threads_, progress.hook()});
    json result;
    if (records.front().ordering) {
      OrderLikelihoods likelihoods;
      for (std::size_t r = 0; r < records.size(); ++r)
        if (!prior || records[r].graph.n > 0)
          likelihoods.add(records[r], scores.nll[r], prior ? records[r].graph.n : 1);
      result["nll_mean"] = json_number(mean(likelihoods.per_order()));
      result["nll_multi"] = multi(likelihoods);
    } else {
      result["nll_mean"] = json_number(mean(scores.nll));
    }
    if (!scores.token_nll.empty()) result["code_nll"] = json_number(mean(scores.token_nll));
    if (!scores.decisions.empty())
      put(result, "edge_", score_decisions(scores.decisions, model.setup->temperature()),
          model.method->kind);
    return result;
  }

  // Edges under the true tokens and under others.
  json score_edges(const Model& model, const std::vector<Record>& records) {
    json result;
    const auto under = [&](const char* name, const Generator& generator,
                           const std::vector<Record>& seen) {
      Progress progress(fmt::format("sequences, {} codes", name), seen.size());
      const auto decisions = generator.score(seen, {threads_, progress.hook()}).decisions;
      const auto scores = score_decisions(decisions, model.setup->temperature());
      put(result[name], "", scores, fmt::format("edges, {} codes", name));
      return scores.all.nll;
    };
    const double truth = under("true", *model.generator, records);
    if (prior_)
      result["condition_gap"] =
          json_number(under("prior", *model.generator, drawn_tokens(records)) - truth);
    under("shuffled", *model.generator, shuffled(records));
    if (const auto mean = model.generator->without_tokens()) under("mean", *mean, records);
    return result;
  }

  // The records with the tokens that the prior draws for graphs of their sizes.
  std::vector<Record> drawn_tokens(std::vector<Record> records) const {
    Draw draw{.seed = seed_, .threads = threads_};
    Progress progress("sequences drawn", records.size());
    constexpr std::size_t at_once = 4096;
    for (; draw.first < records.size(); progress.advance(draw.first)) {
      const auto size = std::min<std::size_t>(at_once, records.size() - draw.first);
      prior_->generator->draw(std::span(records).subspan(draw.first, size), draw);
      draw.first += size;
    }
    return records;
  }

  static BinaryScores score_decisions(const std::vector<std::vector<Decision>>& decisions,
                                      double temperature) {
    BinaryScorer scorer;
    for (const auto& graph : decisions)
      for (const auto& [logit, bit] : graph) scorer.add(logit / temperature, bit);
    return scorer.scores();
  }

  // The records with all their tokens permuted among the nodes.
  std::vector<Record> shuffled(std::vector<Record> records) const {
    std::vector<std::uint32_t> codes;
    std::vector<float> latents;
    std::size_t nodes = 0;
    for (const auto& record : records) {
      codes.insert(codes.end(), record.codes.begin(), record.codes.end());
      latents.insert(latents.end(), record.latents.begin(), record.latents.end());
      nodes += record.graph.n;
    }
    std::vector<std::uint32_t> from(nodes);
    std::iota(from.begin(), from.end(), 0U);
    Stream stream(seed_, Purpose::condition);
    shuffle(from, stream);
    const auto width = nodes > 0 ? latents.size() / nodes : 0;
    auto next = from.begin();
    for (auto& record : records)
      for (Node i = 0; i < record.graph.n; ++i, ++next) {
        if (!record.codes.empty()) record.codes[i] = codes[*next];
        for (std::size_t u = 0; u < width; ++u)
          record.latents[i * width + u] = latents[*next * width + u];
      }
    return records;
  }

  std::vector<std::string> paths_;
  std::string data_;
  std::string train_;
  std::string output_;
  std::string plot_;
  std::uint32_t orders_ = 8;
  bool put_in_orders_ = false;  // graphs, of which the file had no orders
  std::uint64_t seed_ = 0;
  unsigned threads_ = 1;
  bool json_ = false;
  Panel calibration_{
      "Calibration", "predicted probability of an edge", "share that is one", {}, true};

  const Model* tokenizer_ = nullptr;
  const Model* prior_ = nullptr;
};

}  // namespace

std::unique_ptr<Command> make_score() { return std::make_unique<Score>(); }

}  // namespace graphvq
