#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "cmd/files/labels.hpp"
#include "cmd/files/progress.hpp"
#include "cmd/files/records.hpp"
#include "cmd/models/models.hpp"
#include "cmd/models/order_likelihoods.hpp"
#include "cmd/models/structural.hpp"
#include "cmd/models/token_codes.hpp"
#include "cmd/program/command.hpp"
#include "cmd/program/help.hpp"
#include "cmd/program/options.hpp"
#include "cmd/program/refuse.hpp"
#include "cmd/report/json_report.hpp"
#include "cmd/report/plot.hpp"
#include "cmd/report/score_report.hpp"
#include "libgraphvq/base/error.hpp"
#include "libgraphvq/base/parallel.hpp"
#include "libgraphvq/measure/judge/fidelity.hpp"
#include "libgraphvq/method/sampler.hpp"
#include "libgraphvq/method/structural/draw.hpp"

namespace graphvq {

namespace {

using nlohmann::json;

double mean(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return values.empty() ? std::numeric_limits<double>::quiet_NaN()
                        : sum / static_cast<double>(values.size());
}

using Codes = std::vector<std::vector<std::uint32_t>>;  // of each record

class Score final : public Command {
 public:
  void setup(CLI::App& app) override {
    app.add_option(
           "MODEL", paths_,
           "Model files in any order: a tokenizer, a prior, an edge decoder or a joint model")
        ->type_name("")
        ->required();
    app.add_option("--data", data_,
                   "Held-out graphs, sequences or tokens (.gvg .gvs .gvt); the last two are taken "
                   "as they are")
        ->type_name("FILE")
        ->required();
    app.add_option("--train", train_,
                   "Count code usage here instead: graphs, sequences or tokens (.gvg .gvs .gvt)")
        ->type_name("FILE");
    app.add_option("-M,--orders", orders_, "Orders of each graph, where the file has graphs")
        ->capture_default_str()
        ->type_name("N")
        ->transform(whole(1, 1024));
    app.add_flag("--json", json_, "JSON instead of a table");
    app.add_option("--plot", plot_, "Draw the calibration curves as SVG; needs gnuplot")
        ->type_name("FILE");
    add_output(app, output_);
    add_seed(app, seed_);
    add_threads(app, threads_);
    add_quiet(app, quiet_);
    app_ = &app;
  }

