#include "libgraphvq/measure/judge/vun.hpp"

#include "libgraphvq/base/parallel.hpp"

namespace graphvq {

namespace {

std::vector<Signature> signatures(std::span<const Graph> graphs, const IdentitySettings& settings) {
  std::vector<Signature> result(graphs.size());
  parallel(graphs.size(), settings.threads,
           [&](unsigned, std::size_t i) { result[i] = wl_signature(graphs[i], settings.labels); });
  return result;
}

}  // namespace

const std::optional<CanonicalForm>& Candidate::form() {
  if (!searched_) form_ = canonical_form(graph_, settings_.labels, settings_.limit);
  searched_ = true;
  return form_;
}

void KnownGraphs::add_form(Class& graphs, const std::optional<CanonicalForm>& form) {
  graphs.formless |= !form;
  formless_ += !form;
  if (form) forms_.insert(*form);
}

void KnownGraphs::settle(Class& graphs) {
  if (!graphs.alone) return;
  add_form(graphs, canonical_form(*graphs.alone, settings_.labels, settings_.limit));
  graphs.alone.reset();
}

void KnownGraphs::add(Candidate& graph) {
  const auto [found, added] = seen_.try_emplace(graph.wl());
  if (added) {
    found->second.alone = {
        graph.graph().n, graph.graph().edges, graph.graph().node_labels, {}, {}, {}};
    return;
  }
  settle(found->second);
  add_form(found->second, graph.form());
}

void KnownGraphs::add(std::span<const Graph> graphs) {
  const auto wl = signatures(graphs, settings_);
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    Candidate graph(graphs[i], wl[i], settings_);
    add(graph);
  }
}

KnownGraphs::Answer KnownGraphs::contains(Candidate& graph) {
  const auto found = seen_.find(graph.wl());
  if (found == seen_.end()) return Answer::no;
  settle(found->second);
  if (!graph.form()) return Answer::undecided;
  if (forms_.contains(*graph.form())) return Answer::yes;
  return found->second.formless ? Answer::undecided : Answer::no;
}

void VunCounter::add(std::span<const Graph> graphs) {
  using Answer = KnownGraphs::Answer;
  const auto wl = signatures(graphs, settings_);
  std::vector<std::vector<char>> obeyed(graphs.size(), std::vector<char>(rules_.size()));
  parallel(graphs.size(), settings_.threads, [&](unsigned, std::size_t i) {
    for (std::size_t k = 0; k < rules_.size(); ++k) obeyed[i][k] = obeys(graphs[i], rules_[k]);
  });
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    Candidate graph(graphs[i], wl[i], settings_);
    const auto seen = seen_.contains(graph);
    const auto known = train_.contains(graph);
    const bool unique_wl = !seen_.contains_wl(wl[i]), novel_wl = !train_.contains_wl(wl[i]);
    seen_.add(graph);
    bool valid = true;
    for (std::size_t k = 0; k < rules_.size(); ++k) {
      counts_.obeys[k] += obeyed[i][k] != 0;
      valid = valid && obeyed[i][k] != 0;
    }
    ++counts_.graphs;
    counts_.valid += valid;
    counts_.unique += seen == Answer::no;
    counts_.novel += known == Answer::no;
    counts_.vun += valid && seen == Answer::no && known == Answer::no;
    counts_.undecided += seen == Answer::undecided || known == Answer::undecided;
    counts_.unique_wl += unique_wl;
    counts_.novel_wl += novel_wl;
    counts_.vun_wl += valid && unique_wl && novel_wl;
  }
}

}  // namespace graphvq
