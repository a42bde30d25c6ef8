#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "cmd/files/history.hpp"
#include "cmd/files/progress.hpp"
#include "cmd/files/records.hpp"
#include "cmd/models/backend.hpp"
#include "cmd/models/models.hpp"
#include "cmd/models/token_codes.hpp"
#include "cmd/program/command.hpp"
#include "cmd/program/options.hpp"
#include "cmd/program/refuse.hpp"
#include "libgraphvq/base/error.hpp"
#include "libgraphvq/data/sizes.hpp"
#include "libgraphvq/method/sampler.hpp"
#include "libgraphvq/method/structural/draw.hpp"

namespace graphvq {

namespace {

// Records that are in memory at once; no result depends on it.
constexpr std::uint64_t block_size = 4096;

class Sample final : public Command {
 public:
  void setup(CLI::App& app) override {
    app.add_option(
           "MODEL", paths_,
           "Model files in any order: a tokenizer, a prior and an edge decoder, or a joint model")
        ->required();
    count_option_ = app.add_option("-n,--count", count_,
                                   "Graphs to draw; with --given the default is all of its")
                        ->type_name("COUNT")
                        ->transform(whole());
    app.add_option(
           "--sizes", sizes_text_,
           "Node counts: empirical (the training sizes), N, A-B (uniform), or the sizes of a FILE")
        ->capture_default_str()
        ->type_name("SIZES");
    app.add_option(
           "--temperature", draw_.temperature,
           "Of the edges: their logits are divided by it and by the decoder's calibrated one")
        ->capture_default_str()
        ->type_name("X")
        ->check(positive());
    app.add_option("--node-temperature", node_temperature_,
                   "Of the codes: their logits are divided by it")
        ->capture_default_str()
        ->type_name("X")
        ->check(positive());
    app.add_flag("--tokens", tokens_, "Stop after Stage A: write the codes (.gvt)");
    app.add_option("--given", given_, "Stage B only: edges between the nodes of FILE (.gvt)")
        ->type_name("FILE");
    app.add_flag("--one-stage", one_stage_,
                 "Edges from the codes' own windows, without an edge decoder");
    app.add_flag("--threshold", draw_.threshold, "Edges where p > .5, not drawn");
    app.add_option("--sharpen", draw_.sharpen,
                   "p < T becomes 0 and p > 1 - T becomes 1; T in [0, .5]")
        ->capture_default_str()
        ->type_name("T")
        ->check(real(0.0, 0.5));
    add_part(app, part_);
    add_output(app, output_);
    add_seed(app, draw_.seed);
    add_threads(app, draw_.threads);
    add_device(app, device_);
    add_level(app, level_);
    add_quiet(app, quiet_);
    add_no_provenance(app, no_provenance_);
    app_ = &app;
  }

  void check() override {
    if (given_.empty() && count_option_->count() == 0) throw UsageError("-n COUNT is missing");
    if (!given_.empty() && tokens_) throw UsageError("--given and --tokens exclude each other");
    if (!given_.empty() && app_->count("--sizes") > 0)
      throw UsageError("--sizes means nothing with --given: the nodes are those of its file");
    if (tokens_ && one_stage_) throw UsageError("--tokens stops before --one-stage");
    if (!given_.empty()) refuse(*app_, {"--node-temperature"}, "--given");
    if (one_stage_) refuse(*app_, {"--temperature", "--sharpen"}, "--one-stage");
    if (draw_.threshold && draw_.sharpen > 0)
      throw UsageError("--threshold and --sharpen exclude each other");
  }

  int run() override {
    models_ = read_models(paths_);
    if (models_.baseline) return draw_baseline();
    need(models_.tokenizer.has_value(), "a tokenizer");
    const auto& structural = models_.structural;
    const bool joint = structural && structural->config.joint;
    if (given_.empty() && !joint) need(models_.prior.has_value(), "a prior or a joint model");
    if (!tokens_ && !one_stage_)
      need(models_.edges || structural, "an edge decoder (or --one-stage, or --tokens)");
    if (tokens_ && !joint) refuse(*app_, {"--temperature", "--threshold", "--sharpen"}, "--tokens");
    const bool decoder = models_.edges || (structural && !joint);
    refuse_idle(!given_.empty() && models_.prior, "a prior", "--given");
    refuse_idle(tokens_ && decoder, "an edge decoder", "--tokens");
    refuse_idle(one_stage_ && decoder, "an edge decoder", "--one-stage");
    refuse_idle(one_stage_ && joint && !given_.empty(), "a joint model", "--given --one-stage");
    if (one_stage_ && models_.tokenizer->config.kind == TokenizerKind::raw)
      throw UsageError("--one-stage needs windows, which a raw tokenizer has not");
    if (one_stage_ && models_.tokenizer->config.window == 0)
      throw UsageError("--one-stage needs windows, and this tokenizer's are of width 0");
    if (structural && device_ != "cpu")
      throw Error("structural decoders are sampled on the CPU; use --device cpu");
    if (continuous() && device_ != "cpu")
      throw Error("continuous tokens are sampled on the CPU; use --device cpu");
    if (continuous())
      decoder_ = latent_decoder(*models_.tokenizer);
    else
      table_ = code_table(models_.tokenizer->config, models_.tokenizer->weights);
    if (models_.edges && !one_stage_) draw_.temperature *= models_.edges->temperature;
    if (structural) {
      draw_.temperature *= structural->temperature;  // codes follow the edges before them
      structural_.emplace(structural->config, structural->weights);
    }
    if (device_ == "cpu") {
      if (models_.prior) prior_.emplace(*models_.prior);
      if (models_.edges && !continuous())
        edges_.emplace(models_.edges->config, models_.edges->weights, models_.edges->table);
    }
    return given_.empty() ? draw_all() : draw_given();
  }

