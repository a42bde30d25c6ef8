#pragma once

#include <functional>
#include <span>
#include <vector>

#include "libgraphvq/graph/partial_graph.hpp"
#include "libgraphvq/method/structural/weights.hpp"

namespace graphvq {

/// One decision that waits for its bit.
struct Pending {
  std::size_t lane;
  Node node;
  bool root;
};

/// What settles a group's codes and bits: a sampler or a finished graph.
class StructuralChoices {
 public:
  virtual ~StructuralChoices() = default;
  /// Codes of row j for lanes 0 .. codes.size() - 1; `logits[lane]` has K entries, and is null
  /// where codes are given before.
  virtual void choose_codes(Node j, std::span<float* const> logits,
                            std::span<std::uint32_t> codes) = 0;
  /// Bits of decisions in different lanes.
  virtual void choose_bits(std::span<const Pending> pending, std::span<const float> logits,
                           std::span<std::uint8_t> bits) = 0;
};

/// Graphs that grow together, row by row, the largest first.
class StructuralGroup {
 public:
  /// `codes` has all codes of each graph where the model is not joint, else it may be empty.
  StructuralGroup(const StructuralWeights& weights, std::span<const std::uint32_t> sizes,
                  std::span<const std::span<const std::uint32_t>> codes);

  void run(StructuralChoices& choices);
  const std::vector<Edge>& edges(std::size_t lane) const { return lanes_[lane].edges; }

 private:
  using Row = kernels::Floats;
  struct Lane {
    Lane(const StructuralWeights& weights, Node n);

    PartialGraph partial;
    std::vector<Edge> edges;
    Row context;                 // [n, 2 width], not joint
    std::vector<Row> states;     // [passes + 1] of [n, width]: z before and after each pass
    Row right, value;            // [n, width]
    Row left, carried, summary;  // L_j; y_{j-1}; c_j
    Row sum, chosen;  // of the values of chosen neighbours; over the root of their number
  };
  void read_contexts(std::span<const std::span<const std::uint32_t>> codes);
  void begin_row(Node j, std::size_t active, StructuralChoices& choices);
  void decide(Node j, std::size_t active, StructuralChoices& choices);
  void evaluate(std::span<const Pending> pending);
  void settle(std::span<const Pending> pending, std::span<const std::uint8_t> bits);
  void end_row(Node j, std::size_t active);

  /// apply() to one row of each of the first lanes: in(lane) to out(lane).
  template <class In, class Out>
  void each(const kernels::RowLayer& layer, std::size_t count, const In& in, const Out& out,
            bool add = false);

  const StructuralWeights& weights_;
  std::size_t width_;
  std::vector<Lane> lanes_;
  std::vector<const float*> in_;
  std::vector<float*> out_;
  std::vector<Row> first_, second_, third_;  // [lanes] scratch rows
  std::vector<float> logits_;
};

}  // namespace graphvq
