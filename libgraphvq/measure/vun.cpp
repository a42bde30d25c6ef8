#include "libgraphvq/measure/vun.hpp"

#include "libgraphvq/data/parallel.hpp"

namespace graphvq {

namespace {

struct Identity {
  Signature wl{};
  std::optional<CanonicalForm> form;
};

std::vector<Identity> identities(std::span<const Graph> graphs, const IdentitySettings& settings) {
  std::vector<Identity> result(graphs.size());
  parallel(graphs.size(), settings.threads, [&](unsigned, std::size_t i) {
    result[i] = {wl_signature(graphs[i], settings.labels),
                 canonical_form(graphs[i], settings.labels, settings.limit)};
  });
  return result;
}

}  // namespace

void KnownGraphs::add(const Signature& wl, const std::optional<CanonicalForm>& form) {
  seen_[wl] |= !form;
  if (form)
    forms_.insert(*form);
  else
    ++formless_;
}

KnownGraphs::Answer KnownGraphs::contains(const Signature& wl,
                                          const std::optional<CanonicalForm>& form) const {
  const auto found = seen_.find(wl);
  if (found == seen_.end()) return Answer::no;
  if (form && forms_.contains(*form)) return Answer::yes;
  return form && !found->second ? Answer::no : Answer::undecided;
}

void KnownGraphs::add(std::span<const Graph> graphs, const IdentitySettings& settings) {
  for (const auto& [wl, form] : identities(graphs, settings)) add(wl, form);
}

void VunCounter::add(std::span<const Graph> graphs) {
  using Answer = KnownGraphs::Answer;
  const auto found = identities(graphs, settings_);
  std::vector<std::vector<char>> obeyed(graphs.size(), std::vector<char>(rules_.size()));
  parallel(graphs.size(), settings_.threads, [&](unsigned, std::size_t i) {
    for (std::size_t k = 0; k < rules_.size(); ++k) obeyed[i][k] = obeys(graphs[i], rules_[k]);
  });
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    const auto& [wl, form] = found[i];
    const auto seen = seen_.contains(wl, form);
    const auto known = train_.contains(wl, form);
    const bool unique_wl = !seen_.contains_wl(wl), novel_wl = !train_.contains_wl(wl);
    seen_.add(wl, form);
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
