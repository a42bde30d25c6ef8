#include "libgraphvq/method/structural/net.hpp"

#include <numeric>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/base/random.hpp"
#include "libgraphvq/nn/torch/net.hpp"
#include "libgraphvq/nn/torch/summed_blocks.hpp"

namespace graphvq {

namespace {

namespace F = torch::nn::functional;

/// 1 / (1 - p) where a unit is kept, else 0; in the shape of `like`.
torch::Tensor dropout_mask(double p, Stream& stream, const torch::Tensor& like) {
  const auto count = static_cast<std::size_t>(like.numel());
  std::vector<float> mask(count);
  const auto threshold = static_cast<std::uint32_t>(p * 65536);
  const auto kept = static_cast<float>(1 / (1 - threshold / 65536.0));
  for (std::size_t i = 0; i < count; i += 2) {
    const std::uint32_t word = stream();
    mask[i] = (word & 0xffff) < threshold ? 0 : kept;
    if (i + 1 < count) mask[i + 1] = (word >> 16) < threshold ? 0 : kept;
  }
  return torch::tensor(mask).view(like.sizes()).to(like.options());
}

torch::Tensor head(torch::nn::Sequential& layers, const torch::Tensor& x,
                   const torch::Tensor& mask) {
  torch::Tensor hidden = torch::relu(x);
  if (mask.defined()) hidden = hidden * mask;
  return layers->forward(hidden);
}

torch::nn::Sequential two_layers(std::int64_t h, std::int64_t out) {
  return torch::nn::Sequential(torch::nn::Linear(h, h), torch::nn::ReLU(),
                               torch::nn::Linear(h, out));
}

}  // namespace

StructuralNet::StructuralNet(const StructuralConfig& config) : config_(config), h_(config.hidden) {
  const auto h = h_;
  const std::int64_t c = config.context_width(), codes = config.codes;
  embedding_ = embedding("embedding", codes);
  if (!config.joint) {
    auto context = register_module("context", std::make_shared<torch::nn::Module>());
    forward_ = context->register_module("forward", Gru(h, h, 1));
    backward_ = context->register_module("backward", Gru(h, h, 1));
  }
  left_ = linear("left", c, true);
  right_ = linear("right", c, true);
  enter_ = linear("enter", c, true);
  size_ = linear("size", 4, true);
  product_ = linear("product", h);
  spread_ = linear("spread", h);
  value_ = linear("value", h);
  chosen_ = linear("chosen", h);
  row_left_ = linear("row_left", h);
  oldest_ = linear("oldest", h);
  frontier_ = linear("frontier", h);
  for (std::uint32_t pass = 0; pass < config.passes; ++pass) {
    const auto number = std::to_string(pass);
    own_.push_back(linear("own_" + number, h, true));
    neighbour_.push_back(linear("neighbour_" + number, h));
  }
  row_ = register_module("row", Gru(h, h, 1));
  table_ = embedding("table", feature_offsets.back());
  edge_ = register_module("edge", two_layers(h, 1));
  if (config.joint) {
    degrees_ = embedding("degree_embedding", 32);
    spans_ = embedding("span_embedding", 66);
    nodes_left_ = embedding("left_embedding", 130);
    counts_ = linear("counts", 2 * codes);
    code_ = register_module("code", two_layers(h, codes));
    quota_ = register_parameter("quota", torch::zeros({codes, 2 * quota_reach + 1}));
    share_ = register_buffer("share", torch::zeros({codes}));
  }
  const auto leave_out = [&](StructuralPart part, const std::vector<torch::Tensor>& parameters) {
    if (config.has(part)) return;
    for (const auto& parameter : parameters) parameter.requires_grad_(false);
  };
  for (std::size_t pass = 0; pass < own_.size(); ++pass)
    leave_out(StructuralPart::passing,
              {own_[pass]->weight, own_[pass]->bias, neighbour_[pass]->weight});
  leave_out(StructuralPart::row, row_->parameters());
  leave_out(StructuralPart::frontier, {oldest_->weight, frontier_->weight});
  leave_out(StructuralPart::chosen, {value_->weight, chosen_->weight});
  if (!config.joint) return;
  leave_out(StructuralPart::counts, {counts_->weight});
  leave_out(StructuralPart::quota, {quota_});
}

torch::nn::Linear StructuralNet::linear(const std::string& name, std::int64_t in, bool bias) {
  return register_module(name, torch::nn::Linear(torch::nn::LinearOptions(in, h_).bias(bias)));
}

torch::Tensor StructuralNet::embedding(const std::string& name, std::int64_t rows) {
  auto module = register_module(name, std::make_shared<torch::nn::Module>());
  return module->register_parameter("weight", torch::zeros({rows, h_}));
}

std::uint64_t StructuralNet::parameter_count() const {
  std::uint64_t total = 0;
  for (const auto& parameter : parameters())
    if (parameter.requires_grad()) total += static_cast<std::uint64_t>(parameter.numel());
  return total;
}

std::int64_t StructuralNet::terms(const Record& record) const {
  return static_cast<std::int64_t>(count_decisions(record.graph, config_.roots));
}

bool StructuralNet::learns_from(const Record& record) const {
  return config_.joint ? record.graph.n > 0 : terms(record) > 0;
}

void StructuralNet::prepare(std::span<const Record> train, std::uint64_t) {
  const torch::NoGradGuard no_grad;
  table_.mul_(.3);
  const auto clear = [&](Feature first, Feature last) {
    for (auto f = static_cast<std::size_t>(first); f <= static_cast<std::size_t>(last); ++f)
      table_.narrow(0, feature_offsets[f], feature_sizes[f]).zero_();
  };
  if (!config_.has(StructuralPart::triangles)) clear(Feature::open0, Feature::beside);
  if (!config_.has(StructuralPart::kinship)) clear(Feature::equal, Feature::kin);
  for (const auto& parameter : parameters())
    if (!parameter.requires_grad()) torch::Tensor(parameter).zero_();
  if (!config_.joint) return;
  quota_.zero_();
  std::vector<double> uses(config_.codes);
  double nodes = 0;
  for (const Record& record : train)
    for (const auto code : record.codes) {
      ++uses.at(code);
      ++nodes;
    }
  share_.copy_(torch::tensor(uses, torch::kFloat64) / std::max(nodes, 1.0));
}

StructuralBatch StructuralNet::batch(const std::vector<const Record*>& records) const {
  const torch::Tensor share = config_.joint ? share_.cpu().to(torch::kFloat32) : torch::zeros({0});
  return structural_batch(config_,
                          {share.const_data_ptr<float>(), static_cast<std::size_t>(share.numel())},
                          records, size_->weight.options());
}

torch::Tensor StructuralNet::tokens(const StructuralBatch& batch) {
  const torch::Tensor e = batch.codes(embedding_);
  if (config_.joint) return e;
  return torch::cat({forward_->forward(e, batch.packing),
                     batch.reversed(backward_->forward(batch.reversed(e), batch.packing))},
                    1);
}

StructuralNet::Nodes StructuralNet::nodes(const StructuralBatch& batch, const Masks& drop) {
  const torch::Tensor u = tokens(batch);
  const torch::Tensor q = size_->forward(batch.sizes);
  torch::Tensor z = enter_->forward(u);
  for (std::size_t pass = 0; pass < own_.size(); ++pass)
    z = z + torch::relu(own_[pass]->forward(z) + neighbour_[pass]->forward(batch.neighbours(z)));
  torch::Tensor finished = z;
  if (config_.joint) finished = finished + batch.degrees(degrees_) + batch.spans(spans_);
  torch::Tensor c = batch.before(row_->forward(finished, batch.packing)) +
                    oldest_->forward(batch.oldest(z)) + frontier_->forward(batch.frontier(z));
  Nodes out;
  if (config_.joint) {
    c = c + counts_->forward(batch.counts) + q + batch.left(nodes_left_);
    out.codes = head(code_, c, drop(c)) + batch.quota(quota_.view({-1, 1})).view({batch.rows, -1});
  }
  out.left = left_->forward(u) + q + row_left_->forward(c);
  out.right = right_->forward(u) + spread_->forward(z);
  out.value = value_->forward(z);
  return out;
}

StructuralNet::Weights StructuralNet::decision_weights(const Nodes& nodes) const {
  const auto first = edge_->ptr<torch::nn::LinearImpl>(0);
  const auto second = edge_->ptr<torch::nn::LinearImpl>(2);
  return {nodes.left,      nodes.right,   nodes.value, table_,         product_->weight,
          chosen_->weight, first->weight, first->bias, second->weight, second->bias};
}

/// Logits [P] of a block.
torch::Tensor StructuralNet::decide(const DecisionBlock& block, const Weights& w,
                                    const torch::Tensor& mask) {
  const torch::Tensor left = block.left(w[0]), right = block.right(w[1]);
  const torch::Tensor chosen = block.chosen(w[2]);
  torch::Tensor x = left + right + torch::linear(left * right, w[4]) + block.features(w[3]) +
                    chosen + torch::linear(chosen * right, w[5]);
  x = torch::relu(x);
  if (mask.defined()) x = x * mask;
  return torch::linear(torch::relu(torch::linear(x, w[6], w[7])), w[8], w[9]).squeeze(1);
}

ShardLoss StructuralNet::loss(const Shard& shard) {
  const StructuralBatch inputs = batch(shard.records);
  Stream stream(shard.seed, Purpose::dropout, shard.indices.front(), shard.epoch);
  const Masks drop = [&](const torch::Tensor& like) {
    return shard.training && config_.dropout > 0 ? dropout_mask(config_.dropout, stream, like)
                                                 : torch::Tensor();
  };
  const Nodes found = nodes(inputs, drop);
  torch::Tensor sum = summed_blocks(
      inputs.blocks.size(), decision_weights(found), [&](std::size_t b, const Weights& weights) {
        const DecisionBlock& block = inputs.blocks[b];
        const torch::Tensor mask =
            drop(torch::empty({block.bits.size(0), h_}, block.bits.options()));
        return F::binary_cross_entropy_with_logits(
            decide(block, weights, mask), block.bits,
            F::BinaryCrossEntropyWithLogitsFuncOptions().reduction(torch::kSum));
      });
  if (config_.joint)
    sum = sum + F::cross_entropy(found.codes, inputs.target,
                                 F::CrossEntropyFuncOptions().reduction(torch::kSum));
  return {sum, {}};
}

StructuralNet::Logits StructuralNet::logits(const Record& record) {
  const StructuralBatch inputs = batch({&record});
  const Nodes found = nodes(inputs, [](const torch::Tensor&) { return torch::Tensor(); });
  std::vector<torch::Tensor> pieces = {torch::zeros({0}, found.left.options())};
  for (const DecisionBlock& block : inputs.blocks)
    pieces.push_back(decide(block, decision_weights(found), {}));
  return {found.codes, torch::cat(pieces)};
}

namespace {

std::shared_ptr<Model> make(const Setup& setup) {
  return std::make_shared<StructuralNet>(static_cast<const StructuralSetup&>(setup).net);
}

const Known known_edges({.kind = "edges", .name = "structural", .make = make});
const Known known_joint({.kind = "joint", .name = "structural", .make = make});

}  // namespace

}  // namespace graphvq
