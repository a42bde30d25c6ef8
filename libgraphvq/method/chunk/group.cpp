#include "libgraphvq/method/chunk/group.hpp"

#include <algorithm>

namespace graphvq {

using kernels::lane_stride;

ChunkGroup::ChunkGroup(const ChunkWeights& weights,
                       const std::vector<std::span<const std::uint32_t>>& codes,
                       const std::map<std::uint32_t, kernels::Floats>& positions)
    : weights_(weights),
      chunk_(weights.config.chunk),
      width_(weights.pairs.width()),
      pairs_(chunk_ * lane_stride),
      state_(weights.cells),
      bases_(width_ * lane_stride),
      pooled_(width_ * lane_stride),
      x_((chunk_ + width_) * lane_stride),
      logits_(std::max(weights.readout.padded(), std::size_t{4}) * lane_stride),
      scratch_(chunk_ * width_),
      terms_(chunk_) {
  for (const auto& row : codes) {
    const std::uint64_t n = row.size();
    if (n < 2) break;
    weights.pairs.base(row, bases_.data() + walks_.size() * width_);
    walks_.push_back({row, positions.at(static_cast<std::uint32_t>(n)).data(), n * (n - 1) / 2});
  }
  for (std::size_t lane = 0; lane < lane_stride; ++lane)
    rows_.push_back(pooled_.data() + lane * width_);
  if (weights.config.readout == Readout::pair) own_.resize(chunk_ * lane_stride);
  if (weights.config.readout == Readout::ar) {
    gates_.resize(weights.cell_gates.padded() * lane_stride);
    cell_.resize(weights.cell.hidden * lane_stride);
    next_.resize(cell_.size());
  }
}

void ChunkGroup::gather(std::size_t lane) {
  auto& walk = walks_[lane];
  const std::size_t n = walk.codes.size();
  walk.count = std::min<std::uint64_t>(chunk_, walk.left);
  walk.left -= walk.count;
  for (std::size_t b = 0; b < walk.count; ++b) {
    auto& [i, j] = walk.next;
    pairs_[lane * chunk_ + b] = walk.next;
    terms_[b] = {weights_.pairs.codes(walk.codes[i], walk.codes[j], scratch_.data() + b * width_),
                 walk.positions + i * width_, walk.positions + (n + j) * width_};
    if (++j == n) {
      ++i;
      j = i + 1;
    }
  }
  const float* base = bases_.data() + lane * width_;
  kernels::pool(terms_.data(), walk.count, base, width_, pooled_.data() + lane * width_);
  if (weights_.config.readout == Readout::pair)
    for (std::size_t b = 0; b < walk.count; ++b)
      own_[b * lane_stride + lane] =
          kernels::project(terms_[b], base, width_, weights_.head.data());
}

bool ChunkGroup::advance() {
  while (!walks_.empty() && walks_.back().left == 0) walks_.pop_back();
  if (walks_.empty()) return false;
  for (std::size_t lane = 0; lane < walks_.size(); ++lane) gather(lane);
  const auto lanes = lanes_for(walks_.size());
  kernels::transpose(rows_.data(), width_, x_.data() + chunk_ * lane_stride, lanes);
  const auto& bias = first_ ? weights_.start : weights_.cells.front().bias;
  const float* top = state_.advance(bias.data(), nullptr, x_.data(), lanes);
  first_ = false;
  if (weights_.config.readout == Readout::ar) {
    kernels::dense(weights_.cell_gates, top, gates_.data(), lanes);
    std::copy_n(top, cell_.size(), cell_.data());
  } else {
    kernels::dense(weights_.readout, top, logits_.data(), lanes);
  }
  return true;
}

const float* ChunkGroup::logits(std::size_t b) {
  const auto lanes = lanes_for(walks_.size());
  switch (weights_.config.readout) {
    case Readout::chunk:
      return logits_.data() + b * lane_stride;
    case Readout::pair:
      for (std::size_t lane = 0; lane < lanes; ++lane)
        own_[b * lane_stride + lane] += logits_[lane];
      return own_.data() + b * lane_stride;
    case Readout::ar:
      alignas(64) static constexpr float zeros[lane_stride] = {};
      kernels::step(weights_.cell, weights_.cell.bias.data(), gates_.data(),
                    b ? bits(b - 1) : zeros, cell_.data(), next_.data(), lanes);
      std::swap(cell_, next_);
      kernels::dense(weights_.bits[b], cell_.data(), logits_.data(), lanes);
      return logits_.data();
  }
  return nullptr;
}

}  // namespace graphvq
