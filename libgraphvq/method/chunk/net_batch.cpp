#include "libgraphvq/method/chunk/net_batch.hpp"

#include <cmath>
#include <map>
#include <numbers>
#include <string>

#include "libgraphvq/base/error.hpp"

namespace graphvq {

namespace {

/// Where a graph stands in its walk over the upper triangle.
struct Walk {
  std::uint32_t i = 0;
  std::uint32_t j = 1;
  std::span<const Edge> ahead;  // edges not yet passed
};

template <class T>
class BatchBuilder {
 public:
  BatchBuilder(const ChunkConfig& config, const CodeTable& table, std::span<const ChunkItem> items)
      : config_(config), table_(table), items_(items), f_(config.node_width()) {}

  ChunkBatch build(const torch::TensorOptions& options) {
    nodes();
    pairs();
    const auto f = static_cast<std::int64_t>(f_);
    const auto floats = [&](std::vector<T>& values, std::int64_t columns) {
      const auto rows = static_cast<std::int64_t>(values.size()) / columns;
      return torch::from_blob(values.data(), {rows, columns}, c10::CppTypeToScalarType<T>::value)
          .to(options, /*non_blocking=*/false, /*copy=*/true);
    };
    const auto places = [&](const std::vector<std::int64_t>& values) {
      return torch::tensor(values).to(options.device());
    };
    return {packing_,
            floats(left_, 2 * f + 3),
            floats(right_, f + 3),
            floats(both_, 2 * f),
            places(left_row_),
            places(right_row_),
            places(both_row_),
            floats(mask_, config_.chunk),
            floats(bits_, config_.chunk),
            floats(previous_, config_.chunk)};
  }

 private:
  /// What stands for h_i: the node's code, or one row for all nodes of a graph.
  void nodes() {
    const bool paired =
        config_.condition == Condition::pair || config_.condition == Condition::shuffled;
    for (const ChunkItem& item : items_) {
      const auto n = item.codes.size();
      first_node_.push_back(slots_.size());
      std::vector<T> mean(f_);
      for (const auto code : item.codes) {
        if (code >= table_.codes)
          throw Error("code " + std::to_string(code) + " under an edge decoder of " +
                      std::to_string(table_.codes) + " codes");
        if (config_.condition != Condition::none)
          for (std::size_t k = 0; k < f_; ++k) mean[k] += table_.rows[code * f_ + k];
      }
      for (T& value : mean) value /= static_cast<T>(n);
      if (!paired) rows_.push_back(mean);
      for (std::size_t i = 0; i < n; ++i) {
        slots_.push_back(paired ? slot_of(item.codes[i]) : rows_.size() - 1);
        add_node(rows_[slots_.back()], mean, static_cast<double>(i) / static_cast<double>(n));
      }
    }
  }

  std::size_t slot_of(std::uint32_t code) {
    const auto [found, fresh] = code_slots_.emplace(code, rows_.size());
    const auto row = table_.rows.begin() + static_cast<std::ptrdiff_t>(code * f_);
    if (fresh) rows_.emplace_back(row, row + static_cast<std::ptrdiff_t>(f_));
    return found->second;
  }

  void add_node(const std::vector<T>& h, const std::vector<T>& mean, double place) {
    const T sine = static_cast<T>(std::sin(2 * std::numbers::pi * place));
    const T cosine = static_cast<T>(std::cos(2 * std::numbers::pi * place));
    const T part = static_cast<T>(place);
    left_.insert(left_.end(), h.begin(), h.end());
    left_.insert(left_.end(), {sine, cosine, -part});
    left_.insert(left_.end(), mean.begin(), mean.end());
    right_.insert(right_.end(), h.begin(), h.end());
    right_.insert(right_.end(), {sine, cosine, part});
  }

  void pairs() {
    std::vector<std::int64_t> lengths;
    std::vector<Walk> walks;
    for (const ChunkItem& item : items_) {
      const auto n = static_cast<std::int64_t>(item.codes.size());
      lengths.push_back((n * (n - 1) / 2 + config_.chunk - 1) / config_.chunk);
      walks.push_back({0, 1, item.edges});
    }
    packing_ = pack(lengths);
    both_of_.assign(rows_.size() * rows_.size(), -1);
    const auto cells = static_cast<std::size_t>(packing_.rows) * config_.chunk;
    for (auto* places : {&left_row_, &right_row_, &both_row_}) places->reserve(cells);
    for (auto* values : {&mask_, &bits_, &previous_}) values->reserve(cells);
    for (std::size_t t = 0; t < packing_.sizes.size(); ++t)
      for (std::size_t p = 0; p < static_cast<std::size_t>(packing_.sizes[t]); ++p) {
        if (t > 0) {
          const auto before = static_cast<std::size_t>(packing_.offsets[t - 1]) + p;
          for (std::size_t b = 0; b < config_.chunk; ++b)
            previous_.push_back(bits_[before * config_.chunk + b]);
        }
        const auto graph = static_cast<std::size_t>(packing_.order[p]);
        for (std::size_t b = 0; b < config_.chunk; ++b) add_pair(graph, walks[graph]);
      }
  }

  void add_pair(std::size_t graph, Walk& walk) {
    const auto n = items_[graph].codes.size();
    const bool real = walk.j < n;
    const std::size_t i = real ? first_node_[graph] + walk.i : 0;
    const std::size_t j = real ? first_node_[graph] + walk.j : 0;
    const bool edge = real && !walk.ahead.empty() && walk.ahead.front() == Edge{walk.i, walk.j};
    left_row_.push_back(static_cast<std::int64_t>(i));
    right_row_.push_back(static_cast<std::int64_t>(j));
    both_row_.push_back(real ? both_of(slots_[i], slots_[j]) : 0);
    mask_.push_back(real ? 1 : 0);
    bits_.push_back(edge ? 1 : 0);
    if (edge) walk.ahead = walk.ahead.subspan(1);
    if (real && ++walk.j == n) {
      ++walk.i;
      walk.j = walk.i + 1;
    }
  }

  std::int64_t both_of(std::size_t a, std::size_t b) {
    auto& found = both_of_[a * rows_.size() + b];
    if (found >= 0) return found;
    found = static_cast<std::int64_t>(both_.size() / (2 * f_));
    const auto &x = rows_[a], &y = rows_[b];
    for (std::size_t k = 0; k < f_; ++k) both_.push_back(x[k] * y[k]);
    for (std::size_t k = 0; k < f_; ++k) both_.push_back(std::abs(x[k] - y[k]));
    return found;
  }

  const ChunkConfig& config_;
  const CodeTable& table_;
  std::span<const ChunkItem> items_;
  std::size_t f_;
  std::vector<std::vector<T>> rows_;  // what h_i may be
  std::vector<std::size_t> slots_;    // which of them each node has
  std::map<std::uint32_t, std::size_t> code_slots_;
  std::vector<std::size_t> first_node_;
  std::vector<std::int64_t> both_of_;
  Packing packing_;
  std::vector<T> left_, right_, both_, mask_, bits_, previous_;
  std::vector<std::int64_t> left_row_, right_row_, both_row_;
};

}  // namespace

ChunkBatch chunk_batch(const ChunkConfig& config, const CodeTable& table,
                       std::span<const ChunkItem> items, const torch::TensorOptions& options) {
  if (c10::typeMetaToScalarType(options.dtype()) == torch::kFloat64)
    return BatchBuilder<double>(config, table, items).build(options);
  return BatchBuilder<float>(config, table, items).build(options);
}

}  // namespace graphvq
