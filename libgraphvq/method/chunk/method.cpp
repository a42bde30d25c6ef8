#include <memory>
#include <string>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/method/chunk/draw.hpp"

namespace graphvq {

namespace {

const Names<Condition> condition_names = {{"mean", Condition::mean},
                                          {"none", Condition::none},
                                          {"pair", Condition::pair},
                                          {"shuffled", Condition::shuffled}};
const Names<ChunkInput> chunk_input_names = {{"concat", ChunkInput::concat},
                                             {"sum", ChunkInput::sum}};
const Names<Readout> readout_names = {
    {"ar", Readout::ar}, {"chunk", Readout::chunk}, {"pair", Readout::pair}};

// Of tensors that an edge decoder's file has from its tokenizer.
constexpr std::string_view condition_prefix = "condition.";

/// What the decoder sees of each code. Raw ones have no codebook: the prior's vectors of labels
/// stand for it, or random ones.
CodeTable conditions(const TokenizerSetup& tokenizer, const Lessons& lessons,
                     std::uint32_t hidden) {
  const auto table = code_table(tokenizer.net, lessons.tokenizer->tensors);
  if (tokenizer.net.kind != TokenizerKind::raw) {
    if (lessons.beside)
      throw UsageError("--label-embedding means nothing with a tokenizer that has a codebook");
    return table;
  }
  if (!lessons.beside)
    return with_vectors(table, random_vectors(table.codes, hidden, lessons.seed));
  const auto found =
      std::ranges::find(lessons.beside->tensors, "label_embedding.weight", &Tensor::name);
  if (found == lessons.beside->tensors.end() || found->shape.size() != 2 ||
      found->shape[0] != table.codes)
    throw Error("the prior of --label-embedding has no vectors of these labels");
  return with_vectors(table, found->as<float>());
}

}  // namespace

void ChunkSetup::fields(Fields& fields) {
  fields.inner({"tokenizer"}, continuous, [&](Fields& inner) {
    decoder.config.kind = TokenizerKind::continuous;
    tokenizer_fields(decoder.config, inner);
  });
  // Each continuous token that it learned from was a code of its own.
  fields.number({"codes"}, net.codes, continuous ? 0 : 1, continuous ? UINT32_MAX : 1U << 16);
  fields.number({"code_width"}, net.code_width, 1, 1U << 16);
  fields.number({"features"}, net.features, 1, 1U << 16);
  fields.number({"hidden", "--hidden", "Width of the layers"}, net.hidden, 1, 4096U);
  fields.number({"layers"}, net.layers, 1, 64U);
  fields.number({"chunk", "-B,--chunk", "Pairs a chunk"}, net.chunk, 1, 1024U);
  fields.choice({"condition", "--condition",
                 "What the decoder sees of a node: its code (pair), the graph's mean, nothing, "
                 "or another node's code (shuffled)"},
                net.condition, condition_names);
  fields.choice(
      {"chunk_input", "--chunk-input", "How previous bits and pooled pairs meet: sum or concat"},
      net.chunk_input, chunk_input_names);
  fields.choice({"readout", "--readout",
                 "Bits of a chunk: independent (chunk), one after another (ar), or each with its "
                 "own pair (pair)"},
                net.readout, readout_names);
  fields.number(
      {"corrupt", "--corrupt", "Probability that training replaces a code, in [0, 1]", "RHO"},
      net.corrupt, 0, 1);
  fields.number({"pos_weight", "--pos-weight",
                 "Weight of edges in the loss; 1 keeps probabilities true", "W"},
                net.pos_weight, 1e-9, 1e9);
  fields.number({"temperature"}, divisor, 1e-9, 1e9);
  if (label_embedding) fields.text({"label_embedding"}, *label_embedding);
}

void ChunkSetup::check(const Given& given) {
  if (net.condition == Condition::none)
    refuse_given(given, {"--corrupt", "--label-embedding"}, "--condition none");
}

void ChunkSetup::learn(Lessons& lessons) {
  const auto* tokenizer = dynamic_cast<const TokenizerSetup*>(lessons.tokenizer->setup.get());
  if (!tokenizer) throw Error("a chunk decoder needs a tokenizer with a codebook or a decoder");
  continuous = tokenizer->net.kind == TokenizerKind::continuous;
  if (continuous) {
    if (lessons.beside) throw UsageError("--label-embedding means nothing with continuous tokens");
    decoder = latent_decoder(tokenizer->net, lessons.tokenizer->tensors);
    std::vector<Record*> records;
    net.codes = 0;
    for (auto& record : lessons.train.records) {
      records.push_back(&record);
      net.codes += record.graph.n;
    }
    if (lessons.valid)
      for (auto& record : lessons.valid->records) records.push_back(&record);
    auto own = own_codes(decoder, std::vector<const Record*>(records.begin(), records.end()));
    for (std::size_t r = 0; r < records.size(); ++r) records[r]->codes = std::move(own.codes[r]);
    table = std::move(own.table);
  } else {
    table = conditions(*tokenizer, lessons, net.hidden);
    net.codes = table.codes;
    if (tokenizer->net.kind == TokenizerKind::raw)
      label_embedding = lessons.beside ? lessons.beside->content : "";
  }
  net.features = tokenizer->net.features;
  net.code_width = table.width - net.features;
}

Tensors ChunkSetup::extra() const {
  if (!continuous)
    return {make_tensor<float>("condition.rows", {table.codes, table.width}, table.rows)};
  Tensors tensors = decoder.weights;
  for (auto& tensor : tensors) tensor.name.insert(0, condition_prefix);
  return tensors;
}

void ChunkSetup::take_extra(Tensors& tensors) {
  if (continuous) {
    for (const auto& tensor : tensors)
      if (tensor.name.starts_with(condition_prefix)) {
        decoder.weights.push_back(tensor);
        decoder.weights.back().name.erase(0, condition_prefix.size());
      }
  } else {
    const auto rows =
        find(tensors, "condition.rows", DType::f32, {net.codes, net.node_width()}).as<float>();
    table.codes = net.codes;
    table.width = net.node_width();
    table.rows.assign(rows.begin(), rows.end());
  }
  std::erase_if(tensors, [](const Tensor& t) { return t.name.starts_with(condition_prefix); });
}

namespace {

/// Stage B.
class ChunkGenerator final : public Generator {
 public:
  ChunkGenerator(ChunkSetup setup, Tensors tensors)
      : setup_(std::move(setup)), tensors_(std::move(tensors)) {
    if (!(setup_.divisor > 0)) throw Error("the temperature is not above 0");
    if (!setup_.continuous) sampler_.emplace(setup_.net, tensors_, setup_.table);
  }

