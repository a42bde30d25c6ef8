#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "libgraphvq/graph/graph.hpp"
#include "libgraphvq/graph/wl.hpp"
#include "libgraphvq/measure/signature/signature.hpp"
#include "libgraphvq/measure/signature/signature_set.hpp"

namespace graphvq {

/// What of a set of graphs the measures need, gathered as a stream: the graphs themselves are not
/// kept. Signatures are of the pruned graphs, all else of the graphs as they are. About 80 bytes a
/// graph that is new under WL, and a SignatureSet for each descriptor.
class GraphSet {
 public:
  /// `labels`: node labels take part in novelty and uniqueness. `rows`: the signatures of all
  /// graphs are kept in order too, 8 bytes an entry.
  explicit GraphSet(std::vector<Descriptor> descriptors, bool labels = true, bool rows = false,
                    const SignatureSettings& settings = {});

  /// Standardises the signatures of gin, and returns how, for the settings of sets that are
  /// compared with this. No columns where gin is none of the descriptors.
  Standardisation standardise();

  /// An Error of a graph names its place in the file, where the first of `graphs` has number
  /// `first`.
  void add(std::span<const Graph> graphs, unsigned threads = 1, std::uint64_t first = 0);

  /// Counts the graphs of another set, whose signatures are not kept: unique() and novel() are then
  /// those of the graphs that were added.
  void count(const GraphSet& other);

  std::uint64_t size() const { return size_; }
  /// What pruning left out of the signatures.
  struct Dropped {
    std::uint64_t nodes = 0, graphs = 0;
  };
  const Dropped& dropped() const { return dropped_; }
  /// Graphs with signatures.
  std::uint64_t described() const { return size_ - dropped_.graphs; }
  const std::vector<Descriptor>& descriptors() const { return descriptors_; }
  /// Of descriptors()[k].
  const SignatureSet& signatures(std::size_t k) const { return signatures_[k]; }

  /// For each descriptor, where they are kept.
  const std::vector<SignatureRows>& rows() const { return rows_; }

  // Shares and means over the graphs; none is defined of an empty set.

  /// One component; a graph without nodes has none.
  double connected() const { return share(connected_); }
  /// More than one node and at least one edge.
  double nondegenerate() const { return share(nondegenerate_); }
  /// Distinct WL signatures, three rounds, by graphs.
  double unique() const { return share(wl_.size()); }
  /// Graphs whose WL signature `train` does not have.
  double novel(const GraphSet& train) const { return share(novel_count(train)); }
  std::uint64_t novel_count(const GraphSet& train) const;
  double mean_nodes() const { return share(nodes_); }
  double mean_edges() const { return share(edges_); }

 private:
  double share(std::uint64_t count) const {
    return static_cast<double>(count) / static_cast<double>(size_);
  }

  std::vector<Descriptor> descriptors_;
  Describer describe_;
  bool labels_;
  std::vector<SignatureSet> signatures_;
  std::vector<SignatureRows> rows_;        // empty where they are not kept
  std::map<Signature, std::uint64_t> wl_;  // graphs of each WL signature
  std::uint64_t size_ = 0, connected_ = 0, nondegenerate_ = 0, nodes_ = 0, edges_ = 0;
  Dropped dropped_;
};

}  // namespace graphvq
