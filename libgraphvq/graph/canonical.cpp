#include "libgraphvq/graph/canonical.hpp"

#include <nausparse.h>

#include <algorithm>
#include <mutex>
#include <numeric>

namespace graphvq {

namespace {

// nauty keeps its working storage, and the request to stop, in globals.
std::mutex one_search;
std::uint64_t searched, allowed;

void count_search(::graph*, int*, int*, int, int, int, int, int, int) {
  if (++searched > allowed) nauty_kill_request = 1;
}

// A graph as nauty takes it. Named g here, for nauty has a type named graph.
struct Sparse {
  std::vector<std::size_t> first;
  std::vector<int> degree, target;

  explicit Sparse(const Graph& g) {
    const Adjacency adjacency(g);
    for (Node u = 0; u < g.n; ++u) {
      first.push_back(target.size());
      degree.push_back(static_cast<int>(adjacency.degree(u)));
      for (const Node v : adjacency.neighbours(u)) target.push_back(static_cast<int>(v));
    }
  }
  sparsegraph view() {
    sparsegraph result;
    SG_INIT(result);
    result.nv = static_cast<int>(first.size());
    result.nde = target.size();
    result.v = first.data();
    result.d = degree.data();
    result.e = target.data();
    result.vlen = result.dlen = first.size();
    result.elen = target.size();
    return result;
  }
};

}  // namespace

std::optional<CanonicalForm> canonical_form(const Graph& g, bool labels, std::uint64_t limit) {
  CanonicalForm form = {g.n};
  if (g.n == 0) return form;
  const bool coloured = labels && !g.node_labels.empty();
  const auto label = [&](int u) {
    return coloured ? g.node_labels[static_cast<std::size_t>(u)] : 0;
  };
  // Cells of one label each, in the order of labels; ptn is 0 at the end of a cell.
  std::vector<int> lab(g.n), ptn(g.n), orbits(g.n);
  std::iota(lab.begin(), lab.end(), 0);
  std::ranges::stable_sort(lab, {}, label);
  for (std::size_t i = 0; i + 1 < lab.size(); ++i) ptn[i] = label(lab[i]) == label(lab[i + 1]);

  {
    Sparse sparse(g);
    auto view = sparse.view();
    sparsegraph canonical;
    SG_INIT(canonical);
    DEFAULTOPTIONS_SPARSEGRAPH(options);
    options.getcanon = TRUE;
    options.defaultptn = FALSE;
    options.usernodeproc = count_search;
    statsblk stats;
    const std::lock_guard lock(one_search);
    searched = 0;
    allowed = limit;
    nauty_kill_request = 0;
    sparsenauty(&view, lab.data(), ptn.data(), orbits.data(), &options, &stats, &canonical);
    SG_FREE(canonical);
    // Where it is built thread-safe, a thread's storage would be lost with the thread.
    nausparse_freedyn();
    nautil_freedyn();
    nauty_freedyn();
    if (stats.errstatus != 0) return std::nullopt;
  }

  std::vector<Node> place(g.n);
  for (std::size_t i = 0; i < lab.size(); ++i) {
    place[static_cast<std::size_t>(lab[i])] = static_cast<Node>(i);
    if (coloured) form.push_back(label(lab[i]));
  }
  auto edges = g.edges;
  for (auto& [u, v] : edges) {
    u = place[u];
    v = place[v];
    if (u > v) std::swap(u, v);
  }
  std::ranges::sort(edges);
  for (const auto& [u, v] : edges) form.insert(form.end(), {u, v});
  return form;
}

}  // namespace graphvq
