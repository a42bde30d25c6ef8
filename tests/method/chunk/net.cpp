#include "libgraphvq/method/chunk/net.hpp"

#include <cmath>
#include <numbers>

#include "libgraphvq/base/error.hpp"
#include "tests/method/models.hpp"
#include "tests/nn/torch/gradients.hpp"
#include "tests/nn/torch/torch_catch.hpp"

namespace graphvq {

using namespace test;

namespace {

ChunkConfig small_edges(Condition condition = Condition::pair, ChunkInput input = ChunkInput::sum,
                        Readout readout = Readout::chunk) {
  return {.codes = 5,
          .code_width = 3,
          .features = 2,
          .hidden = 4,
          .layers = 2,
          .chunk = 3,
          .condition = condition,
          .chunk_input = input,
          .readout = readout};
}

std::unique_ptr<ChunkNet> made(const ChunkConfig& config, std::uint64_t seed = 1) {
  auto model = std::make_unique<ChunkNet>(config, random_table(config, seed));
  initialise(*model, seed);
  model->to(torch::kFloat64);
  return model;
}

std::vector<Record> some_records() {
  std::vector<Record> records;
  for (const Node n : {5U, 0U, 7U, 1U, 2U, 3U}) records.push_back(random_record(n, .4, n, 2, 5));
  return records;
}

/// Eq. 8 to 10 as they stand, chunk by chunk and pair by pair.
std::vector<double> naive_logits(ChunkNet& model, const ChunkConfig& c, const CodeTable& table,
                                 const Record& record) {
  auto w = model.named_parameters();
  const auto n = static_cast<std::int64_t>(record.graph.n);
  const std::int64_t f = c.node_width(), h = c.hidden;
  auto nodes = torch::zeros({n, f}, torch::kFloat64);
  for (std::int64_t i = 0; i < n && c.condition != Condition::none; ++i)
    for (std::int64_t k = 0; k < f; ++k)
      nodes[i][k] =
          table.rows[static_cast<std::size_t>(record.codes[static_cast<std::size_t>(i)] * f + k)];
  const auto g = nodes.mean(0);
  if (c.condition == Condition::mean) nodes = g.expand({n, f});

  std::vector<torch::Tensor> projected;
  std::vector<double> bits;
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = i + 1; j < n; ++j) {
      const double x = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(n);
      const double y = 2 * std::numbers::pi * static_cast<double>(j) / static_cast<double>(n);
      const auto place = torch::tensor({std::sin(x), std::cos(x), std::sin(y), std::cos(y),
                                        static_cast<double>(j - i) / static_cast<double>(n)},
                                       torch::kFloat64);
      const auto r = torch::cat(
          {nodes[i], nodes[j], nodes[i] * nodes[j], (nodes[i] - nodes[j]).abs(), place, g});
      REQUIRE(r.size(0) == c.pair_width());
      const auto hidden = torch::relu(torch::mv(w["pair.0.weight"], r) + w["pair.0.bias"]);
      projected.push_back(torch::mv(w["pair.2.weight"], hidden) + w["pair.2.bias"]);
      const Edge pair{static_cast<Node>(i), static_cast<Node>(j)};
      bits.push_back(std::ranges::count(record.graph.edges, pair) ? 1 : 0);
    }

  const auto cell = [&](const std::string& prefix, const std::string& suffix,
                        const torch::Tensor& input, const torch::Tensor& state) {
    return torch::gru_cell(input.unsqueeze(0), state.unsqueeze(0), w[prefix + "weight_ih" + suffix],
                           w[prefix + "weight_hh" + suffix], w[prefix + "bias_ih" + suffix],
                           w[prefix + "bias_hh" + suffix])[0];
  };
  std::vector<double> logits;
  std::vector<torch::Tensor> states(c.layers, torch::zeros(h, torch::kFloat64));
  auto embedded = w["start"];
  for (std::size_t first = 0; first < bits.size(); first += c.chunk) {
    const std::size_t count = std::min<std::size_t>(c.chunk, bits.size() - first);
    const std::vector<torch::Tensor> own(
        projected.begin() + static_cast<std::ptrdiff_t>(first),
        projected.begin() + static_cast<std::ptrdiff_t>(first + count));
    const auto pool = torch::stack(own).mean(0);
    auto x = c.chunk_input == ChunkInput::sum ? embedded + pool : torch::cat({embedded, pool});
    for (std::size_t layer = 0; layer < states.size(); ++layer)
      x = states[layer] = cell("gru.", "_l" + std::to_string(layer), x, states[layer]);
    auto inner = x;
    for (std::size_t b = 0; b < count; ++b) {
      if (c.readout == Readout::pair) {
        const auto joined = torch::cat({x, own[b]});
        logits.push_back(
            (torch::dot(w["readout.weight"][0], joined) + w["readout.bias"][0]).item<double>());
        continue;
      }
      if (c.readout == Readout::ar) {
        const auto previous = torch::full({1}, b ? bits[first + b - 1] : 0, torch::kFloat64);
        inner = cell("cell.", "", torch::cat({x, previous}), inner);
      }
      const auto row = static_cast<std::int64_t>(b);
      logits.push_back(
          (torch::dot(w["readout.weight"][row], inner) + w["readout.bias"][row]).item<double>());
    }
    std::vector<double> padded(c.chunk, 0);
    std::copy_n(bits.begin() + static_cast<std::ptrdiff_t>(first), count, padded.begin());
    embedded = torch::mv(w["bits.weight"], torch::tensor(padded, torch::kFloat64)) + w["bits.bias"];
  }
  return logits;
}

auto every_option() {
  return GENERATE(small_edges(), small_edges(Condition::mean), small_edges(Condition::none),
                  small_edges(Condition::shuffled),
                  small_edges(Condition::pair, ChunkInput::concat),
                  small_edges(Condition::pair, ChunkInput::sum, Readout::ar),
                  small_edges(Condition::pair, ChunkInput::concat, Readout::ar),
                  small_edges(Condition::pair, ChunkInput::sum, Readout::pair),
                  small_edges(Condition::mean, ChunkInput::concat, Readout::pair));
}

}  // namespace

