#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace graphvq {

/// Signatures of graphs in their order; compared as if padded with zeros.
using SignatureRows = std::vector<std::vector<double>>;

/// A multiset of signatures, each distinct one kept once with its count: 8 bytes an entry and about
/// 110 a distinct signature. What follows from it does not depend on the order of insertion.
class SignatureSet {
 public:
  SignatureSet() = default;
  /// `keyed`: signatures are keys and values by turns, keys ascending, values not 0.
  explicit SignatureSet(bool keyed) : keyed_(keyed) {}

  /// Trailing zeros are dropped: they change no distance.
  void add(std::vector<double> signature, std::uint64_t count = 1);

  std::uint64_t size() const { return size_; }
  bool keyed() const { return keyed_; }

  struct Shorter {
    bool operator()(const std::vector<double>& a, const std::vector<double>& b) const {
      return a.size() != b.size() ? a.size() < b.size() : a < b;
    }
  };
  /// Count of each distinct signature, the shorter first.
  const std::map<std::vector<double>, std::uint64_t, Shorter>& counts() const { return counts_; }

 private:
  std::map<std::vector<double>, std::uint64_t, Shorter> counts_;
  std::uint64_t size_ = 0;
  bool keyed_ = false;
};

/// The union, with counts added.
SignatureSet pool(const SignatureSet& a, const SignatureSet& b);

/// Columns less their mean, divided by their deviation. Without columns: as they are.
struct Standardisation {
  std::vector<double> mean, deviation;

  std::vector<double> operator()(std::vector<double> signature) const;
};

/// Brings each column of a set to mean 0 and deviation 1, and returns how. A column that is
/// constant but for rounding keeps its scale, as scikit-learn's StandardScaler has it.
Standardisation standardise(SignatureSet& set);

}  // namespace graphvq
