#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "cmd/files/progress.hpp"
#include "cmd/files/records.hpp"
#include "cmd/models/backend.hpp"
#include "cmd/models/models.hpp"
#include "cmd/program/command.hpp"
#include "cmd/program/options.hpp"
#include "libgraphvq/base/error.hpp"
#include "libgraphvq/data/header.hpp"
#include "libgraphvq/data/sizes.hpp"
#include "libgraphvq/method/method.hpp"

namespace graphvq {

namespace {

// Records that are in memory at once; no result depends on it.
constexpr std::uint64_t block_size = 4096;

class Sample final : public Command {
 public:
  void setup(Options& options) override {
    options
        .add("MODEL", paths_,
             "Model files in any order: a tokenizer, a prior and an edge decoder, or a joint model")
        .names(PathKind::model)
        .required();
    options.add("-n,--count", count_, "Graphs to draw; with --given the default is all of its")
        .whole()
        .type("COUNT");
    options
        .add(
            "--sizes", sizes_text_,
            "Node counts: empirical (the training sizes), N, A-B (uniform), or the sizes of a FILE")
        .shown()
        .file("SIZES");
    options
        .add("--temperature", draw_.temperature,
             "Of the edges: their logits are divided by it and by the decoder's calibrated one")
        .shown()
        .positive();
    options
        .add("--node-temperature", draw_.node_temperature,
             "Of the codes: their logits are divided by it")
        .shown()
        .positive();
    options.flag("--tokens", tokens_, "Stop after Stage A: write the codes (.gvt)");
    options.add("--given", given_, "Stage B only: edges between the nodes of FILE (.gvt)").file();
    options.flag("--one-stage", one_stage_,
                 "Edges from the codes' own windows, without an edge decoder");
    options.flag("--threshold", draw_.threshold, "Edges where p > .5, not drawn");
    options.add("--sharpen", draw_.sharpen, "p < T becomes 0 and p > 1 - T becomes 1; T in [0, .5]")
        .shown()
        .real(0.0, 0.5)
        .type("T");
    options.part(part_);
    options.output(output_);
    options.seed(draw_.seed);
    options.threads(draw_.threads);
    options.device(device_);
    options.writing(level_);
  }

  void check() override {
    if (given_.empty() && !given("--count")) throw UsageError("-n COUNT is missing");
    if (!given_.empty() && tokens_) throw UsageError("--given and --tokens exclude each other");
    if (!given_.empty() && given("--sizes"))
      throw UsageError("--sizes means nothing with --given: the nodes are those of its file");
    if (tokens_ && one_stage_) throw UsageError("--tokens stops before --one-stage");
    if (!given_.empty()) refuse({"--node-temperature"}, "--given");
    if (one_stage_) refuse({"--temperature", "--sharpen"}, "--one-stage");
    if (draw_.threshold && draw_.sharpen > 0)
      throw UsageError("--threshold and --sharpen exclude each other");
  }

  int run() override {
    const Models models(paths_);
    if (const auto* baseline = models.of("baseline"))
      check_baseline(*baseline);
    else
      check_chain(models);
    for (const auto* kind : {"tokenizer", "prior", "edges", "joint", "baseline"})
      if (const auto* model = models.of(kind)) join_history(history_, model->provenance);
    for (const auto& model : models.all()) hashes_.push_back(model.content);
    return given_.empty() ? draw_all() : draw_given();
  }

 private:
  static void need(bool there, const char* what) {
    if (!there) throw UsageError(fmt::format("needs {}", what));
  }

  static void refuse_idle(bool idle, const char* model, const char* with) {
    if (idle) throw UsageError(fmt::format("{} means nothing with {}", model, with));
  }

