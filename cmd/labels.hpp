#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "formats/container.hpp"

namespace graphvq {

/// A raw label value as text.
std::string label_text(const LabelValue& value);

/// For each category of `from`, the category of `to` with the same raw value.
std::vector<std::optional<std::uint32_t>> category_map(const Alphabet& from, const Alphabet& to);

/// All raw values of both, ascending: numbers, then text.
Alphabet unite(const Alphabet& a, const Alphabet& b);

}  // namespace graphvq
