#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "libgraphvq/measure/signature/gin.hpp"
#include "libgraphvq/measure/signature/signature_set.hpp"

namespace graphvq {

/// What of a graph is compared: the paper's five (NOTES.md, "Signatures"), and what others use.
enum class Descriptor : std::uint8_t {
  degree,
  clustering,
  orbit,
  spectral,
  components,
  orbit4,
  spectral_histogram,
  label,
  label_edge,
  wl,
  gin
};

inline constexpr std::array paper_descriptors = {Descriptor::degree, Descriptor::clustering,
                                                 Descriptor::orbit, Descriptor::spectral,
                                                 Descriptor::components};

inline constexpr auto all_descriptors = [] {
  std::array<Descriptor, 11> all{};
  for (std::size_t k = 0; k < all.size(); ++k) all[k] = static_cast<Descriptor>(k);
  return all;
}();

std::string_view to_string(Descriptor descriptor);
/// Throws UsageError for an unknown name, with those there are.
Descriptor descriptor(std::string_view name);

/// Whether the signature is a histogram of a quantity: what KernelKind::emd compares.
bool is_histogram(Descriptor descriptor);
/// Whether graphs without node labels have no such signature.
bool needs_labels(Descriptor descriptor);
/// Whether the signature is keys and values by turns, keys ascending, a key that is not there
/// standing for 0.
bool is_keyed(Descriptor descriptor);

/// What is left out of graphs before their signatures are taken.
struct Pruning {
  bool isolated = false;       // nodes without edges
  bool node_for_none = false;  // a graph without nodes becomes a single one
  bool empty = false;          // graphs without nodes

  bool any() const { return isolated || node_for_none || empty; }
};

/// The rest of a graph, without attributes; nothing where it is left out.
std::optional<Graph> pruned(const Graph& graph, const Pruning& pruning);

/// What signatures depend on beside the graph.
struct SignatureSettings {
  std::uint32_t node_labels = 0;  // categories that gin knows
  std::uint32_t edge_labels = 0;  // categories that gin and label_edge know
  std::uint64_t seed = 0;         // of gin's weights
  bool labels = true;             // wl starts from node labels
  bool float_bins = false;  // clustering coefficients are binned by numpy.histogram's float edges
  bool self_loops = false;  // each node has one, which its degree and so on count
  double excess = 0;        // joins the count of what a histogram has, before shares are taken
  Standardisation gin = {};
  Pruning pruning = {};
};

/// Signatures of graphs; vectors of unequal length are compared as if padded with zeros.
class Describer {
 public:
  /// Without `gin` there are no such signatures, and its weights are not drawn.
  explicit Describer(SignatureSettings settings = {}, bool gin = true);

  /// degree: share of nodes of each degree. clustering: share of nodes in each of 100 equal bins of
  /// the local coefficient on [0, 1], decided in integers (an edge belongs to the upper bin, 1 to
  /// the last). orbit: triangles, 2-stars, 3-paths, 4-cycles, 4-cliques of the whole graph.
  /// spectral: eigenvalues of the normalised Laplacian, ascending. components: share of components
  /// of each size. orbit4: mean over nodes of NodeOrbits. spectral_histogram: share of those
  /// eigenvalues in each of 200 equal bins on [-1e-5, 2]. label: share of nodes of each label.
  /// label_edge: share of edges of each pair of labels and label of its own, an unknown one
  /// counting as one more. wl: share of nodes of each colour before and after each of three rounds
  /// of Weisfeiler-Lehman, by 52 bits of the colour. gin: Gin::embed, standardised. Of a graph
  /// without nodes all entries are zero, but for gin. With self_loops, degree, clustering and the
  /// spectra are those of the adjacency matrix with ones on its diagonal: clustering is
  /// (A^3)_ii / (k (k - 1)), k the sum of the row, and above 1 in no bin (NOTES.md, "Self-loops").
  std::vector<double> operator()(const Graph& graph, Descriptor descriptor) const;

  const SignatureSettings& settings() const { return settings_; }
  void standardise(Standardisation standardisation);

 private:
  SignatureSettings settings_;
  std::optional<Gin> gin_;
};

/// With default settings.
std::vector<double> signature(const Graph& graph, Descriptor descriptor);

}  // namespace graphvq
