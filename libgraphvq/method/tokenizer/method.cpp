#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/base/log_sum_exp.hpp"
#include "libgraphvq/base/parallel.hpp"
#include "libgraphvq/method/tokenizer/draw.hpp"
#include "libgraphvq/method/tokenizer/token_codes.hpp"

namespace graphvq {

namespace {

const Names<Context> context_names = {
    {"features", Context::features}, {"full", Context::full}, {"nodes", Context::nodes}};

const Names<OrderKind>& order_names() {
  static const auto names = [] {
    Names<OrderKind> all;
    for (int k = 0; k <= static_cast<int>(OrderKind::bfs_recent); ++k) {
      const auto kind = static_cast<OrderKind>(k);
      all.emplace_back(to_string(kind), kind);
    }
    return all;
  }();
  return names;
}

}  // namespace

TokenizerSetup::TokenizerSetup(TokenizerKind kind) {
  net.kind = kind;
  if (kind == TokenizerKind::continuous) net.codes = 0;
}

void tokenizer_fields(TokenizerConfig& net, Fields& fields) {
  fields.number({"features"}, net.features, 1, 1U << 16);
  if (net.kind != TokenizerKind::continuous) {
    const auto* option = net.kind == TokenizerKind::vq ? "-K,--codes" : nullptr;
    fields.number({"codes", option, "Codes in the codebook"}, net.codes, 1, 1U << 16);
  }
  if (net.kind == TokenizerKind::raw) net = raw_tokenizer(net.features);
  if (net.kind != TokenizerKind::raw) {
    fields.number({"window", "-W,--window", "Earlier nodes that a context sees"}, net.window, 0,
                  1024U);
    fields.number({"hidden", "--hidden", "Width of the layers and of a code"}, net.hidden, 1,
                  4096U);
    fields.choice({"context", "--context",
                   "full: label and window; features: the label alone, in and out; nodes: the "
                   "window is decoded but does not enter"},
                  net.context, context_names);
  }
  if (net.kind == TokenizerKind::vq) {
    fields.number({"beta", "--beta", "Weight of the commitment term", "X"}, net.beta, 0, 1e9);
    fields.number({"decay", "--decay", "Decay of the codebook's moving averages, in [0, 1)", "X"},
                  net.decay, 0, 1);
    fields.flag({"revive", "--revive", "Draw dead codes anew from the data"}, net.revive);
  }
}

void TokenizerSetup::fields(Fields& fields) {
  tokenizer_fields(net, fields);
  fields.labels({"node_labels"}, node_labels);
  fields.choice({"order"}, order, order_names());
}

void TokenizerSetup::check(const Given& given) {
  if (net.decay >= 1) throw UsageError("--decay must be below 1");
  if (net.context != Context::features) return;
  refuse_given(given, {"--window"}, "--context features");
  net.window = 0;
}

void TokenizerSetup::learn(Lessons& lessons) {
  const auto& header = lessons.train.header;
  node_labels = header.node_labels;
  order = header.order.value();
  net.features = std::max<std::uint32_t>(1, static_cast<std::uint32_t>(node_labels.size()));
  if (net.kind == TokenizerKind::raw) net = raw_tokenizer(net.features);
}

std::optional<TokenShape> TokenizerSetup::tokens() const {
  if (net.kind == TokenizerKind::continuous) return TokenShape{0, net.hidden, net.features};
  return TokenShape{net.codes, 0, net.features};
}

void TokenizerSetup::describe(Header& header) const {
  header.node_labels = node_labels;
  header.order = order;
  header.window = net.window;
  if (net.kind == TokenizerKind::continuous)
    header.latent = net.hidden;
  else
    header.codes = net.codes;
  header.method = net.kind == TokenizerKind::raw          ? "raw"
                  : net.kind == TokenizerKind::continuous ? "continuous"
                                                          : "";
}

namespace {

class TokenizerGenerator final : public Generator {
 public:
  TokenizerGenerator(const TokenizerSetup& setup, const Tensors& tensors)
      : setup_(setup), tokenizer_(setup.net, tensors) {
    if (setup.net.kind == TokenizerKind::continuous)
      decoder_ = latent_decoder(setup.net, tensors);
    else
      table_ = code_table(setup.net, tensors);
  }

  void tokenize(Record& record) const override { tokenizer_.tokenize(record); }

