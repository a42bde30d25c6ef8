#include "libgraphvq/method/structural/draw.hpp"

#include <algorithm>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/base/parallel.hpp"
#include "libgraphvq/base/random.hpp"
#include "libgraphvq/graph/row_decisions.hpp"
#include "libgraphvq/method/structural/group.hpp"
#include "libgraphvq/nn/native/lanes.hpp"

namespace graphvq {

namespace {

using Codes = std::span<const std::uint32_t>;
using kernels::Floats;
using kernels::lane_stride;

/// Draws codes where the model has its own and none are given, and bits.
class Sampling final : public StructuralChoices {
 public:
  Sampling(std::uint32_t codes, const Draw& draw, std::span<const std::uint32_t> members,
           std::span<const Codes> given)
      : drawn(members.size()),
        members_(members),
        codes_(codes),
        draw_(draw),
        given_(given),
        code_streams_(streams_of(members, draw, Purpose::codes)),
        bit_streams_(streams_of(members, draw, Purpose::edges)) {}

  void choose_codes(Node j, std::span<float* const> logits,
                    std::span<std::uint32_t> codes) override {
    if (given_.empty())
      draw_codes(logits, codes);
    else
      for (std::size_t lane = 0; lane < codes.size(); ++lane) codes[lane] = given_[lane][j];
    for (std::size_t lane = 0; lane < codes.size(); ++lane) drawn[lane].push_back(codes[lane]);
  }

  void choose_bits(std::span<const Pending> pending, std::span<const float> logits,
                   std::span<std::uint8_t> bits) override {
    Floats p(lane_stride);
    std::copy(logits.begin(), logits.end(), p.begin());
    kernels::probabilities(p.data(), static_cast<float>(draw_.temperature), p.data(),
                           lanes_for(logits.size()));
    for (std::size_t k = 0; k < pending.size(); ++k) {
      require_finite(logits[k], draw_.first + members_[pending[k].lane]);
      bits[k] = chance(draw_, p[k], bit_streams_[pending[k].lane].uniform_float()) ? 1 : 0;
    }
  }

  std::vector<std::vector<std::uint32_t>> drawn;

 private:
  void draw_codes(std::span<float* const> logits, std::span<std::uint32_t> codes) {
    const std::size_t lanes = lanes_for(codes.size()), width = kernels::row_width(codes_);
    std::vector<const float*> rows(lanes, logits.front());
    std::copy(logits.begin(), logits.end(), rows.begin());
    Floats columns(width * lane_stride), u(lane_stride);
    std::vector<std::uint32_t, kernels::Aligned<std::uint32_t>> found(lane_stride);
    kernels::transpose(rows.data(), width, columns.data(), lanes);
    for (std::size_t lane = 0; lane < codes.size(); ++lane) {
      for (std::uint32_t k = 0; k < codes_; ++k)
        require_finite(logits[lane][k], draw_.first + members_[lane]);
      u[lane] = code_streams_[lane].uniform_float();
    }
    kernels::draw(columns.data(), codes_, static_cast<float>(draw_.node_temperature), u.data(),
                  found.data(), lanes);
    std::copy_n(found.begin(), codes.size(), codes.begin());
  }

  std::span<const std::uint32_t> members_;
  std::uint32_t codes_;
  const Draw& draw_;
  std::span<const Codes> given_;
  std::vector<Stream> code_streams_, bit_streams_;
};

/// Takes codes and bits from finished graphs and keeps the logits.
class Forcing final : public StructuralChoices {
 public:
  Forcing(std::uint32_t codes, std::span<const Forced> graphs,
          std::span<const std::uint32_t> members, std::vector<StructuralSampler::Logits>& logits)
      : codes_(codes), graphs_(graphs), members_(members), logits_(logits) {
    for (const auto g : members)
      earlier_.emplace_back(static_cast<Node>(graphs[g].codes.size()), graphs[g].edges);
  }

  void choose_codes(Node j, std::span<float* const> logits,
                    std::span<std::uint32_t> codes) override {
    for (std::size_t lane = 0; lane < codes.size(); ++lane) {
      const auto g = members_[lane];
      codes[lane] = graphs_[g].codes[j];
      if (!logits[lane]) continue;
      for (std::uint32_t k = 0; k < codes_; ++k) require_finite(logits[lane][k], g);
      logits_[g].codes.insert(logits_[g].codes.end(), logits[lane], logits[lane] + codes_);
    }
    row_ = j;
  }