  int run() override {
    models_ = read_models(paths_);
    if (models_.baseline)
      throw UsageError("a baseline has no likelihood to score: compare what it draws (mmd)");
    if (!train_.empty() && !models_.tokenizer)
      throw UsageError("--train counts the codes of a tokenizer: give that, too");
    if (!train_.empty() && models_.tokenizer->config.kind == TokenizerKind::continuous)
      throw UsageError("--train counts codes, and this tokenizer has none");
    TextOutput output(output_);
    std::optional<TextOutput> picture;
    if (!plot_.empty()) picture.emplace(plot_);
    if (models_.tokenizer)
      tokenizer_.emplace(models_.tokenizer->config, models_.tokenizer->weights);
    if (models_.prior) prior_.emplace(*models_.prior);
    json data, settings = {{"version", version()}, {"seed", seed_}};
    for (std::size_t m = 0; m < paths_.size(); ++m)
      settings["models"].push_back({{"file", input_name(paths_[m])}, {"hash", models_.hashes[m]}});
    const auto records = tokens(data_, data);
    require_graphs(records.size(), input_name(data_), "to score on");
    const auto usage = train_.empty() ? std::vector<Record>() : tokens(train_, settings["train"]);
    if (put_in_orders_)
      settings["orders"] = orders_;
    else
      refuse(*app_, {"--orders"}, "sequences and tokens, which have their orders");

    json report;
    if (models_.tokenizer)
      report["tokenizer"] = score_tokenizer(records, train_.empty() ? records : usage);
    if (models_.prior) report["prior"] = score_prior(records);
    if (models_.edges) report["edges"] = score_edges(records);
    if (models_.structural) {
      require_drawable(records, models_.structural->config.roots, input_name(data_));
      const bool joint = models_.structural->config.joint;
      report[joint ? "joint" : "edges"] = joint ? score_joint(records) : score_structural(records);
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
  // Records with codes, by the given tokenizer where the file has none; `file` tells which it is.
  std::vector<Record> tokens(const std::string& path, json& file) {
    auto data = read_dataset(path);
    file = json_file(data.name, data.totals.graphs, data.totals.hash);
    if (data.header.layer == Layer::tokens) {
      if (models_.tokenizer)
        require_tokens_of(*models_.tokenizer, data.header, data.name);
      else
        require_tokens_of(models_.prior   ? models_.prior->parent
                          : models_.edges ? models_.edges->parent
                                          : models_.structural->parent,
                          data.header, data.name);
      return std::move(data.records);
    }
    if (!tokenizer_)
      throw UsageError(fmt::format("{} has no tokens: give the tokenizer too", data.name));
    const LabelTranslation labels(data.header.node_labels, models_.tokenizer->node_labels);
    for (std::size_t r = 0; r < data.records.size(); ++r)
      labels.apply(data.records[r].graph, data.name, r);
    auto records =
        data.header.layer == Layer::sequence ? std::move(data.records) : ordered(data.records);
    Progress progress("sequences tokenized", records.size(), quiet_);
    const auto advance = progress.hook();
    Tally tally(advance);
    parallel(records.size(), threads_, [&](unsigned worker, std::size_t r) {
      tokenizer_->tokenize(records[r]);
      tally.add(worker, 1);
    });
    tally.finish();
    return records;
  }

  std::vector<Record> ordered(const std::vector<Record>& graphs) {
    put_in_orders_ = true;
    std::vector<Record> records;
    for (std::size_t r = 0; r < graphs.size(); ++r)
      for (std::uint32_t k = 0; k < orders_; ++k)
        records.push_back(put_in_order(graphs[r].graph, models_.tokenizer->order, seed_, r, k));
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
    const auto& config = models_.tokenizer->config;
    BinaryScorer edges;
    std::vector<double> right;
    std::vector<double> cross_entropy;
    Progress progress("sequences decoded", records.size(), quiet_);
    std::uint64_t done = 0;
    for (const auto& record : records) {
      const auto masks = windows(record.graph, config.window);
      const auto decoded = tokenizer_->decode(record);
      for (Node i = 0; i < record.graph.n; ++i) {
        const std::span row(decoded.data() + std::size_t{i} * config.width(), config.width());
        const std::vector<double> features(row.begin(), row.begin() + config.features);
        const auto label = record.graph.node_labels.empty() ? 0 : record.graph.node_labels[i];
        const auto best = std::max_element(features.begin(), features.end()) - features.begin();
        right.push_back(best == static_cast<std::ptrdiff_t>(label) ? 1 : 0);
        cross_entropy.push_back(log_sum_exp(features) - features[label]);
        for (std::uint32_t w = 1; w <= std::min(config.window, i); ++w)
          edges.add(row[config.features + w - 1],
                    masks[std::size_t{i} * config.window + w - 1] != 0);
      }
      progress.advance(++done);
    }
    json result = {{"feature_accuracy", json_number(mean(right))},
                   {"feature_ce", json_number(mean(cross_entropy))}};
    if (config.window > 0) put(result, "edge_", edges.scores(), "window of the code");

    if (config.kind == TokenizerKind::continuous) return result;
    std::vector<std::uint64_t> uses(config.codes);
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
    if (!quiet_)
      say(fmt::format("{}: the orders of a graph are not together; no nll_multi",
                      input_name(data_)));
    return nullptr;
  }

  json score_prior(const std::vector<Record>& records) const {
    OrderLikelihoods likelihoods;
    Progress progress("sequences under the prior", records.size(), quiet_);
    std::uint64_t done = 0;
    for (const auto& record : records) {
      if (record.graph.n > 0) likelihoods.add(record, prior_->nll(record), record.graph.n);
      progress.advance(++done);
    }
    return {{"nll_mean", json_number(mean(likelihoods.per_order()))},
            {"nll_multi", multi(likelihoods)}};
  }

  // Of the edges under codes called `name`; their nats a decision.
  double score_under(json& result, const char* name, const auto& kernel,
                     const std::vector<Forced>& graphs, double temperature) {
    Progress progress(fmt::format("sequences, {} codes", name), graphs.size(), quiet_);
    const auto decisions = kernel.decisions(graphs, threads_, progress.hook());
    const auto scores = score_decisions(decisions, temperature);
    put(result[name], "", scores, fmt::format("edges, {} codes", name));
    return scores.all.nll;
  }

  json score_edges(const std::vector<Record>& records) {
    const auto& model = *models_.edges;
    const auto tokens = token_codes(model.table, model.decoder, records);

    json result;
    const auto under = [&](const char* name, const EdgesKernel& kernel, const Codes& condition) {
      return score_under(result, name, kernel, forced(records, condition), model.temperature);
    };
    const auto kernel = edges_kernel(model, tokens.table);
    const double truth = under("true", kernel, tokens.codes);
    if (models_.prior) {
      const auto drawn = token_codes(model.table, model.decoder, drawn_tokens(records));
      const double prior = under("prior", edges_kernel(model, drawn.table), drawn.codes);
      result["condition_gap"] = json_number(prior - truth);
    }
    under("shuffled", kernel, shuffled(tokens.codes));
    // What sees no codes has no mean of them to see.
    const auto seen = model.config.condition == Condition::none ? Condition::none : Condition::mean;
    under("mean", edges_kernel(model, tokens.table, seen), tokens.codes);
    return result;
  }

  json score_structural(const std::vector<Record>& records) {
    const auto& model = *models_.structural;
    const StructuralKernel kernel(model.config, model.weights);
    json result;
    const auto under = [&](const char* name, const Codes& condition) {
      return score_under(result, name, kernel, forced(records, condition), model.temperature);
    };
    const auto codes = codes_of(records);
    const double truth = under("true", codes);
    if (models_.prior)
      result["condition_gap"] =
          json_number(under("prior", codes_of(drawn_tokens(records))) - truth);
    under("shuffled", shuffled(codes));
    return result;
  }

  // Codes and edges of a graph together, nats a graph; decisions and codes each for themselves.
  json score_joint(const std::vector<Record>& records) {
    const auto& model = *models_.structural;
    const StructuralKernel kernel(model.config, model.weights);
    Progress progress("sequences", records.size(), quiet_);
    const auto codes = codes_of(records);
    const auto all = kernel.logits(forced(records, codes), threads_, progress.hook());
    std::vector<std::vector<Decision>> decisions;
    std::vector<double> code_nll;
    OrderLikelihoods likelihoods;
    for (std::size_t r = 0; r < records.size(); ++r) {
      double nll = 0;
      for (std::size_t i = 0; i < records[r].codes.size(); ++i) {
        const auto* first = all[r].codes.data() + i * model.config.codes;
        const std::vector<double> row(first, first + model.config.codes);
        code_nll.push_back(log_sum_exp(row) - row[records[r].codes[i]]);
        nll += code_nll.back();
      }
      for (const auto& [logit, bit] : all[r].decisions) {
        const double x = (bit ? logit : -logit) / model.temperature;
        nll += std::log1p(std::exp(-std::abs(x))) + std::max(-x, 0.0);
      }
      likelihoods.add(records[r], nll, 1);
      decisions.push_back(all[r].decisions);
    }
    json result = {{"nll_mean", json_number(mean(likelihoods.per_order()))},
                   {"nll_multi", multi(likelihoods)},
                   {"code_nll", json_number(mean(code_nll))}};
    put(result, "edge_", score_decisions(decisions, model.temperature), "joint");
    return result;
  }

  static std::vector<Forced> forced(const std::vector<Record>& records, const Codes& codes) {
    std::vector<Forced> graphs;
    for (std::size_t r = 0; r < records.size(); ++r)
      graphs.push_back({codes[r], records[r].graph.edges});
    return graphs;
  }

  static Codes codes_of(const std::vector<Record>& records) {
    Codes codes;
    for (const auto& record : records) codes.push_back(record.codes);
    return codes;
  }

  // Records with the tokens that the prior draws for graphs of the same sizes.
  std::vector<Record> drawn_tokens(const std::vector<Record>& records) const {
    std::vector<std::uint32_t> sizes;
    for (const auto& record : records) sizes.push_back(record.graph.n);
    Draw draw;
    draw.seed = seed_;
    draw.threads = threads_;
    std::vector<Record> drawn(records.size());
    for (std::size_t r = 0; r < drawn.size(); ++r) drawn[r].graph.n = sizes[r];
    Progress progress("sequences drawn", sizes.size(), quiet_);
    constexpr std::size_t at_once = 4096;
    for (; draw.first < sizes.size(); progress.advance(draw.first)) {
      const auto size = std::min<std::size_t>(at_once, sizes.size() - draw.first);
      prior_->sample(std::span(sizes).subspan(draw.first, size), draw,
                     std::span(drawn).subspan(draw.first, size));
      draw.first += size;
    }
    return drawn;
  }

  static BinaryScores score_decisions(const std::vector<std::vector<Decision>>& decisions,
                                      double temperature) {
    BinaryScorer scorer;
    for (const auto& graph : decisions)
      for (const auto& [logit, bit] : graph) scorer.add(logit / temperature, bit);
    return scorer.scores();
  }

  // All codes of the data, permuted among its nodes.
  Codes shuffled(Codes codes) const {
    std::vector<std::uint32_t> all;
    for (const auto& row : codes) all.insert(all.end(), row.begin(), row.end());
    Stream stream(seed_, Purpose::condition);
    shuffle(all, stream);
    auto next = all.begin();
    for (auto& row : codes)
      for (auto& code : row) code = *next++;
    return codes;
  }

  const CLI::App* app_ = nullptr;
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
  bool quiet_ = false;
  Panel calibration_{
      "Calibration", "predicted probability of an edge", "share that is one", {}, true};

  Models models_;
  std::optional<TokenizerKernel> tokenizer_;
  std::optional<TokenPrior> prior_;
};

}  // namespace

std::unique_ptr<Command> make_score() { return std::make_unique<Score>(); }

}  // namespace graphvq
