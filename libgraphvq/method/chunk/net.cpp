#include "libgraphvq/method/chunk/net.hpp"

#include <string>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/base/random.hpp"
#include "libgraphvq/method/chunk/net_batch.hpp"
#include "libgraphvq/nn/torch/pair_pool.hpp"

namespace graphvq {

namespace {

/// The codes that condition each record of a shard: as they are, permuted or corrupted.
std::vector<std::vector<std::uint32_t>> shard_codes(const ChunkConfig& config, const Shard& shard) {
  std::vector<std::vector<std::uint32_t>> rows;
  for (const Record* record : shard.records) {
    rows.push_back(record->codes);
    if (record->codes.size() != record->graph.n)
      throw Error("a record has " + std::to_string(record->graph.n) + " nodes and " +
                  std::to_string(record->codes.size()) + " codes");
  }
  if (config.condition == Condition::shuffled && !rows.empty()) {
    std::vector<std::uint32_t> all;
    for (const auto& row : rows) all.insert(all.end(), row.begin(), row.end());
    Stream stream(shard.seed, Purpose::condition, shard.indices.front(),
                  shard.training ? shard.epoch : 0);
    shuffle(all, stream);
    auto next = all.begin();
    for (auto& row : rows)
      for (auto& code : row) code = *next++;
  }
  if (config.corrupt > 0 && shard.training)
    for (std::size_t r = 0; r < rows.size(); ++r) {
      Stream stream(shard.seed, Purpose::corrupt, shard.indices[r], shard.epoch);
      for (auto& code : rows[r])
        if (stream.bernoulli(config.corrupt)) code = stream.below(config.codes);
    }
  return rows;
}

}  // namespace

ChunkNet::ChunkNet(const ChunkConfig& config, const CodeTable& table)
    : config_(config),
      table_(table),
      pair_(register_module(
          "pair", torch::nn::Sequential(torch::nn::Linear(config.pair_width(), config.hidden),
                                        torch::nn::ReLU(),
                                        torch::nn::Linear(config.hidden, config.hidden)))),
      bits_(register_module("bits", torch::nn::Linear(config.chunk, config.hidden))),
      start_(register_parameter("start", torch::zeros(config.hidden))),
      gru_(register_module(
          "gru", Gru(config.chunk_input == ChunkInput::concat ? 2 * config.hidden : config.hidden,
                     config.hidden, config.layers))),
      readout_(register_module("readout", config.readout == Readout::pair
                                              ? torch::nn::Linear(2 * config.hidden, 1)
                                              : torch::nn::Linear(config.hidden, config.chunk))) {
  if (table.codes < config.codes || table.width != config.node_width())
    throw Error("the tokenizer has " + std::to_string(table.codes) + " codes of width " +
                std::to_string(table.width) + ", the edge decoder takes " +
                std::to_string(config.codes) + " of width " + std::to_string(config.node_width()));
  if (config.readout != Readout::ar) return;
  const std::int64_t h = config.hidden;
  auto cell = register_module("cell", std::make_shared<torch::nn::Module>());
  cell_ = {cell->register_parameter("weight_ih", torch::zeros({3 * h, h + 1})),
           cell->register_parameter("weight_hh", torch::zeros({3 * h, h})),
           cell->register_parameter("bias_ih", torch::zeros(3 * h)),
           cell->register_parameter("bias_hh", torch::zeros(3 * h))};
}

std::int64_t ChunkNet::terms(const Record& record) const {
  const std::int64_t n = record.graph.n;
  return n * (n - 1) / 2;
}

ChunkNet::Inputs ChunkNet::inputs(const ChunkBatch& batch) {
  const std::int64_t f = config_.node_width(), h = config_.hidden;
  const auto first = pair_->ptr<torch::nn::LinearImpl>(0);
  const auto second = pair_->ptr<torch::nn::LinearImpl>(2);
  const auto columns = [&](std::int64_t from, std::int64_t count) {
    return first->weight.narrow(1, from, count);
  };
  const torch::Tensor left = torch::linear(
      batch.left, torch::cat({columns(0, f), columns(4 * f, 2), columns(4 * f + 4, f + 1)}, 1),
      first->bias);
  const torch::Tensor right =
      torch::linear(batch.right, torch::cat({columns(f, f), columns(4 * f + 2, 3)}, 1));
  const torch::Tensor both = torch::linear(batch.both, columns(2 * f, 2 * f));
  // The mean over a chunk, the pair's own readout and the second linear layer commute.
  const bool own = config_.readout == Readout::pair;
  const torch::Tensor head = own ? readout_->weight.narrow(1, h, h) : torch::Tensor();  // [1, h]
  const PairPool pool =
      pool_pairs(batch, left, right, both, own ? torch::mm(head, second->weight) : torch::Tensor());
  return {second->forward(pool.mean),
          own ? pool.direct + torch::mv(head, second->bias) : torch::Tensor()};
}

torch::Tensor ChunkNet::join(const torch::Tensor& embedded, const torch::Tensor& pool) const {
  return config_.chunk_input == ChunkInput::concat ? torch::cat({embedded, pool}, 1)
                                                   : embedded + pool;
}

torch::Tensor ChunkNet::read(const torch::Tensor& top, const torch::Tensor& direct) {
  if (config_.readout == Readout::chunk) return readout_->forward(top);
  return torch::linear(top, readout_->weight.narrow(1, 0, config_.hidden), readout_->bias) + direct;
}

torch::Tensor ChunkNet::forward(const ChunkBatch& batch) {
  const Inputs in = inputs(batch);
  const std::int64_t first = batch.packing.sizes.front(), rows = batch.packing.rows;
  const torch::Tensor embedded =
      torch::cat({start_.expand({first, -1}), bits_->forward(batch.previous)});
  const torch::Tensor top = gru_->forward(join(embedded, in.pool), batch.packing);
  if (config_.readout != Readout::ar) return read(top, in.direct);

  const std::int64_t chunk = config_.chunk, h = config_.hidden;
  const torch::Tensor zero = torch::zeros({1, rows}, top.options());
  const torch::Tensor before =
      torch::cat({zero, batch.bits.t().narrow(0, 0, chunk - 1)}).unsqueeze(2);  // [B, rows, 1]
  const torch::Tensor input =
      torch::cat({top.unsqueeze(0).expand({chunk, rows, h}), before}, 2).view({-1, h + 1});
  const std::vector<std::int64_t> sizes(config_.chunk, rows);
  const torch::Tensor states = gru_layer(input, sizes, top, cell_).view({chunk, rows, h});
  return (states * readout_->weight.unsqueeze(1)).sum(2).t() + readout_->bias;
}

ShardLoss ChunkNet::loss(const Shard& shard) {
  const auto codes = shard_codes(config_, shard);
  std::vector<ChunkItem> items;
  for (std::size_t r = 0; r < codes.size(); ++r)
    items.push_back({codes[r], shard.records[r]->graph.edges});
  const ChunkBatch batch = chunk_batch(config_, table_, items, start_.options());
  if (batch.packing.rows == 0) return {start_.sum() * 0, {}};
  namespace F = torch::nn::functional;
  auto options =
      F::BinaryCrossEntropyWithLogitsFuncOptions().weight(batch.mask).reduction(torch::kSum);
  if (config_.pos_weight != 1)
    options.pos_weight(torch::full({1}, config_.pos_weight, start_.options()));
  return {F::binary_cross_entropy_with_logits(forward(batch), batch.bits, options), {}};
}

torch::Tensor ChunkNet::logits(std::span<const std::uint32_t> codes, std::span<const Edge> edges) {
  const ChunkItem item{codes, edges};
  const ChunkBatch batch = chunk_batch(config_, table_, std::span(&item, 1), start_.options());
  if (batch.packing.rows == 0) return torch::zeros(0, start_.options());
  const auto n = static_cast<std::int64_t>(codes.size());
  return forward(batch).reshape(-1).narrow(0, 0, n * (n - 1) / 2);
}

ChunkDraft ChunkNet::begin(std::span<const std::vector<std::uint32_t>> codes) {
  std::vector<ChunkItem> items;
  for (const auto& row : codes) items.push_back({row, {}});
  ChunkBatch batch = chunk_batch(config_, table_, items, start_.options());
  ChunkDraft draft;
  draft.packing = std::move(batch.packing);
  if (draft.packing.rows == 0) return draft;
  Inputs in = inputs(batch);
  draft.pool = in.pool;
  draft.direct = in.direct;
  draft.state = gru_->zero_state(draft.packing.sizes.front());
  return draft;
}

void ChunkNet::advance(ChunkDraft& draft, const torch::Tensor& bits) {
  const auto q = static_cast<std::size_t>(++draft.chunk);
  const std::int64_t alive = draft.packing.sizes.at(q), row = draft.packing.offsets[q];
  const torch::Tensor embedded =
      q == 0 ? start_.expand({alive, -1}) : bits_->forward(bits.narrow(0, 0, alive));
  draft.state = draft.state.narrow(1, 0, alive);
  draft.top = gru_->step(join(embedded, draft.pool.narrow(0, row, alive)), draft.state);
  draft.cell = draft.top;
  if (config_.readout != Readout::ar)
    draft.logits = read(
        draft.top, draft.direct.defined() ? draft.direct.narrow(0, row, alive) : torch::Tensor());
}

torch::Tensor ChunkNet::bit_logits(ChunkDraft& draft, std::int64_t b,
                                   const torch::Tensor& previous) {
  if (config_.readout != Readout::ar) return draft.logits.select(1, b);
  const torch::Tensor bit =
      b == 0 ? torch::zeros({draft.top.size(0), 1}, draft.top.options()) : previous.unsqueeze(1);
  draft.cell = torch::gru_cell(torch::cat({draft.top, bit}, 1), draft.cell, cell_.weight_ih,
                               cell_.weight_hh, cell_.bias_ih, cell_.bias_hh);
  return torch::mv(draft.cell, readout_->weight[b]) + readout_->bias[b];
}

}  // namespace graphvq