  void draw(std::span<Record> records, const Draw& draw) const override {
    auto divided = draw;
    divided.temperature *= setup_.divisor;
    with_sampler(records, [&](const ChunkSampler& sampler, const Codes& codes) {
      auto edges = sampler.sample(codes, divided);
      for (std::size_t r = 0; r < records.size(); ++r) records[r].graph.edges = std::move(edges[r]);
    });
  }

  Scores score(std::span<const Record> records, const Scoring& how) const override {
    Scores scores;
    with_sampler(records, [&](const ChunkSampler& sampler, const Codes& codes) {
      std::vector<Forced> graphs;
      for (std::size_t r = 0; r < records.size(); ++r)
        graphs.push_back({codes[r], records[r].graph.edges});
      scores.decisions = sampler.decisions(graphs, how.threads, how.advance);
    });
    return scores;
  }

  std::unique_ptr<Generator> without_tokens() const override {
    auto setup = setup_;
    // What sees no codes has no mean of them to see.
    if (setup.net.condition != Condition::none) setup.net.condition = Condition::mean;
    return std::make_unique<ChunkGenerator>(std::move(setup), tensors_);
  }

 private:
  using Codes = std::vector<std::vector<std::uint32_t>>;

  /// Calls work(sampler, codes) with the codes of the records' tokens.
  template <class Work>
  void with_sampler(std::span<const Record> records, const Work& work) const {
    if (sampler_) return work(*sampler_, codes_of(records));
    const auto own = own_codes(setup_.decoder, records);
    auto net = setup_.net;
    net.codes = own.table.codes;
    work(ChunkSampler(net, tensors_, own.table), own.codes);
  }

  ChunkSetup setup_;
  Tensors tensors_;
  std::optional<ChunkSampler> sampler_;  // where tokens are codes
};

}  // namespace

std::vector<Method> chunk_methods() {
  return {{.kind = "edges",
           .name = "chunk",
           .help = "the paper's Stage B",
           .setup = []() -> std::unique_ptr<Setup> { return std::make_unique<ChunkSetup>(); },
           .open = [](const Trained& model) -> std::unique_ptr<Generator> {
             auto setup = static_cast<const ChunkSetup&>(*model.setup);
             auto tensors = model.tensors;
             setup.take_extra(tensors);
             return std::make_unique<ChunkGenerator>(std::move(setup), std::move(tensors));
           },
           .on_device = true,
           .beside = {{.option = "--label-embedding",
                       .help = "With raw tokens: the prior that learned vectors of the labels "
                               "[drawn by --seed]",
                       .type = "PRIOR"},
                      "prior"}}};
}

}  // namespace graphvq
