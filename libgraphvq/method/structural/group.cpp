#include "libgraphvq/method/structural/group.hpp"

#include <algorithm>
#include <cmath>

namespace graphvq {

using kernels::Floats;

StructuralGroup::Lane::Lane(const StructuralWeights& weights, Node n)
    : partial(n, weights.config.codes) {
  const std::size_t w = weights.width;
  if (!weights.config.joint) context.assign(std::size_t{n} * 2 * w, 0);
  states.assign(weights.own.size() + 1, Row(std::size_t{n} * w));
  right.resize(std::size_t{n} * w);
  value.resize(std::size_t{n} * w);
  for (Row* row : {&left, &carried, &summary, &sum, &chosen}) row->assign(w, 0);
}

StructuralGroup::StructuralGroup(const StructuralWeights& weights,
                                 std::span<const std::uint32_t> sizes,
                                 std::span<const std::span<const std::uint32_t>> codes)
    : weights_(weights), width_(weights.width), in_(sizes.size()), out_(sizes.size()) {
  for (const auto n : sizes) lanes_.emplace_back(weights, n);
  const std::size_t widest = std::max({3 * width_, weights.code_head.outputs});
  for (auto* scratch : {&first_, &second_, &third_}) scratch->assign(sizes.size(), Row(widest));
  logits_.resize(sizes.size());
  if (!weights.config.joint) read_contexts(codes);
}

template <class In, class Out>
void StructuralGroup::each(const kernels::RowLayer& layer, std::size_t count, const In& in,
                           const Out& out, bool add) {
  for (std::size_t lane = 0; lane < count; ++lane) {
    in_[lane] = in(lane);
    out_[lane] = out(lane);
  }
  kernels::apply(layer, in_.data(), out_.data(), count, add);
}

void StructuralGroup::read_contexts(std::span<const std::span<const std::uint32_t>> codes) {
  for (const bool back : {false, true}) {
    const RowGru& gru = back ? weights_.backward : weights_.forward;
    std::vector<Row> states(lanes_.size(), Row(width_));
    std::size_t active = lanes_.size();
    for (std::size_t t = 0;; ++t) {
      while (active && codes[active - 1].size() <= t) --active;
      if (active == 0) break;
      const auto place = [&](std::size_t lane) { return back ? codes[lane].size() - 1 - t : t; };
      each(
          gru.input, active,
          [&](std::size_t lane) {
            return weights_.embedding.data() + codes[lane][place(lane)] * width_;
          },
          [&](std::size_t lane) { return first_[lane].data(); });
      each(
          gru.state, active, [&](std::size_t lane) { return states[lane].data(); },
          [&](std::size_t lane) { return second_[lane].data(); });
      for (std::size_t lane = 0; lane < active; ++lane) {
        kernels::gru_gates(first_[lane].data(), second_[lane].data(), states[lane].data(), width_);
        std::copy(states[lane].begin(), states[lane].end(),
                  lanes_[lane].context.data() + (2 * place(lane) + (back ? 1 : 0)) * width_);
      }
    }
  }
}

void StructuralGroup::run(StructuralChoices& choices) {
  std::size_t active = lanes_.size();
  for (Node j = 0;; ++j) {
    while (active && lanes_[active - 1].partial.size() <= j) --active;
    if (active == 0) return;
    begin_row(j, active, choices);
    if (j > 0) decide(j, active, choices);
    end_row(j, active);
  }
}

void StructuralGroup::begin_row(Node j, std::size_t active, StructuralChoices& choices) {
  const auto scratch = [](std::vector<Row>& rows) {
    return [&rows](std::size_t lane) { return rows[lane].data(); };
  };
  const auto summary = [&](std::size_t lane) { return lanes_[lane].summary.data(); };
  const auto left = [&](std::size_t lane) { return lanes_[lane].left.data(); };
  for (std::size_t lane = 0; lane < active; ++lane) {
    const auto nodes = static_cast<float>(lanes_[lane].partial.size()), at = static_cast<float>(j);
    float* size = first_[lane].data();
    size[0] = nodes / 32;
    size[1] = at / 32;
    size[2] = at / nodes;
    size[3] = std::log(nodes);
  }
  each(weights_.size, active, scratch(first_), scratch(second_));  // q_j, used below

  std::vector<std::uint32_t> codes(active);
  std::vector<float*> logits(active, nullptr);
  if (weights_.config.joint) {
    const std::uint32_t count = weights_.config.codes;
    for (std::size_t lane = 0; lane < active; ++lane) {
      Lane& graph = lanes_[lane];
      const Node n = graph.partial.size();
      float* c = graph.summary.data();
      const auto drawn = graph.partial.code_counts();
      for (std::uint32_t k = 0; k < count; ++k) {
        if (drawn[k] == 0) continue;
        const auto uses = static_cast<float>(drawn[k]);
        const float* columns = weights_.counts.weights.data();
        kernels::add_scaled(columns + k * width_, uses / 8, c, width_);
        kernels::add_scaled(columns + (count + k) * width_, 4 * uses / static_cast<float>(n), c,
                            width_);
      }
      kernels::add_scaled(second_[lane].data(), 1, c, width_);
      kernels::add_scaled(weights_.nodes_left.data() + std::min<Node>(n - j, 129) * width_, 1, c,
                          width_);
      kernels::rectify(c, first_[lane].data(), width_);
    }
    each(weights_.code, active, scratch(first_), scratch(third_));
    for (std::size_t lane = 0; lane < active; ++lane)
      kernels::rectify(third_[lane].data(), third_[lane].data(), width_);
    each(weights_.code_head, active, scratch(third_), scratch(first_));
    for (std::size_t lane = 0; lane < active; ++lane) {
      logits[lane] = first_[lane].data();
      const PartialGraph& partial = lanes_[lane].partial;
      for (std::uint32_t k = 0; k < count; ++k)
        logits[lane][k] +=
            weights_.quota[k * (2 * quota_reach + 1) +
                           static_cast<std::size_t>(quota_column(
                               static_cast<float>(partial.code_counts()[k]),
                               static_cast<float>(partial.size()), weights_.share[k]))];
    }
  }
  choices.choose_codes(j, logits, codes);

  const auto input = [&](std::size_t lane) {
    return weights_.config.joint ? weights_.embedding.data() + codes[lane] * width_
                                 : lanes_[lane].context.data() + std::size_t{j} * 2 * width_;
  };
  each(weights_.left, active, input, left);
  each(weights_.row_left, active, summary, left, true);
  each(weights_.right, active, input,
       [&](std::size_t lane) { return lanes_[lane].right.data() + j * width_; });
  each(weights_.enter, active, input,
       [&](std::size_t lane) { return lanes_[lane].states[0].data() + j * width_; });
  for (std::size_t lane = 0; lane < active; ++lane) {
    kernels::add_scaled(second_[lane].data(), 1, left(lane), width_);
    std::fill(lanes_[lane].sum.begin(), lanes_[lane].sum.end(), 0.0F);
    lanes_[lane].partial.begin_row(codes[lane]);
  }
}

void StructuralGroup::decide(Node j, std::size_t active, StructuralChoices& choices) {
  std::vector<Pending> pending;
  std::vector<std::uint8_t> bits(active);
  std::vector<Node> next(active);
  for (std::size_t lane = 0; lane < active; ++lane) next[lane] = lanes_[lane].partial.frontier();
  const auto answer = [&] {
    evaluate(pending);
    choices.choose_bits(pending, std::span(logits_).first(pending.size()),
                        std::span(bits).first(pending.size()));
  };
  if (weights_.config.roots) {
    for (std::size_t lane = 0; lane < active; ++lane) pending.push_back({lane, j - 1, true});
    answer();
    for (std::size_t p = 0; p < pending.size(); ++p)
      if (bits[p]) next[pending[p].lane] = j;
  }
  for (;;) {
    pending.clear();
    for (std::size_t lane = 0; lane < active; ++lane) {
      if (next[lane] >= j) continue;
      const Node i = next[lane]++;
      const Pending decision{lane, i, false};
      if (i + 1 == j && lanes_[lane].partial.chosen().empty()) {
        const std::uint8_t forced = 1;
        settle({&decision, 1}, {&forced, 1});
      } else {
        pending.push_back(decision);
      }
    }
    if (pending.empty()) return;
    answer();
    settle(pending, bits);
  }
}

void StructuralGroup::evaluate(std::span<const Pending> pending) {
  std::vector<std::size_t> taken;  // decisions of rows that have an edge
  for (std::size_t p = 0; p < pending.size(); ++p) {
    const auto& [index, node, root] = pending[p];
    const Lane& lane = lanes_[index];
    const float* right = lane.right.data() + node * width_;
    const FeatureRows features = root ? lane.partial.root_features() : lane.partial.features(node);
    std::array<const float*, feature_count + 3> parts{lane.left.data(), right};
    std::size_t count = 2;
    for (const auto row : features) parts[count++] = weights_.feature(row);
    if (!lane.partial.chosen().empty()) {
      parts[count++] = lane.chosen.data();
      kernels::multiply(lane.chosen.data(), right, third_[p].data(), width_);
      taken.push_back(p);
    }
    kernels::sum_rows(parts.data(), count, first_[p].data(), width_);
    kernels::multiply(lane.left.data(), right, second_[p].data(), width_);
  }
  const auto scratch = [](std::vector<Row>& rows) {
    return [&rows](std::size_t p) { return rows[p].data(); };
  };
  each(weights_.product, pending.size(), scratch(second_), scratch(first_), true);
  each(
      weights_.chosen, taken.size(), [&](std::size_t t) { return third_[taken[t]].data(); },
      [&](std::size_t t) { return first_[taken[t]].data(); }, true);
  for (std::size_t p = 0; p < pending.size(); ++p)
    kernels::rectify(first_[p].data(), first_[p].data(), width_);
  each(weights_.edge, pending.size(), scratch(first_), scratch(second_));
  for (std::size_t p = 0; p < pending.size(); ++p) {
    kernels::rectify(second_[p].data(), second_[p].data(), width_);
    logits_[p] =
        kernels::dot(second_[p].data(), weights_.edge_head.data(), width_) + weights_.edge_bias;
  }
}

void StructuralGroup::settle(std::span<const Pending> pending, std::span<const std::uint8_t> bits) {
  for (std::size_t p = 0; p < pending.size(); ++p) {
    Lane& lane = lanes_[pending[p].lane];
    const Node i = pending[p].node;
    lane.partial.settle(i, bits[p] != 0);
    if (!bits[p]) continue;
    lane.edges.push_back({i, lane.partial.row()});
    kernels::add_scaled(lane.value.data() + i * width_, 1, lane.sum.data(), width_);
    const auto count = static_cast<float>(lane.partial.chosen().size());
    std::fill(lane.chosen.begin(), lane.chosen.end(), 0.0F);
    kernels::add_scaled(lane.sum.data(), 1 / std::sqrt(count), lane.chosen.data(), width_);
  }
}

void StructuralGroup::end_row(Node j, std::size_t active) {
  const auto first = [&](std::size_t lane) { return first_[lane].data(); };
  const auto second = [&](std::size_t lane) { return second_[lane].data(); };
  for (std::size_t pass = 0; pass < weights_.own.size(); ++pass) {
    const auto state = [&](std::size_t lane) {
      return lanes_[lane].states[pass].data() + j * width_;
    };
    for (std::size_t lane = 0; lane < active; ++lane) {
      Row& total = first_[lane];
      std::fill(total.begin(), total.begin() + static_cast<std::ptrdiff_t>(width_), 0.0F);
      const auto chosen = lanes_[lane].partial.chosen();
      const float weight =
          1 / std::sqrt(static_cast<float>(std::max<std::size_t>(1, chosen.size())));
      for (const Node u : chosen)
        kernels::add_scaled(lanes_[lane].states[pass].data() + u * width_, weight, total.data(),
                            width_);
    }
    each(weights_.own[pass], active, state, second);
    each(weights_.neighbour[pass], active, first, second, true);
    for (std::size_t lane = 0; lane < active; ++lane) {
      float* next = lanes_[lane].states[pass + 1].data() + j * width_;
      kernels::rectify(second(lane), next, width_);
      kernels::add_scaled(state(lane), 1, next, width_);
    }
  }
  const auto final_state = [&](std::size_t lane) {
    return lanes_[lane].states.back().data() + j * width_;
  };
  each(
      weights_.spread, active, final_state,
      [&](std::size_t lane) { return lanes_[lane].right.data() + j * width_; }, true);
  each(weights_.value, active, final_state,
       [&](std::size_t lane) { return lanes_[lane].value.data() + j * width_; });

  for (std::size_t lane = 0; lane < active; ++lane) {
    PartialGraph& partial = lanes_[lane].partial;
    partial.end_row();
    std::copy_n(final_state(lane), width_, first_[lane].data());
    if (!weights_.config.joint) continue;
    const std::size_t degree = std::min<Node>(partial.back_degree(j), 31);
    const std::size_t span = std::min<Node>(j - partial.parent(j), 65);
    kernels::add_scaled(weights_.degrees.data() + degree * width_, 1, first_[lane].data(), width_);
    kernels::add_scaled(weights_.spans.data() + span * width_, 1, first_[lane].data(), width_);
  }
  each(weights_.row.input, active, first, second);
  each(
      weights_.row.state, active, [&](std::size_t lane) { return lanes_[lane].carried.data(); },
      [&](std::size_t lane) { return third_[lane].data(); });
  for (std::size_t lane = 0; lane < active; ++lane) {
    Lane& graph = lanes_[lane];
    kernels::gru_gates(second_[lane].data(), third_[lane].data(), graph.carried.data(), width_);
    graph.summary = graph.carried;
    const Node lo = graph.partial.frontier();
    Row& mean = first_[lane];
    std::fill(mean.begin(), mean.begin() + static_cast<std::ptrdiff_t>(width_), 0.0F);
    for (Node i = lo; i <= j; ++i)
      kernels::add_scaled(graph.states.back().data() + i * width_,
                          1 / static_cast<float>(j + 1 - lo), mean.data(), width_);
  }
  const auto summary = [&](std::size_t lane) { return lanes_[lane].summary.data(); };
  each(
      weights_.oldest, active,
      [&](std::size_t lane) {
        return lanes_[lane].states.back().data() + lanes_[lane].partial.frontier() * width_;
      },
      summary, true);
  each(weights_.frontier, active, first, summary, true);
}

}  // namespace graphvq