 private:
  static void need(bool there, const char* what) {
    if (!there) throw UsageError(fmt::format("needs {}", what));
  }

  static void refuse_idle(bool idle, const char* model, const char* with) {
    if (idle) throw UsageError(fmt::format("{} means nothing with {}", model, with));
  }

  // `chain` is the history of what the records are made from, besides the models.
  Header header(std::vector<Provenance> chain) const {
    Header header;
    header.node_labels = models_.tokenizer->node_labels;
    if (tokens_) {
      describe_tokens(header, *models_.tokenizer);
      header.order = models_.tokenizer->order;
      header.orders = 1;
    }
    header.provenance = std::move(chain);
    const auto join = [&](const auto& model) {
      if (model) join_history(header.provenance, model->provenance);
    };
    join(models_.tokenizer);
    join(models_.prior);
    join(models_.edges);
    join(models_.structural);
    add_step(header);
    return header;
  }

  // The step that this command adds to a history: of the models and of the file of sizes.
  void add_step(Header& header) const {
    auto inputs = models_.hashes;
    if (!sizes_hash_.empty()) inputs.push_back(sizes_hash_);
    join_history(header.provenance, sizes_history_);
    add_provenance(header.provenance, draw_.seed, inputs, no_provenance_);
  }

  SizeSource sizes() {
    if (sizes_text_ == "empirical")
      return SizeSource::empirical(models_.prior ? models_.prior->sizes
                                                 : models_.structural->sizes);
    if (const auto range = size_range(sizes_text_))
      return SizeSource::uniform(range->first, range->second);
    SizeCounts counts;
    RecordInput input(sizes_text_);
    Record record;
    while (input.next(record)) ++counts[record.graph.n];
    require_graphs(counts.size(), input.name(), "to take sizes from");
    sizes_hash_ = input.reader().totals().hash;
    sizes_history_ = input.header().provenance;
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
    RecordOutput output(output_, header({}), level_);
    Progress progress("graphs", end - begin, quiet_);
    for (std::uint64_t first = begin, stop = begin; first < end; first = stop) {
      stop = first + std::min(block_size, end - first);
      std::vector<std::uint32_t> n;
      for (auto r = first; r < stop; ++r) n.push_back(source.draw(draw_.seed, r));
      std::vector<Record> records(n.size());
      for (std::size_t g = 0; g < n.size(); ++g) {
        records[g].graph.n = n[g];
        records[g].graph.id = std::to_string(first + g);
      }
      draw_tokens(n, first, records);
      const auto tokens = token_codes(table_, decoder_, records);
      if (!models_.tokenizer->node_labels.empty())
        for (std::size_t g = 0; g < n.size(); ++g)
          for (const auto code : tokens.codes[g])
            records[g].graph.node_labels.push_back(tokens.table.labels[code]);
      emit(records, tokens, first, output);
      progress.advance(stop - begin);
    }
    output.commit();
    return 0;
  }

  int draw_baseline() {
    const auto& model = *models_.baseline;
    refuse(*app_,
           {"--temperature", "--node-temperature", "--tokens", "--given", "--one-stage",
            "--threshold", "--sharpen", "--device"},
           "a baseline");
    if (model.config.keeps_edges() && sizes_text_ != "empirical")
      throw UsageError("--sizes means nothing with this baseline: sizes are its training graphs'");
    Header header;
    header.node_labels = model.node_labels;
    header.provenance = model.provenance;
    const auto source =
        sizes_text_ == "empirical" ? SizeSource::empirical(model.counts.sizes()) : sizes();
    add_step(header);
    RecordOutput output(output_, header, level_);
    const auto [begin, end] = part_.range(count_);
    Progress progress("graphs", end - begin, quiet_);
    for (auto number = begin; number < end; ++number) {
      Record record{model.counts.draw(source, draw_.seed, number), {}, {}};
      record.graph.id = std::to_string(number);
      output.write(record);
      progress.advance(number + 1 - begin);
    }
    output.commit();
    return 0;
  }

