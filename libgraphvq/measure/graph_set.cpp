#include "libgraphvq/measure/graph_set.hpp"

#include <utility>

#include "libgraphvq/data/parallel.hpp"
#include "libgraphvq/graph/counts.hpp"

namespace graphvq {

GraphSet::GraphSet(std::vector<Descriptor> descriptors, bool labels, bool rows)
    : descriptors_(std::move(descriptors)),
      labels_(labels),
      signatures_(descriptors_.size()),
      rows_(rows ? descriptors_.size() : 0) {}

void GraphSet::add(std::span<const Graph> graphs, unsigned threads) {
  struct Found {
    std::vector<std::vector<double>> signatures;
    Signature wl{};
    bool connected = false;
  };
  std::vector<Found> found(graphs.size());
  parallel(graphs.size(), threads, [&](unsigned, std::size_t i) {
    for (const Descriptor d : descriptors_) found[i].signatures.push_back(signature(graphs[i], d));
    found[i].wl = wl_signature(graphs[i], labels_);
    found[i].connected = components(graphs[i]).sizes.size() == 1;
  });
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    for (std::size_t k = 0; k < rows_.size(); ++k) rows_[k].push_back(found[i].signatures[k]);
    for (std::size_t k = 0; k < descriptors_.size(); ++k)
      signatures_[k].add(std::move(found[i].signatures[k]));
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
}

std::uint64_t GraphSet::novel_count(const GraphSet& train) const {
  std::uint64_t count = 0;
  for (const auto& [signature, graphs] : wl_)
    if (!train.wl_.contains(signature)) count += graphs;
  return count;
}

}  // namespace graphvq
