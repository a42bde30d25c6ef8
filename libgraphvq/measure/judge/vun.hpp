#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <vector>

#include "libgraphvq/graph/canonical.hpp"
#include "libgraphvq/graph/graph.hpp"
#include "libgraphvq/graph/wl.hpp"
#include "libgraphvq/measure/judge/validity.hpp"

namespace graphvq {

/// How graphs are told apart.
struct IdentitySettings {
  bool labels = true;            // node labels count
  std::uint64_t limit = 100000;  // search nodes of a canonical form
  unsigned threads = 1;
};

/// A graph, and its canonical form once that has been asked for.
class Candidate {
 public:
  Candidate(const Graph& graph, const Signature& wl, const IdentitySettings& settings)
      : graph_(graph), wl_(wl), settings_(settings) {}
  const Graph& graph() const { return graph_; }
  const Signature& wl() const { return wl_; }
  /// Nothing where the search passes the limit.
  const std::optional<CanonicalForm>& form();

 private:
  const Graph& graph_;
  const Signature& wl_;
  const IdentitySettings& settings_;
  bool searched_ = false;
  std::optional<CanonicalForm> form_;
};

/// The distinct graphs of a set, by WL signatures and, where two of these are equal, by canonical
/// forms: a graph that is alone with its signature is kept as it is.
class KnownGraphs {
 public:
  enum class Answer : std::uint8_t { no, yes, undecided };

  explicit KnownGraphs(const IdentitySettings& settings) : settings_(settings) {}
  void add(Candidate& graph);
  void add(std::span<const Graph> graphs);
  bool contains_wl(const Signature& wl) const { return seen_.contains(wl); }
  /// Undecided only where the WL signatures are equal and a canonical form is missing.
  Answer contains(Candidate& graph);
  /// Graphs whose canonical form was asked for and passed the limit.
  std::uint64_t formless() const { return formless_; }

 private:
  struct Class {  // graphs of one signature
    std::optional<Graph> alone;
    bool formless = false;  // one of them
  };
  void settle(Class& graphs);
  void add_form(Class& graphs, const std::optional<CanonicalForm>& form);

  IdentitySettings settings_;
  std::map<Signature, Class> seen_;
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
  VunCounter(KnownGraphs& train, std::vector<Rule> rules, const IdentitySettings& settings)
      : train_(train), rules_(std::move(rules)), settings_(settings), seen_(settings) {
    counts_.obeys.resize(rules_.size());
  }
  void add(std::span<const Graph> graphs);
  const VunCounts& counts() const { return counts_; }

 private:
  KnownGraphs& train_;
  std::vector<Rule> rules_;
  IdentitySettings settings_;
  KnownGraphs seen_;
  VunCounts counts_;
};

}  // namespace graphvq
