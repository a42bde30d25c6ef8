#pragma once

#include <memory>
#include <span>
#include <vector>

#include "libgraphvq/base/parallel.hpp"
#include "libgraphvq/data/record.hpp"
#include "libgraphvq/nn/native/draw.hpp"

namespace graphvq {

/// A yes-or-no choice under teacher forcing.
struct Decision {
  float logit;  // before any temperature
  bool edge;    // what the graph has
};

/// A graph whose codes and sorted edges are given.
struct Forced {
  std::span<const std::uint32_t> codes;
  std::span<const Edge> edges;
};

/// Node counts of records.
inline std::vector<std::uint32_t> sizes_of(std::span<const Record> records) {
  std::vector<std::uint32_t> sizes;
  for (const auto& record : records) sizes.push_back(record.graph.n);
  return sizes;
}

/// What a model makes of finished records, teacher-forced. What it does not predict is empty.
struct Scores {
  std::vector<double> nll = {};  // [records] nats of all that it draws, at its own temperature
  std::vector<double> token_nll = {};  // nats of each token, where it draws them with the edges
  std::vector<std::vector<Decision>> decisions = {};  // of each record, in the order they are made
  std::vector<double> label_nll = {};                 // nats of each node's label
  std::vector<double> label_right = {};               // 1 where the likeliest label is the node's
};

/// How records are scored; `advance` counts them.
struct Scoring {
  unsigned threads = 1;
  Advance advance = {};
};

/// A model at work: one stage of a chain that draws graphs.
class Generator {
 public:
  virtual ~Generator() = default;

  /// Adds what its kind of model gives and a record lacks: tokens, labels, edges. A record comes
  /// with its node count, and with the tokens of the stage before; a joint model keeps tokens that
  /// are there. Depends on (draw.seed, draw.first + index) alone. Throws Error for a record that is
  /// not of its alphabets and for logits that are not finite.
  virtual void draw(std::span<Record> records, const Draw& draw) const = 0;

  /// Throws Error for a record that it can neither draw nor score.
  virtual void require(const Record& /*record*/) const {}

  /// Scores records with all that this stage takes and gives; by default it knows no likelihood.
  virtual Scores score(std::span<const Record> /*records*/, const Scoring& /*how*/) const {
    return {};
  }

  /// An edge decoder that sees the graph's mean in place of each token, as a control; null where
  /// there is none.
  virtual std::unique_ptr<Generator> without_tokens() const { return nullptr; }

  /// Tokenizers alone: gives an ordered record its tokens.
  virtual void tokenize(Record& record) const;
  /// Tokenizers alone: adds the edges that the tokens' own windows tell.
  virtual void draw_window(std::span<Record> records, const Draw& draw) const;
};

}  // namespace graphvq