  void draw(std::span<Record> records, const Draw&) const override {
    if (setup_.node_labels.empty()) return;
    with_codes(records, [&](const CodeTable& table, std::span<const std::vector<Code>> codes) {
      for (std::size_t r = 0; r < records.size(); ++r)
        if (auto& labels = records[r].graph.node_labels; labels.empty())
          for (const auto code : codes[r]) labels.push_back(table.labels[code]);
    });
  }

  void draw_window(std::span<Record> records, const Draw& draw) const override {
    with_codes(records, [&](const CodeTable& table, std::span<const std::vector<Code>> codes) {
      for (std::size_t r = 0; r < records.size(); ++r)
        records[r].graph.edges = one_stage(table, codes[r], draw.first + r, draw);
    });
  }

  /// Labels (softmax) and windows (sigmoid) that the decoder reads out of each token (Eq. 3).
  Scores score(std::span<const Record> records, const Scoring& how) const override {
    const auto& net = setup_.net;
    std::vector<Scores> each(records.size());
    Tally tally(how.advance);
    parallel(records.size(), how.threads, [&](unsigned worker, std::size_t r) {
      const auto& graph = records[r].graph;
      const auto masks = windows(graph, net.window);
      const auto decoded = tokenizer_.decode(records[r]);
      auto& bits = each[r].decisions.emplace_back();
      for (Node i = 0; i < graph.n; ++i) {
        const std::span row(decoded.data() + std::size_t{i} * net.width(), net.width());
        const std::vector<double> labels(row.begin(), row.begin() + net.features);
        const auto label = graph.node_labels.empty() ? 0 : graph.node_labels[i];
        const auto best = std::max_element(labels.begin(), labels.end()) - labels.begin();
        each[r].label_right.push_back(best == static_cast<std::ptrdiff_t>(label) ? 1 : 0);
        each[r].label_nll.push_back(log_sum_exp(labels) - labels[label]);
        for (std::uint32_t w = 1; w <= std::min(net.window, i); ++w)
          bits.push_back(
              {row[net.features + w - 1], masks[std::size_t{i} * net.window + w - 1] != 0});
      }
      tally.add(worker, 1);
    });
    tally.finish();
    Scores all;
    for (auto& one : each) {
      all.label_right.insert(all.label_right.end(), one.label_right.begin(), one.label_right.end());
      all.label_nll.insert(all.label_nll.end(), one.label_nll.begin(), one.label_nll.end());
      if (net.window > 0) all.decisions.push_back(std::move(one.decisions.front()));
    }
    return all;
  }

 private:
  using Code = std::uint32_t;

  /// Calls work(table, codes) with the codes of the records' tokens.
  template <class Work>
  void with_codes(std::span<const Record> records, const Work& work) const {
    if (decoder_) {
      const auto own = own_codes(*decoder_, records);
      work(own.table, own.codes);
    } else {
      work(table_, codes_of(records));
    }
  }

  TokenizerSetup setup_;
  Tokenizer tokenizer_;
  CodeTable table_;
  std::optional<LatentDecoder> decoder_;  // instead, where tokens are continuous
};

template <TokenizerKind kind>
Method tokenizer(const char* name, const char* help) {
  return {
      .kind = "tokenizer",
      .name = name,
      .help = help,
      .setup = []() -> std::unique_ptr<Setup> { return std::make_unique<TokenizerSetup>(kind); },
      .open = [](const Trained& model) -> std::unique_ptr<Generator> {
        const auto& setup = static_cast<const TokenizerSetup&>(*model.setup);
        const auto labels = setup.node_labels.size();
        if (std::max<std::size_t>(labels, 1) != setup.net.features)
          throw Error("has " + std::to_string(labels) + " node labels for " +
                      std::to_string(setup.net.features) + " features");
        return std::make_unique<TokenizerGenerator>(setup, model.tensors);
      }};
}

}  // namespace

std::vector<Method> tokenizer_methods() {
  auto raw =
      tokenizer<TokenizerKind::raw>("raw", "the node labels are the codes, nothing is trained");
  raw.fit = [](const Setup&, const Lessons&) { return Tensors(); };
  return {tokenizer<TokenizerKind::vq>("vq", "codes of a learned codebook"), raw,
          tokenizer<TokenizerKind::continuous>("continuous",
                                               "no codes, a token is the node's latent vector")};
}

}  // namespace graphvq
