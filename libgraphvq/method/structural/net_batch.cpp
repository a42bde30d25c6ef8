#include "libgraphvq/method/structural/net_batch.hpp"

#include <algorithm>
#include <cmath>

namespace graphvq {

namespace {

// About 30 MB of intermediate values at h = 64.
constexpr std::size_t block_decisions = 8192;

bool used(const StructuralConfig& config, std::size_t feature) {
  const auto f = static_cast<Feature>(feature);
  if (f >= Feature::open0 && f <= Feature::beside) return config.has(StructuralPart::triangles);
  if (f >= Feature::equal) return config.has(StructuralPart::kinship);
  return true;
}

class StructuralBuilder {
 public:
  StructuralBuilder(const StructuralConfig& config, std::span<const float> share,
                    const std::vector<const Record*>& records, const torch::TensorOptions& options)
      : config_(config), share_(share), records_(records), options_(options) {
    for (std::size_t f = 0; f < feature_count; ++f)
      if (used(config, f)) features_.push_back(f);
  }

  StructuralBatch build() {
    std::vector<std::int64_t> lengths;
    for (const Record* record : records_) {
      lengths.push_back(record->graph.n);
      earlier_.emplace_back(record->graph);
      counts_.emplace_back(config_.codes);
    }
    batch_.packing = pack(lengths);
    batch_.rows = batch_.packing.rows;
    for (std::size_t t = 0; t < batch_.packing.sizes.size(); ++t)
      for (std::int64_t p = 0; p < batch_.packing.sizes[t]; ++p) add_node(p, static_cast<Node>(t));
    for (std::size_t p = 0; p < records_.size(); ++p) add_decisions(static_cast<std::int64_t>(p));
    end_block();
    batch_.target = torch::tensor(target_, torch::kInt64).to(options_.device());
    batch_.sizes = rows_of(sizes_, 4);
    if (config_.joint) batch_.counts = rows_of(code_counts_, 2 * std::int64_t{config_.codes});
    return std::move(batch_);
  }

 private:
  std::size_t graph_at(std::int64_t place) const {
    return static_cast<std::size_t>(batch_.packing.order[static_cast<std::size_t>(place)]);
  }
  std::int64_t row(std::int64_t place, Node t) const { return batch_.packing.offsets[t] + place; }
  torch::Tensor rows_of(const std::vector<float>& values, std::int64_t width) const {
    return torch::tensor(values).view({-1, width}).to(options_);
  }

  void add_node(std::int64_t place, Node j) {
    const std::size_t g = graph_at(place);
    const Record& record = *records_[g];
    const EarlierNeighbours& earlier = earlier_[g];
    const Node n = record.graph.n, lo = earlier.frontier(j);
    const auto nodes = static_cast<float>(n), at = static_cast<float>(j);
    batch_.codes.gather(record.codes[j]);
    batch_.reversed.gather(row(place, n - 1 - j));
    target_.push_back(record.codes[j]);
    sizes_.insert(sizes_.end(), {nodes / 32, at / 32, at / nodes, std::log(nodes)});

    const auto neighbours = earlier.of(j);
    const double weight = neighbours.empty() ? 0 : 1 / std::sqrt(double(neighbours.size()));
    for (const Node u : neighbours) batch_.neighbours.add(row(place, u), weight);
    batch_.neighbours.end_row();
    if (j > 0) {
      batch_.before.add(row(place, j - 1));
      batch_.oldest.add(row(place, lo));
      for (Node i = lo; i < j; ++i) batch_.frontier.add(row(place, i), 1.0 / (j - lo));
    }
    batch_.before.end_row();
    batch_.oldest.end_row();
    batch_.frontier.end_row();
    if (!config_.joint) return;

    batch_.left.gather(std::min<Node>(n - j, 129));
    batch_.degrees.gather(std::min<std::size_t>(neighbours.size(), 31));
    batch_.spans.gather(std::min<Node>(j - earlier.parent(j), 65));
    auto& counts = counts_[g];
    for (const float count : counts) code_counts_.push_back(count / 8);
    for (const float count : counts) code_counts_.push_back(4 * count / nodes);
    for (std::uint32_t k = 0; k < config_.codes; ++k)
      batch_.quota.gather(std::int64_t{k} * (2 * quota_reach + 1) +
                          quota_column(counts[k], nodes, share_[k]));
    ++counts[record.codes[j]];
  }

  void add_decisions(std::int64_t place) {
    const Record& record = *records_[graph_at(place)];
    Node open = 0;
    std::vector<Node> chosen;
    for (const RowDecision& decision :
         row_decisions(record.graph, record.codes, config_.codes, config_.roots)) {
      if (decision.row != open) {
        open = decision.row;
        chosen.clear();
        if (bits_.size() >= block_decisions) end_block();
      }
      bits_.push_back(decision.bit ? 1 : 0);
      block_.left.gather(row(place, decision.row));
      block_.right.gather(row(place, decision.node));
      for (const std::size_t f : features_) block_.features.add(decision.features[f]);
      block_.features.end_row();
      for (const Node u : chosen)
        block_.chosen.add(row(place, u), 1 / std::sqrt(double(chosen.size())));
      block_.chosen.end_row();
      if (decision.bit && !decision.root) chosen.push_back(decision.node);
    }
  }

  void end_block() {
    if (bits_.empty()) return;
    block_.bits = torch::tensor(bits_).to(options_);
    batch_.blocks.push_back(std::move(block_));
    block_ = {};
    bits_.clear();
  }

  const StructuralConfig& config_;
  std::span<const float> share_;
  const std::vector<const Record*>& records_;
  torch::TensorOptions options_;
  std::vector<std::size_t> features_;
  std::vector<EarlierNeighbours> earlier_;
  std::vector<std::vector<float>> counts_;  // of each graph: codes so far
  std::vector<std::int64_t> target_;
  std::vector<float> sizes_, code_counts_, bits_;
  StructuralBatch batch_;
  DecisionBlock block_;
};

}  // namespace

StructuralBatch structural_batch(const StructuralConfig& config, std::span<const float> share,
                                 const std::vector<const Record*>& records,
                                 const torch::TensorOptions& options) {
  return StructuralBuilder(config, share, records, options).build();
}

}  // namespace graphvq