  int draw_given() {
    RecordInput input(given_, {Layer::tokens});
    require_tokens_of(*models_.tokenizer, input.header(), input.name());
    std::vector<Record> all;
    Record record;
    const bool limited = count_option_->count() > 0;
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
    RecordOutput output(output_, head, level_);
    output.derive_from(input);
    const auto [begin, end] = part_.range(all.size());
    Progress progress("graphs", end - begin, quiet_);
    for (auto first = begin, stop = begin; first < end; first = stop) {
      stop = first + std::min(block_size, end - first);
      std::vector<Record> block(
          std::make_move_iterator(all.begin() + static_cast<std::ptrdiff_t>(first)),
          std::make_move_iterator(all.begin() + static_cast<std::ptrdiff_t>(stop)));
      emit(block, token_codes(table_, decoder_, block), first, output);
      progress.advance(stop - begin);
    }
    output.commit();
    return 0;
  }

  bool continuous() const { return models_.tokenizer->config.kind == TokenizerKind::continuous; }

  // Stage A; a joint model draws the edges, too.
  void draw_tokens(const std::vector<std::uint32_t>& n, std::uint64_t first,
                   std::vector<Record>& records) {
    Draw draw = draw_;
    draw.first = first;
    if (!models_.prior) {
      auto drawn = structural_->sample(n, draw, node_temperature_);
      for (std::size_t g = 0; g < drawn.size(); ++g) {
        records[g].codes = std::move(drawn[g].codes);
        if (!tokens_) records[g].graph.edges = std::move(drawn[g].edges);
      }
      return;
    }
    draw.temperature = node_temperature_;
    if (prior_) return prior_->sample(n, draw, records);
    auto codes = torch_backend().sample_codes(models_.prior->config, models_.prior->weights, n,
                                              draw.seed, first, draw.temperature, device_);
    for (std::size_t g = 0; g < codes.size(); ++g) records[g].codes = std::move(codes[g]);
  }

  // Gives the records their edges and writes them.
  void emit(std::vector<Record>& records, const TokenCodes& tokens, std::uint64_t first,
            RecordOutput& output) {
    if (tokens_) {
      for (auto& record : records) {
        record.ordering = Ordering{models_.tokenizer->order, 0, {}};
        for (Node i = 0; i < record.graph.n; ++i) record.ordering->perm.push_back(i);
        output.write(record);
      }
      return;
    }
    const bool drawn = given_.empty() && !models_.prior && !one_stage_;  // jointly
    auto edges = drawn ? std::vector<std::vector<Edge>>{} : draw_edges(tokens, first);
    for (std::size_t g = 0; g < records.size(); ++g) {
      auto& record = records[g];
      record.codes.clear();
      record.latents.clear();
      record.ordering.reset();
      record.graph.edge_labels.clear();
      record.graph.attributes.edges.clear();
      if (!drawn) record.graph.edges = std::move(edges[g]);
      output.write(record);
    }
  }

  std::vector<std::vector<Edge>> draw_edges(const TokenCodes& tokens, std::uint64_t first) {
    Draw draw = draw_;
    draw.first = first;
    if (one_stage_) {
      std::vector<std::vector<Edge>> edges;
      for (std::size_t g = 0; g < tokens.codes.size(); ++g)
        edges.push_back(one_stage(tokens.table, tokens.codes[g], first + g, draw));
      return edges;
    }
    if (structural_) {
      std::vector<std::vector<Edge>> edges;
      for (auto& drawn : structural_->sample(tokens.codes, draw))
        edges.push_back(std::move(drawn.edges));
      return edges;
    }
    if (decoder_) return edges_kernel(*models_.edges, tokens.table).sample(tokens.codes, draw);
    if (edges_) return edges_->sample(tokens.codes, draw);
    return torch_backend().sample_edges(models_.edges->config, models_.edges->weights,
                                        models_.edges->table, tokens.codes, draw.seed, first,
                                        draw.temperature, draw.threshold, draw.sharpen, device_);
  }

  const CLI::App* app_ = nullptr;
  std::vector<std::string> paths_;
  CLI::Option* count_option_ = nullptr;
  std::uint64_t count_ = 0;
  std::string sizes_text_ = "empirical";
  std::string sizes_hash_;  // of the file that sizes are taken from
  std::vector<Provenance> sizes_history_;
  std::string given_;
  std::string output_;
  std::string device_ = "cpu";
  Draw draw_;
  double node_temperature_ = 1;
  bool tokens_ = false;
  bool one_stage_ = false;
  Part part_;
  int level_ = default_level;
  bool quiet_ = false;
  bool no_provenance_ = false;

  Models models_;
  CodeTable table_;                       // of the tokenizer's codes
  std::optional<LatentDecoder> decoder_;  // where it is continuous
  std::optional<TokenPrior> prior_;
  std::optional<EdgesKernel> edges_;
  std::optional<StructuralKernel> structural_;
};

}  // namespace

std::unique_ptr<Command> make_sample() { return std::make_unique<Sample>(); }

}  // namespace graphvq
