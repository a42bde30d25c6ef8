#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <vector>

#include "libgraphvq/graph/graph.hpp"
#include "libgraphvq/graph/wl.hpp"
#include "libgraphvq/measure/canonical.hpp"
#include "libgraphvq/measure/validity.hpp"

namespace graphvq {

/// How graphs are told apart.
struct IdentitySettings {
  bool labels = true;            // node labels count
  std::uint64_t limit = 100000;  // search nodes of a canonical form
  unsigned threads = 1;
};

/// The distinct graphs of a set, by WL signatures and by canonical forms.
class KnownGraphs {
 public:
  enum class Answer : std::uint8_t { no, yes, undecided };

  void add(const Signature& wl, const std::optional<CanonicalForm>& form);
  void add(std::span<const Graph> graphs, const IdentitySettings& settings);
  bool contains_wl(const Signature& wl) const { return seen_.contains(wl); }
  /// Undecided only where the WL signatures are equal and a canonical form is missing.
  Answer contains(const Signature& wl, const std::optional<CanonicalForm>& form) const;
  /// Graphs without a canonical form.
  std::uint64_t formless() const { return formless_; }

 private:
  std::map<Signature, bool> seen_;  // whether a graph of that signature has no form
  std::set<CanonicalForm> forms_;
  std::uint64_t formless_ = 0;
};

/// Counts of graphs. Unique: the first of its kind in the file. Novel: not in the training set.
/// A graph of which one of these is undecided is counted there as not.
struct VunCounts {
  std::uint64_t graphs = 0;
  std::uint64_t valid = 0;  // by all rules
  std::uint64_t unique = 0, novel = 0, vun = 0;
  std::uint64_t undecided = 0;
  std::uint64_t unique_wl = 0, novel_wl = 0, vun_wl = 0;
  std::vector<std::uint64_t> obeys;  // of each rule
};

/// Validity, uniqueness and novelty of a stream of graphs (V.U.N., as in SPECTRE, by exact
/// isomorphism, and by three rounds of WL as in the paper).
class VunCounter {
 public:
  VunCounter(const KnownGraphs& train, std::vector<Rule> rules, IdentitySettings settings)
      : train_(train), rules_(std::move(rules)), settings_(settings) {
    counts_.obeys.resize(rules_.size());
  }
  void add(std::span<const Graph> graphs);
  const VunCounts& counts() const { return counts_; }

 private:
  const KnownGraphs& train_;
  std::vector<Rule> rules_;
  IdentitySettings settings_;
  KnownGraphs seen_;
  VunCounts counts_;
};

}  // namespace graphvq
