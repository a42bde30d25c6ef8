#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "libgraphvq/method/method.hpp"

namespace graphvq {

/// Controls that learn nothing but counts. resample: a training graph as it is. configuration: the
/// degrees of a training graph. er: the density of training graphs of that size. label_block: the
/// density between each two labels.
enum class BaselineMethod : std::uint8_t { resample, configuration, er, label_block };

struct BaselineConfig {
  BaselineMethod method = BaselineMethod::resample;
  /// configuration: edges of the training graph are swapped, which keeps all degrees, instead of
  /// stubs matched, where loops and repeated edges are erased.
  bool swaps = false;
  /// All but resample: labels are all those of a training graph of the same size, instead of each
  /// drawn from their shares.
  bool graph_labels = false;
  std::uint32_t labels = 0;  // size of the node alphabet, 0 where nodes have no labels

  bool keeps_edges() const {
    return method == BaselineMethod::resample || method == BaselineMethod::configuration;
  }
  bool keeps_graphs() const { return keeps_edges() || graph_labels; }
};

/// A baseline as its file has it.
struct CountsSetup final : Setup {
  BaselineConfig config;
  Alphabet node_labels;
  SizeCounts counts;  // p(N)

  explicit CountsSetup(BaselineMethod method) { config.method = method; }
  void fields(Fields& fields) override;
  void learn(Lessons& lessons) override;
  const SizeCounts* sizes() const override { return config.keeps_edges() ? nullptr : &counts; }
  void describe(Header& header) const override { header.node_labels = node_labels; }
};

}  // namespace graphvq
