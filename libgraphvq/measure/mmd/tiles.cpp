#include "libgraphvq/measure/mmd/tiles.hpp"

#include "libgraphvq/measure/mmd/arithmetic.hpp"

namespace graphvq {

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

Tiles::Tiles(const SignatureSet& set, const SignatureSet& other, KernelKind kind)
    : kind_(kind), keyed_(set.keyed()), distinct_(set.counts().size()) {
  counts_.resize((distinct_ + lanes - 1) / lanes * lanes);
  std::size_t index = 0;
  for (const auto& [signature, count] : set.counts()) counts_[index++] = static_cast<double>(count);
  if (keyed_)
    lay_out_keyed(set, other);
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

void Tiles::lay_out_keyed(const SignatureSet& set, const SignatureSet& other) {
  std::vector<double> keys;
  for (const auto* part : {&set, &other})
    for (const auto& [signature, count] : part->counts())
      for (std::size_t k = 0; k < signature.size(); k += 2) keys.push_back(signature[k]);
  std::ranges::sort(keys);
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  width_ = keys.size();

  std::size_t index = 0;
  for (auto it = set.counts().begin(); it != set.counts().end();) {
    const auto first = it;
    std::vector<std::uint32_t> own;
    for (std::size_t lane = 0; lane < lanes && it != set.counts().end(); ++lane, ++it)
      for (std::size_t k = 0; k < it->first.size(); k += 2)
        own.push_back(static_cast<std::uint32_t>(std::ranges::lower_bound(keys, it->first[k]) -
                                                 keys.begin()));
    std::ranges::sort(own);
    own.erase(std::unique(own.begin(), own.end()), own.end());
    const std::size_t begin = offsets_.back();
    offsets_.push_back(begin + own.size() * lanes);
    values_.resize(offsets_.back());
    for (auto one = first; one != it; ++one, ++index)
      for (std::size_t k = 0, at = 0; k < one->first.size(); k += 2, ++at) {
        while (keys[own[at]] < one->first[k]) ++at;
        values_[begin + at * lanes + index % lanes] = one->first[k + 1];
      }
    columns_.insert(columns_.end(), own.begin(), own.end());
  }
}

void Tiles::row(std::size_t index, TileRow& row) const {
  const std::size_t t = index / lanes;
  row.entries.clear();
  row.columns.clear();
  for (std::size_t k = 0; k < length(t); ++k) {
    const double entry = tile(t)[k * lanes + index % lanes];
    if (keyed_ && entry == 0) continue;
    row.entries.push_back(entry);
    if (keyed_) row.columns.push_back(columns(t)[k]);
  }
}

namespace {

// The row's entries in the columns of a tile, then those that the tile does not have.
void keyed_separations(arithmetic::Term term, const TileRow& row, const Tiles& tiles,
                       std::size_t first, std::size_t count, double* result) {
  thread_local std::vector<std::uint32_t> places;  // of the row's entry of a column, from 1, else 0
  thread_local std::vector<double> aligned;
  std::vector<char> met(row.entries.size() + 1);
  places.resize(std::max(places.size(), tiles.width()));
  for (std::size_t i = 0; i < row.entries.size(); ++i)
    places[row.columns[i]] = static_cast<std::uint32_t>(i + 1);
  for (std::size_t t = first; t < first + count; ++t, result += Tiles::lanes) {
    std::ranges::fill(met, 0);
    const std::uint32_t* columns = tiles.columns(t);
    const std::size_t length = tiles.length(t);
    aligned.resize(length + row.entries.size());
    for (std::size_t k = 0; k < length; ++k) {
      const auto place = places[columns[k]];
      aligned[k] = place > 0 ? row.entries[place - 1] : 0;
      met[place] = 1;
    }
    std::size_t size = length;
    for (std::size_t i = 0; i < row.entries.size(); ++i)
      if (met[i + 1] == 0) aligned[size++] = row.entries[i];
    arithmetic::add_terms(term, aligned.data(), size, tiles.tile(0), tiles.offsets() + t, 1,
                          result);
  }
  for (const auto column : row.columns) places[column] = 0;
}

}  // namespace

void separations(const TileRow& row, const Tiles& tiles, std::size_t first, std::size_t count,
                 double* result) {
  const auto term = tiles.kind() == KernelKind::gaussian ? arithmetic::Term::square
                    : tiles.kind() == KernelKind::linear ? arithmetic::Term::product
                                                         : arithmetic::Term::magnitude;
  if (tiles.keyed()) {
    keyed_separations(term, row, tiles, first, count, result);
  } else {
    arithmetic::add_terms(term, row.entries.data(), row.entries.size(), tiles.tile(0),
                          tiles.offsets() + first, count, result);
  }
}

}  // namespace graphvq