  // Fills the chain: Stage A, labels, Stage B.
  void check_chain(const Models& models) {
    tokenizer_ = models.of("tokenizer");
    const auto *prior = models.of("prior"), *edges = models.of("edges"),
               *joint = models.of("joint");
    need(tokenizer_, "a tokenizer");
    if (given_.empty() && !joint) need(prior, "a prior or a joint model");
    if (!tokens_ && !one_stage_)
      need(edges || joint, "an edge decoder (or --one-stage, or --tokens)");
    if (tokens_ && !joint) refuse({"--temperature", "--threshold", "--sharpen"}, "--tokens");
    refuse_idle(!given_.empty() && prior, "a prior", "--given");
    refuse_idle(tokens_ && edges, "an edge decoder", "--tokens");
    refuse_idle(one_stage_ && edges, "an edge decoder", "--one-stage");
    refuse_idle(one_stage_ && joint && !given_.empty(), "a joint model", "--given --one-stage");
    describe_tokens(described_, *tokenizer_);
    if (one_stage_ && described_.method == "raw")
      throw UsageError("--one-stage needs windows, which a raw tokenizer has not");
    if (one_stage_ && described_.window == 0)
      throw UsageError("--one-stage needs windows, and this tokenizer's are of width 0");
    if (given_.empty()) {
      const auto* first = prior ? prior : joint;
      sizes_ = first->setup->sizes();
      add(*first);
      chain_.push_back(tokenizer_->generator.get());
      if (edges) add(*edges);
    } else if (!one_stage_) {
      add(edges ? *edges : *joint);
    }
  }

  void check_baseline(const Model& model) {
    refuse({"--node-temperature", "--tokens", "--given", "--one-stage"}, "a baseline");
    if (!model.method->scores)  // it has no logits
      refuse({"--temperature", "--threshold", "--sharpen"}, "a baseline");
    if (!model.method->on_device) refuse({"--device"}, "a baseline");
    sizes_ = model.setup->sizes();
    if (!sizes_ && sizes_text_ != "empirical")
      throw UsageError("--sizes means nothing with this baseline: sizes are its training graphs'");
    model.setup->describe(described_);
    add(model);
  }

  void add(const Model& model) {
    if (device_ == "cpu") return chain_.push_back(model.generator.get());
    if (!model.method->on_device)
      throw Error(
          fmt::format("{} models are sampled on the CPU; use --device cpu", model.method->name));
    on_device_.push_back(torch_backend().open(*model.method, model, device_));
    chain_.push_back(on_device_.back().get());
  }

  // `chain` is the history of what the records are made from, besides the models.
  Header header(std::vector<Provenance> chain) const {
    Header header;
    header.node_labels = described_.node_labels;
    if (tokens_) {
      header = described_;
      header.orders = 1;
    }
    header.provenance = std::move(chain);
    join_history(header.provenance, history_);
    return header;
  }

  // Where node counts come from; nothing where the model's graphs have their own.
  std::optional<SizeSource> sizes() {
    if (sizes_text_ == "empirical")
      return sizes_ ? std::optional(SizeSource::empirical(*sizes_)) : std::nullopt;
    if (const auto range = size_range(sizes_text_))
      return SizeSource::uniform(range->first, range->second);
    SizeCounts counts;
    RecordInput input(sizes_text_);
    Record record;
    while (input.next(record)) ++counts[record.graph.n];
    require_graphs(counts.size(), input.name(), "to take sizes from");
    hashes_.push_back(input.totals().hash);
    join_history(history_, input.header().provenance);
    return SizeSource::empirical(counts);
  }

  // `N` or `A-B`.
  static std::optional<std::pair<std::uint32_t, std::uint32_t>> size_range(
      const std::string& text) {
    const auto number = [](std::string_view word) -> std::optional<std::uint32_t> {
      std::uint32_t value = 0;
      const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
      if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
      return value;
    };
    const auto dash = text.find('-');
    const auto low = number(std::string_view(text).substr(0, dash));
    const auto high =
        dash == std::string::npos ? low : number(std::string_view(text).substr(dash + 1));
    if (!low || !high) return std::nullopt;
    constexpr std::uint32_t most = 1U << 20;
    if (*high > most) throw UsageError(fmt::format("--sizes {}: more than {} nodes", text, most));
    if (*low > *high)
      throw UsageError(fmt::format("--sizes {}: from {} to {} is no range", text, *low, *high));
    return std::pair(*low, *high);
  }

