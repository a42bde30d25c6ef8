#pragma once

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "formats/container/header_json.hpp"
#include "libgraphvq/data/sizes.hpp"
#include "libgraphvq/method/config.hpp"
#include "libgraphvq/method/counts/draw.hpp"

// The configurations of models as their files have them.

namespace graphvq {

/// Names of the enumerated options, as the command line and the files have them.
extern const std::map<std::string, TokenizerKind> tokenizer_names;
extern const std::map<std::string, Context> context_names;
extern const std::map<std::string, Condition> condition_names;
extern const std::map<std::string, ChunkInput> chunk_input_names;
extern const std::map<std::string, Readout> readout_names;
extern const std::map<std::string, StructuralPart> part_names;
extern const std::map<std::string, BaselineMethod> baseline_names;

template <class T>
std::vector<std::string> names_of(const std::map<std::string, T>& names) {
  std::vector<std::string> list;
  for (const auto& [name, value] : names) list.push_back(name);
  return list;
}

/// `value` is one of them.
template <class T>
std::string name_of(const std::map<std::string, T>& names, T value) {
  return std::ranges::find_if(names, [&](const auto& n) { return n.second == value; })->first;
}

nlohmann::json to_json(const TokenizerConfig& config);
nlohmann::json to_json(const PriorConfig& config);
nlohmann::json to_json(const EdgesConfig& config);
nlohmann::json to_json(const StructuralConfig& config);
nlohmann::json to_json(const SizeCounts& sizes);

/// The reverse. They throw Error for a value that is unknown or out of range, and what
/// nlohmann-json throws where a key is missing or of another type.
SizeCounts sizes_from(const nlohmann::json& list);
TokenizerConfig tokenizer_config(TokenizerKind kind, const nlohmann::json& config);
PriorConfig prior_config(bool gaussian, const nlohmann::json& config);
EdgesConfig edges_config(bool continuous, const nlohmann::json& config);
StructuralConfig structural_config(const nlohmann::json& config);
/// The temperature of a decoder, above 0.
double temperature_of(const nlohmann::json& config);

}  // namespace graphvq
