#include "libgraphvq/measure/signature_set.hpp"

#include <Eigen/Core>
#include <algorithm>

namespace graphvq {

void SignatureSet::add(std::vector<double> signature, std::uint64_t count) {
  while (!signature.empty() && signature.back() == 0) signature.pop_back();
  counts_[std::move(signature)] += count;
  size_ += count;
}

SignatureSet pool(const SignatureSet& a, const SignatureSet& b) {
  SignatureSet result = a;
  for (const auto& [signature, count] : b.counts()) result.add(signature, count);
  return result;
}

Tiles::Tiles(const SignatureSet& set, const SignatureSet& other) {
  std::vector<std::size_t> column;  // of an entry, after those left out; first 1 where it is used
  for (const auto* part : {&set, &other}) {
    for (const auto& [signature, count] : part->counts()) {
      if (signature.size() > column.size()) column.resize(signature.size());
      for (std::size_t k = 0; k < signature.size(); ++k) column[k] |= signature[k] != 0;
    }
  }
  constexpr auto unused = static_cast<std::size_t>(-1);
  std::size_t columns = 0;
  for (auto& c : column) c = c != 0 ? columns++ : unused;

  distinct_ = set.counts().size();
  counts_.resize((distinct_ + lanes - 1) / lanes * lanes);
  std::size_t index = 0;
  for (auto it = set.counts().begin(); it != set.counts().end();) {
    const auto last =
        std::next(it, static_cast<std::ptrdiff_t>(std::min<std::size_t>(lanes, distinct_ - index)));
    // A signature ends in an entry that is not zero, and the last of a tile is the longest.
    const auto& longest = std::prev(last)->first;
    const std::size_t length = longest.empty() ? 0 : column[longest.size() - 1] + 1;
    const std::size_t begin = offsets_.back();
    offsets_.push_back(begin + length * lanes);
    values_.resize(offsets_.back());
    for (; it != last; ++it, ++index) {
      counts_[index] = static_cast<double>(it->second);
      for (std::size_t k = 0; k < it->first.size(); ++k)
        if (column[k] != unused) values_[begin + column[k] * lanes + index % lanes] = it->first[k];
    }
  }
}

void Tiles::row(std::size_t index, std::vector<double>& entries) const {
  const std::size_t t = index / lanes;
  entries.resize(length(t));
  for (std::size_t k = 0; k < entries.size(); ++k) entries[k] = tile(t)[k * lanes + index % lanes];
}

void squared_distances(std::span<const double> row, const Tiles& tiles, std::size_t tile,
                       double* distances) {
  constexpr auto lanes = Tiles::lanes;
  const std::size_t length = tiles.length(tile);
  const std::size_t common = std::min(row.size(), length);
  const double* entries = tiles.tile(tile);
  using Lanes = Eigen::Array<double, lanes, 1>;
  Lanes sums = Lanes::Zero();
  std::size_t k = 0;
  for (; k < common; ++k) sums += (row[k] - Eigen::Map<const Lanes>(entries + k * lanes)).square();
  for (; k < row.size(); ++k) sums += row[k] * row[k];
  for (; k < length; ++k) sums += Eigen::Map<const Lanes>(entries + k * lanes).square();
  Eigen::Map<Lanes> result(distances);
  result = sums;
}

}  // namespace graphvq