  int draw_all() {
    const auto source = sizes();
    const auto [begin, end] = part_.range(count_);
    RecordOutput output(output_, header({}), level_, draw_.seed, hashes_);
    Progress progress("graphs", end - begin);
    for (std::uint64_t first = begin, stop = begin; first < end; first = stop) {
      stop = first + std::min(block_size, end - first);
      std::vector<Record> block(stop - first);
      for (auto r = first; r < stop; ++r) {
        block[r - first].graph.n = source ? source->draw(draw_.seed, r) : 0;
        block[r - first].graph.id = std::to_string(r);
      }
      write_block(block, first, output);
      progress.advance(stop - begin);
    }
    output.commit();
    return 0;
  }

  int draw_given() {
    RecordInput input(given_, {Layer::tokens});
    require_tokens_of(*tokenizer_, input.header(), input.name());
    std::vector<Record> all;
    Record record;
    const bool limited = given("--count");
    // To the end in any case: damage there counts, and the content's hash is known only then.
    while (input.next(record))
      if (!limited || all.size() < count_) all.push_back(std::move(record));
    if (limited && all.size() < count_)
      throw Error(fmt::format("{}: has {} graphs, -n asks for {}; without -n, all are drawn",
                              input.name(), all.size(), count_));
    auto head = header(input.header().provenance);
    head.node_labels = input.header().node_labels;
    head.classes = input.header().classes;
    head.node_columns = input.header().node_columns;
    head.graph_columns = input.header().graph_columns;
    RecordOutput output(output_, head, level_, draw_.seed, hashes_);
    output.derive_from(input);
    const auto [begin, end] = part_.range(all.size());
    Progress progress("graphs", end - begin);
    for (auto first = begin, stop = begin; first < end; first = stop) {
      stop = first + std::min(block_size, end - first);
      write_block(std::span(all).subspan(first, stop - first), first, output);
      progress.advance(stop - begin);
    }
    output.commit();
    return 0;
  }

  // Draws what the records lack, from number `first` on, and writes them.
  void write_block(std::span<Record> records, std::uint64_t first, RecordOutput& output) {
    Draw draw = draw_;
    draw.first = first;
    for (const auto* stage : chain_) stage->draw(records, draw);
    if (one_stage_) tokenizer_->generator->draw_window(records, draw);
    for (auto& record : records) {
      if (tokens_) {
        record.graph.edges.clear();
        record.ordering = Ordering{*described_.order, 0, {}};
        for (Node i = 0; i < record.graph.n; ++i) record.ordering->perm.push_back(i);
      } else {
        record.codes.clear();
        record.latents.clear();
        record.ordering.reset();
        record.graph.edge_labels.clear();
        record.graph.attributes.edges.clear();
      }
      output.write(record);
      record = {};  // all of --given are in memory
    }
  }

  std::vector<std::string> paths_;
  std::uint64_t count_ = 0;
  std::string sizes_text_ = "empirical";
  std::string given_;
  std::string output_;
  std::string device_ = "cpu";
  Draw draw_;
  bool tokens_ = false;
  bool one_stage_ = false;
  Part part_;
  int level_ = default_level;

  const Model* tokenizer_ = nullptr;
  Header described_;  // what the models' graphs, or tokens, are
  std::vector<const Generator*> chain_;
  std::vector<std::unique_ptr<Generator>> on_device_;
  const SizeCounts* sizes_ = nullptr;  // of the training graphs, where they are to be drawn
  std::vector<Provenance> history_;    // of the models and of what sizes are taken from
  std::vector<std::string> hashes_;
};

}  // namespace

std::unique_ptr<Command> make_sample() { return std::make_unique<Sample>(); }

}  // namespace graphvq
