#pragma once

#include "libgraphvq/method/method.hpp"

namespace graphvq {

/// A method for the test of the seam alone: every pair of nodes is an edge with one probability,
/// the sigmoid of a logit that is learned by gradient.
struct CoinSetup final : Setup {
  double start = 0;  // the logit before training
  SizeCounts counts;
  Alphabet node_labels;

  void fields(Fields& fields) override {
    fields.number({"start", "--start", "Logit of an edge before training", "X"}, start, -9, 9);
    fields.sizes({"sizes"}, counts);
    fields.labels({"node_labels"}, node_labels);
  }
  void learn(Lessons& lessons) override {
    node_labels = lessons.train.header.node_labels;
    for (const auto& record : lessons.train.records) ++counts[record.graph.n];
  }
  const SizeCounts* sizes() const override { return &counts; }
  void describe(Header& header) const override { header.node_labels = node_labels; }
};

}  // namespace graphvq