TEST_CASE("the chunk decoder has the parameters of NOTES.md") {
  const auto count = [](ChunkConfig config) {
    config.features = 7;
    return ChunkNet(config, random_table(config, 1)).parameter_count();
  };
  CHECK(count({}) == 20744);
  CHECK(count({.chunk_input = ChunkInput::concat}) == 23816);
  // A GRU cell 33 -> 32 more: 3 * 32 * (33 + 32) weights and 2 * 96 biases.
  CHECK(count({.readout = Readout::ar}) == 20744 + 6240 + 192);
  // Linear 64 -> 1 (65) instead of 32 -> 8 (264).
  CHECK(count({.readout = Readout::pair}) == 20744 - 264 + 65);
}

TEST_CASE("logits are those of the pair features written out") {
  const ChunkConfig config = every_option();
  auto model = made(config);
  const torch::NoGradGuard no_grad;
  for (const Record& record : some_records()) {
    const auto logits = model->logits(record.codes, record.graph.edges);
    const auto expected = naive_logits(*model, config, random_table(config, 1), record);
    REQUIRE(logits.numel() == static_cast<std::int64_t>(expected.size()));
    for (std::size_t k = 0; k < expected.size(); ++k)
      CHECK(logits[static_cast<std::int64_t>(k)].item<double>() ==
            Approx(expected[k]).margin(1e-12));
  }
}

TEST_CASE("the decoder's loss is Eq. 11 over real pairs alone, graph by graph") {
  ChunkConfig config = every_option();
  if (config.condition == Condition::shuffled) return;  // does mix the graphs of a shard
  config.pos_weight = GENERATE(1., 3.);
  auto model = made(config);
  const auto records = some_records();
  const torch::NoGradGuard no_grad;
  double expected = 0;
  for (const Record& record : records) {
    const auto n = static_cast<std::int64_t>(record.graph.n);
    CHECK(model->terms(record) == n * (n - 1) / 2);
    const auto logits = model->logits(record.codes, record.graph.edges);
    std::int64_t k = 0;
    for (Node i = 0; i < record.graph.n; ++i)
      for (Node j = i + 1; j < record.graph.n; ++j, ++k) {
        const double p = 1 / (1 + std::exp(-logits[k].item<double>()));
        const bool edge = std::ranges::count(record.graph.edges, Edge{i, j}) > 0;
        expected -= edge ? config.pos_weight * std::log(p) : std::log(1 - p);
      }
  }
  CHECK(value(*model, records) == Approx(expected).epsilon(1e-10));
}

TEST_CASE("a shard without pairs has a loss of zero") {
  auto model = made(small_edges());
  const std::vector<Record> records = {random_record(1, 0, 1, 2, 5), random_record(0, 0, 1, 2, 5)};
  const Shard shard = shard_of(records);
  const auto loss = model->loss(shard).sum;
  CHECK(loss.item<double>() == 0);
  loss.backward();
  CHECK(model->logits(std::vector<std::uint32_t>{3}, {}).numel() == 0);
}

TEST_CASE("the decoder's gradients agree with differences") {
  ChunkConfig config = every_option();
  config.corrupt = GENERATE(0., .5);
  config.pos_weight = 2;
  auto model = made(config);
  const std::vector<Record> records = {random_record(4, .5, 1, 2, 5), random_record(3, .5, 2, 2, 5),
                                       random_record(1, 0, 3, 2, 5)};
  const Shard shard = shard_of(records);
  CHECK(gradient_error(
            model->parameters(), [&] { return model->loss(shard).sum; }, 3) < 1e-4);
}

