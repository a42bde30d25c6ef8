#include "libgraphvq/measure/signature/graph_set.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "libgraphvq/base/error.hpp"
#include "libgraphvq/base/parallel.hpp"
#include "libgraphvq/graph/counts.hpp"

namespace graphvq {

GraphSet::GraphSet(std::vector<Descriptor> descriptors, bool labels, bool rows,
                   const SignatureSettings& settings)
    : descriptors_(std::move(descriptors)),
      describe_(settings, std::ranges::count(descriptors_, Descriptor::gin) > 0),
      labels_(labels),
      rows_(rows ? descriptors_.size() : 0) {
  for (const auto each : descriptors_) signatures_.emplace_back(is_keyed(each));
}

Standardisation GraphSet::standardise() {
  const auto found = std::ranges::find(descriptors_, Descriptor::gin);
  if (found == descriptors_.end()) return {};
  const auto at = static_cast<std::size_t>(found - descriptors_.begin());
  Standardisation by = graphvq::standardise(signatures_[at]);
  if (!rows_.empty())
    for (auto& row : rows_[at]) row = by(std::move(row));
  describe_.standardise(by);
  return by;
}

void GraphSet::add(std::span<const Graph> graphs, unsigned threads, std::uint64_t first) {
  struct Found {
    std::vector<std::vector<double>> signatures;  // none of a graph that is left out
    Node dropped_nodes = 0;
    Signature wl{};
    bool connected = false;
  };
  const Pruning& pruning = describe_.settings().pruning;
  std::vector<Found> found(graphs.size());
  parallel(graphs.size(), threads, [&](unsigned, std::size_t i) {
    const auto describe = [&](const Graph& graph) {
      with_graph(first + i, [&] {
        for (const Descriptor d : descriptors_) found[i].signatures.push_back(describe_(graph, d));
      });
    };
    if (!pruning.any()) {
      describe(graphs[i]);
    } else if (const auto rest = pruned(graphs[i], pruning)) {
      describe(*rest);
      found[i].dropped_nodes = graphs[i].n > rest->n ? graphs[i].n - rest->n : 0;
    } else {
      found[i].dropped_nodes = graphs[i].n;
    }
    found[i].wl = wl_signature(graphs[i], labels_);
    found[i].connected = components(graphs[i]).sizes.size() == 1;
  });
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    auto& signatures = found[i].signatures;
    for (std::size_t k = 0; k < signatures.size(); ++k) {
      if (!rows_.empty()) rows_[k].push_back(signatures[k]);
      signatures_[k].add(std::move(signatures[k]));
    }
    dropped_.graphs += signatures.size() < descriptors_.size();
    dropped_.nodes += found[i].dropped_nodes;
    ++wl_[found[i].wl];
    connected_ += found[i].connected;
    nondegenerate_ += graphs[i].n > 1 && !graphs[i].edges.empty();
    nodes_ += graphs[i].n;
    edges_ += graphs[i].edges.size();
  }
  size_ += graphs.size();
}

void GraphSet::count(const GraphSet& other) {
  size_ += other.size_;
  connected_ += other.connected_;
  nondegenerate_ += other.nondegenerate_;
  nodes_ += other.nodes_;
  edges_ += other.edges_;
  dropped_.nodes += other.dropped_.nodes;
  dropped_.graphs += other.dropped_.graphs;
}

std::uint64_t GraphSet::novel_count(const GraphSet& train) const {
  std::uint64_t count = 0;
  for (const auto& [signature, graphs] : wl_)
    if (!train.wl_.contains(signature)) count += graphs;
  return count;
}

}  // namespace graphvq
