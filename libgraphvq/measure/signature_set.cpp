#include "libgraphvq/measure/signature_set.hpp"

#include <algorithm>

#include "libgraphvq/measure/arithmetic.hpp"

namespace graphvq {

void SignatureSet::add(std::vector<double> signature, std::uint64_t count) {
  while (!signature.empty() && signature.back() == 0) signature.pop_back();
  counts_[std::move(signature)] += count;
  size_ += count;
}

namespace {

// What the kernel compares entry by entry; `held` is there for what is not the signature itself.
const std::vector<double>& entries_of(const std::vector<double>& signature, KernelKind kind,
                                      std::vector<double>& held) {
  if (kind != KernelKind::emd || signature.empty()) return signature;
  held.resize(signature.size() - 1);
  double mass = 0;
  for (std::size_t k = held.size(); k-- > 0;) held[k] = mass += signature[k + 1];
  return held;
}

}  // namespace

SignatureSet pool(const SignatureSet& a, const SignatureSet& b) {
  SignatureSet result = a;
  for (const auto& [signature, count] : b.counts()) result.add(signature, count);
  return result;
}

Tiles::Tiles(const SignatureSet& set, const SignatureSet& other, KernelKind kind)
    : kind_(kind), keyed_(set.keyed()), distinct_(set.counts().size()) {
  counts_.resize((distinct_ + lanes - 1) / lanes * lanes);
  std::size_t index = 0;
  for (const auto& [signature, count] : set.counts()) counts_[index++] = static_cast<double>(count);
  if (keyed_)
    lay_out_keyed(set);
  else
    lay_out(set, other);
}

void Tiles::lay_out(const SignatureSet& set, const SignatureSet& other) {
  std::vector<double> held;
  std::vector<std::size_t> column;  // of an entry, after those left out; first 1 where it is used
  for (const auto* part : {&set, &other}) {
    for (const auto& [signature, count] : part->counts()) {
      const auto& entries = entries_of(signature, kind_, held);
      if (entries.size() > column.size()) column.resize(entries.size());
      for (std::size_t k = 0; k < entries.size(); ++k) column[k] |= entries[k] != 0;
    }
  }
  constexpr auto unused = static_cast<std::size_t>(-1);
  std::size_t columns = 0;
  for (auto& c : column) c = c != 0 ? columns++ : unused;

  std::size_t index = 0;
  for (auto it = set.counts().begin(); it != set.counts().end();) {
    const auto last =
        std::next(it, static_cast<std::ptrdiff_t>(std::min<std::size_t>(lanes, distinct_ - index)));
    // A signature ends in an entry that is not zero, and the last of a tile is the longest.
    const auto& longest = entries_of(std::prev(last)->first, kind_, held);
    const std::size_t length = longest.empty() ? 0 : column[longest.size() - 1] + 1;
    const std::size_t begin = offsets_.back();
    offsets_.push_back(begin + length * lanes);
    values_.resize(offsets_.back());
    for (; it != last; ++it, ++index) {
      const auto& entries = entries_of(it->first, kind_, held);
      for (std::size_t k = 0; k < entries.size(); ++k)
        if (column[k] != unused) values_[begin + column[k] * lanes + index % lanes] = entries[k];
    }
  }
}

void Tiles::lay_out_keyed(const SignatureSet& set) {
  std::size_t index = 0;
  for (auto it = set.counts().begin(); it != set.counts().end();) {
    const auto first = it;
    std::vector<double> keys;
    for (std::size_t lane = 0; lane < lanes && it != set.counts().end(); ++lane, ++it)
      for (std::size_t k = 0; k < it->first.size(); k += 2) keys.push_back(it->first[k]);
    std::ranges::sort(keys);
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    const std::size_t begin = offsets_.back();
    offsets_.push_back(begin + keys.size() * lanes);
    values_.resize(offsets_.back());
    for (auto one = first; one != it; ++one, ++index)
      for (std::size_t k = 0; k < one->first.size(); k += 2) {
        const auto at = std::ranges::lower_bound(keys, one->first[k]) - keys.begin();
        values_[begin + static_cast<std::size_t>(at) * lanes + index % lanes] = one->first[k + 1];
      }
    keys_.insert(keys_.end(), keys.begin(), keys.end());
  }
}

void Tiles::row(std::size_t index, TileRow& row) const {
  const std::size_t t = index / lanes;
  row.entries.clear();
  row.keys.clear();
  for (std::size_t k = 0; k < length(t); ++k) {
    const double entry = tile(t)[k * lanes + index % lanes];
    if (keyed_ && entry == 0) continue;
    row.entries.push_back(entry);
    if (keyed_) row.keys.push_back(keys(t)[k]);
  }
}

namespace {

// Of keyed signatures: a row and one tile.
void keyed_separations(arithmetic::Term term, const TileRow& row, const Tiles& tiles,
                       std::size_t tile, double* result) {
  const double* columns = tiles.tile(tile);
  const double* keys = tiles.keys(tile);
  const std::size_t length = tiles.length(tile), own = row.entries.size();
  // Entries of the keys of both, in order.
  thread_local std::vector<double> mine, theirs;
  mine.clear();
  theirs.clear();
  for (std::size_t i = 0, k = 0; i < own || k < length;) {
    const bool of_row = i < own && (k == length || row.keys[i] <= keys[k]);
    const bool of_tile = k < length && (i == own || keys[k] <= row.keys[i]);
    mine.push_back(of_row ? row.entries[i] : 0);
    if (of_tile)
      theirs.insert(theirs.end(), columns + k * Tiles::lanes, columns + (k + 1) * Tiles::lanes);
    else
      theirs.resize(theirs.size() + Tiles::lanes);
    i += of_row;
    k += of_tile;
  }
  const std::size_t offsets[] = {0, theirs.size()};
  arithmetic::add_terms(term, mine.data(), mine.size(), theirs.data(), offsets, 1, result);
}

}  // namespace

void separations(const TileRow& row, const Tiles& tiles, std::size_t first, std::size_t count,
                 double* result) {
  const auto term = tiles.kind() == KernelKind::gaussian ? arithmetic::Term::square
                    : tiles.kind() == KernelKind::linear ? arithmetic::Term::product
                                                         : arithmetic::Term::magnitude;
  if (tiles.keyed()) {
    for (std::size_t t = 0; t < count; ++t)
      keyed_separations(term, row, tiles, first + t, result + t * Tiles::lanes);
  } else {
    arithmetic::add_terms(term, row.entries.data(), row.entries.size(), tiles.tile(0),
                          tiles.offsets() + first, count, result);
  }
}

}  // namespace graphvq