TEST_CASE("corruption replaces its share of codes, in training alone") {
  ChunkConfig config = small_edges();
  config.corrupt = 1;
  auto corrupting = made(config), plain = made(small_edges());
  auto records = some_records();
  CHECK(value(*corrupting, records, false) == value(*plain, records, false));
  // With rho = 1 the codes no longer matter, only the record's index and the epoch.
  const double before = value(*corrupting, records, true);
  CHECK(before != Approx(value(*plain, records, false)).epsilon(1e-9));
  for (Record& record : records)
    for (auto& code : record.codes) code = (code + 1) % config.codes;
  CHECK(value(*corrupting, records, true) == before);
}

TEST_CASE("a shuffled condition permutes the codes of a shard") {
  auto model = made(small_edges(Condition::shuffled)), plain = made(small_edges());
  std::vector<Record> records = some_records();
  CHECK(value(*model, records) != Approx(value(*plain, records)).epsilon(1e-9));
  CHECK(value(*model, records) == value(*model, records));
  for (Record& record : records) std::ranges::fill(record.codes, 2);
  CHECK(value(*model, records) == value(*plain, records));
  // Of two nodes beside graphs that end earlier: one of two orders, and no code of the padding.
  std::vector<Record> two = {random_record(2, 1, 1, 2, 4), random_record(0, 0, 2, 2, 4)};
  two[0].codes = {0, 3};
  const double shuffled = value(*model, two), straight = value(*plain, two);
  two[0].codes = {3, 0};
  const double turned = value(*plain, two);
  CHECK(straight != turned);
  CHECK((shuffled == straight || shuffled == turned));
}

TEST_CASE("the decoder learns four graphs by heart") {
  ChunkConfig config{.codes = 8, .code_width = 8, .features = 2, .hidden = 32};
  config.readout = GENERATE(Readout::chunk, Readout::ar, Readout::pair);
  ChunkNet model(config, random_table(config, 2));
  initialise(model, 2);
  std::vector<Record> records;
  for (Node i = 0; i < 4; ++i) records.push_back(random_record(6 + i, .4, i, 2, 8));
  CHECK(overfit(model, records, 150, 1e-2) < .02);
}

TEST_CASE("drawing steps give the teacher-forced logits") {
  const ChunkConfig config = every_option();
  auto model = made(config);
  const auto records = some_records();
  const torch::NoGradGuard no_grad;
  std::vector<std::vector<std::uint32_t>> codes;
  std::vector<torch::Tensor> forced;
  for (const Record& record : records) {
    codes.push_back(record.codes);
    forced.push_back(model->logits(record.codes, record.graph.edges));
  }
  const auto bit = [&](std::size_t graph, std::int64_t k) -> double {
    const Graph& g = records[graph].graph;
    for (Node i = 0; i < g.n; ++i)
      for (Node j = i + 1; j < g.n; ++j)
        if (k-- == 0) return std::ranges::count(g.edges, Edge{i, j}) ? 1 : 0;
    return 0;
  };
  ChunkDraft draft = model->begin(codes);
  REQUIRE(draft.chunks() == 7);  // 21 pairs of the graph of 7 nodes
  torch::Tensor last;
  for (std::int64_t q = 0; q < draft.chunks(); ++q) {
    model->advance(draft, last);
    const auto alive = draft.packing.sizes[static_cast<std::size_t>(q)];
    last = torch::zeros({alive, 3}, torch::kFloat64);
    for (std::int64_t b = 0; b < 3; ++b) {
      const auto logits = model->bit_logits(draft, b, b ? last.select(1, b - 1) : torch::Tensor());
      for (std::int64_t p = 0; p < alive; ++p) {
        const auto graph =
            static_cast<std::size_t>(draft.packing.order[static_cast<std::size_t>(p)]);
        last[p][b] = bit(graph, 3 * q + b);
        if (3 * q + b < forced[graph].numel())
          CHECK(logits[p].item<double>() ==
                Approx(forced[graph][3 * q + b].item<double>()).margin(1e-12));
      }
    }
  }
}

TEST_CASE("the decoder refuses a table or codes that do not fit") {
  ChunkConfig config = small_edges();
  const CodeTable table = random_table(config, 1);
  auto model = made(config);
  CHECK_THROWS_WITH(model->logits(std::vector<std::uint32_t>{1, 5}, {}),
                    "code 5 under an edge decoder of 5 codes");
  config.features = 3;
  CHECK_THROWS_WITH(ChunkNet(config, table),
                    "the tokenizer has 5 codes of width 5, the edge decoder takes 5 of width 6");
}

}  // namespace graphvq