  void choose_bits(std::span<const Pending> pending, std::span<const float> logits,
                   std::span<std::uint8_t> bits) override {
    for (std::size_t k = 0; k < pending.size(); ++k) {
      const auto& [lane, node, root] = pending[k];
      const auto chosen = earlier_[lane].of(row_);
      bits[k] = root ? chosen.empty() : std::binary_search(chosen.begin(), chosen.end(), node);
      require_finite(logits[k], members_[lane]);
      logits_[members_[lane]].decisions.push_back({logits[k], bits[k] != 0});
    }
  }

 private:
  std::uint32_t codes_;
  std::span<const Forced> graphs_;
  std::span<const std::uint32_t> members_;
  std::vector<StructuralSampler::Logits>& logits_;
  std::vector<EarlierNeighbours> earlier_;
  Node row_ = 0;
};

}  // namespace

struct StructuralSampler::Impl {
  StructuralWeights weights;

  /// Calls work(members, sizes and codes of the members) for groups of all graphs.
  template <class Work>
  void run(std::span<const std::uint32_t> sizes, std::span<const Codes> codes, unsigned threads,
           const Work& work, const Advance& advance = {}) const {
    for (const Codes row : codes)
      for (const auto code : row)
        if (code >= weights.config.codes)
          throw Error("code " + std::to_string(code) + " under a structural decoder of " +
                      std::to_string(weights.config.codes) + " codes");
    const auto groups = lane_groups(sizes, threads);
    Tally tally(advance);
    parallel(groups.size(), threads, [&](unsigned worker, std::size_t index) {
      std::vector<std::uint32_t> group_sizes;
      std::vector<Codes> group_codes;
      for (const auto g : groups[index]) {
        group_sizes.push_back(sizes[g]);
        if (!codes.empty()) group_codes.push_back(codes[g]);
      }
      StructuralGroup group(weights, group_sizes, group_codes);
      work(groups[index], group_codes, group);
      tally.add(worker, group_sizes.size());
    });
    tally.finish();
  }

  std::vector<Drawn> sample(std::span<const std::uint32_t> sizes, std::span<const Codes> codes,
                            const Draw& draw) const {
    std::vector<Drawn> result(sizes.size());
    run(sizes, codes, draw.threads,
        [&](std::span<const std::uint32_t> members, std::span<const Codes> given,
            StructuralGroup& group) {
          Sampling choices(weights.config.codes, draw, members, given);
          group.run(choices);
          for (std::size_t lane = 0; lane < members.size(); ++lane) {
            Drawn& drawn = result[members[lane]];
            drawn.codes = std::move(choices.drawn[lane]);
            drawn.edges = group.edges(lane);
            std::sort(drawn.edges.begin(), drawn.edges.end());
          }
        });
    return result;
  }
};

StructuralSampler::StructuralSampler(const StructuralConfig& config, const Tensors& weights)
    : impl_(new Impl{{config, weights}}) {}
StructuralSampler::~StructuralSampler() = default;

std::vector<StructuralSampler::Drawn> StructuralSampler::sample(
    std::span<const std::uint32_t> sizes, const Draw& draw) const {
  if (!impl_->weights.config.joint) throw Error("a decoder without codes of its own");
  return impl_->sample(sizes, {}, draw);
}

std::vector<StructuralSampler::Drawn> StructuralSampler::sample(
    std::span<const std::vector<std::uint32_t>> codes, const Draw& draw) const {
  std::vector<std::uint32_t> sizes;
  const std::vector<Codes> rows(codes.begin(), codes.end());
  for (const Codes row : rows) sizes.push_back(static_cast<std::uint32_t>(row.size()));
  return impl_->sample(sizes, rows, draw);
}

std::vector<StructuralSampler::Logits> StructuralSampler::logits(std::span<const Forced> graphs,
                                                                 unsigned threads,
                                                                 const Advance& advance) const {
  std::vector<Logits> result(graphs.size());
  std::vector<std::uint32_t> sizes;
  std::vector<Codes> codes;
  for (const Forced& forced : graphs) {
    sizes.push_back(static_cast<std::uint32_t>(forced.codes.size()));
    require_rows(EarlierNeighbours(sizes.back(), forced.edges), impl_->weights.config.roots);
    codes.push_back(forced.codes);
  }
  impl_->run(
      sizes, codes, threads,
      [&](std::span<const std::uint32_t> members, std::span<const Codes>, StructuralGroup& group) {
        Forcing choices(impl_->weights.config.codes, graphs, members, result);
        group.run(choices);
      },
      advance);
  return result;
}

std::vector<std::vector<Decision>> StructuralSampler::decisions(std::span<const Forced> graphs,
                                                                unsigned threads,
                                                                const Advance& advance) const {
  std::vector<std::vector<Decision>> result;
  for (auto& of_graph : logits(graphs, threads, advance))
    result.push_back(std::move(of_graph.decisions));
  return result;
}

}  // namespace graphvq
