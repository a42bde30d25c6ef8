#include "cmd/models/config_json.hpp"

#include <fmt/format.h>

#include "libgraphvq/base/error.hpp"

namespace graphvq {

using nlohmann::json;

const std::map<std::string, TokenizerKind> tokenizer_names = {
    {"vq", TokenizerKind::vq},
    {"raw", TokenizerKind::raw},
    {"continuous", TokenizerKind::continuous}};
const std::map<std::string, Context> context_names = {
    {"full", Context::full}, {"features", Context::features}, {"nodes", Context::nodes}};
const std::map<std::string, Condition> condition_names = {{"pair", Condition::pair},
                                                          {"mean", Condition::mean},
                                                          {"none", Condition::none},
                                                          {"shuffled", Condition::shuffled}};
const std::map<std::string, ChunkInput> chunk_input_names = {{"sum", ChunkInput::sum},
                                                             {"concat", ChunkInput::concat}};
const std::map<std::string, Readout> readout_names = {
    {"chunk", Readout::chunk}, {"ar", Readout::ar}, {"pair", Readout::pair}};
const std::map<std::string, StructuralPart> part_names = {
    {"triangles", StructuralPart::triangles}, {"kinship", StructuralPart::kinship},
    {"passing", StructuralPart::passing},     {"row", StructuralPart::row},
    {"frontier", StructuralPart::frontier},   {"chosen", StructuralPart::chosen},
    {"counts", StructuralPart::counts},       {"quota", StructuralPart::quota}};
const std::map<std::string, BaselineMethod> baseline_names = {
    {"resample", BaselineMethod::resample},
    {"configuration", BaselineMethod::configuration},
    {"er", BaselineMethod::er},
    {"label-block", BaselineMethod::label_block}};

namespace {

template <class T>
T value_of(const std::map<std::string, T>& names, const json& config, const char* key) {
  const auto& name = config.at(key).get_ref<const std::string&>();
  const auto found = names.find(name);
  if (found == names.end()) throw Error(fmt::format("{} has the unknown value {}", key, name));
  return found->second;
}

std::uint64_t whole_number(const json& value, std::string_view what, std::uint64_t low,
                           std::uint64_t high) {
  if (!value.is_number_integer() || value < low || value > high)
    throw Error(fmt::format("{} is {}, no whole number in {}..{}", what, value.dump(), low, high));
  return value.get<std::uint64_t>();
}

// A count that sizes an array: bounded, so that a strange file cannot ask for all memory.
std::uint32_t width(const json& config, const char* key, std::uint32_t low = 1) {
  return static_cast<std::uint32_t>(whole_number(config.at(key), key, low, 1U << 16));
}

}  // namespace

SizeCounts sizes_from(const json& list) {
  SizeCounts sizes;
  for (const auto& entry : list_of(list)) {
    const auto n = whole_number(entry.at(0), "a size", 0, 1U << 24);
    sizes[static_cast<std::uint32_t>(n)] =
        whole_number(entry.at(1), "the count of a size", 1, std::uint64_t{1} << 48);
  }
  if (sizes.empty()) throw Error("has no sizes to draw from");
  return sizes;
}

double temperature_of(const json& config) {
  const auto temperature = config.at("temperature").get<double>();
  if (!(temperature > 0)) throw Error("the temperature is not above 0");
  return temperature;
}

TokenizerConfig tokenizer_config(TokenizerKind kind, const json& c) {
  if (kind == TokenizerKind::raw) return raw_tokenizer(width(c, "features"));
  TokenizerConfig config{.kind = kind,
                         .features = width(c, "features"),
                         .window = width(c, "window", 0),
                         .codes = 0,
                         .hidden = width(c, "hidden"),
                         .context = value_of(context_names, c, "context")};
  if (kind == TokenizerKind::continuous) return config;
  config.codes = width(c, "codes");
  config.beta = c.at("beta").get<double>();
  config.decay = c.at("decay").get<double>();
  config.revive = c.at("revive").get<bool>();
  return config;
}

PriorConfig prior_config(bool gaussian, const json& c) {
  return {.codes = gaussian ? 0 : width(c, "codes"),
          .hidden = width(c, "hidden"),
          .layers = width(c, "layers"),
          .label_embedding = c.value("label_embedding", false),
          .latent = gaussian ? width(c, "latent") : 0};
}

EdgesConfig edges_config(bool continuous, const json& c) {
  return {.codes = continuous ? 0 : width(c, "codes"),
          .code_width = width(c, "code_width"),
          .features = width(c, "features"),
          .hidden = width(c, "hidden"),
          .layers = width(c, "layers"),
          .chunk = width(c, "chunk"),
          .condition = value_of(condition_names, c, "condition"),
          .chunk_input = value_of(chunk_input_names, c, "chunk_input"),
          .readout = value_of(readout_names, c, "readout"),
          .corrupt = c.at("corrupt").get<double>(),
          .pos_weight = c.at("pos_weight").get<double>()};
}

StructuralConfig structural_config(const json& c) {
  StructuralConfig config{.codes = width(c, "codes"),
                          .hidden = width(c, "hidden"),
                          .passes = width(c, "passes", 0),
                          .joint = c.at("joint").get<bool>(),
                          .roots = c.at("roots").get<bool>(),
                          .dropout = c.at("dropout").get<double>(),
                          .without = {}};
  for (const auto& part : list_of(c.at("without"))) {
    const auto found = part_names.find(part.get<std::string>());
    if (found == part_names.end()) throw Error(fmt::format("has no part {}", part.dump()));
    config.without.push_back(found->second);
  }
  return config;
}

json to_json(const TokenizerConfig& c) {
  if (c.kind == TokenizerKind::raw) return {{"features", c.features}, {"codes", c.codes}};
  if (c.kind == TokenizerKind::continuous)
    return {{"features", c.features},
            {"window", c.window},
            {"hidden", c.hidden},
            {"context", name_of(context_names, c.context)}};
  return {{"features", c.features}, {"window", c.window},
          {"codes", c.codes},       {"hidden", c.hidden},
          {"beta", c.beta},         {"decay", c.decay},
          {"revive", c.revive},     {"context", name_of(context_names, c.context)}};
}

json to_json(const PriorConfig& c) {
  if (c.latent > 0) return {{"latent", c.latent}, {"hidden", c.hidden}, {"layers", c.layers}};
  return {{"codes", c.codes},
          {"hidden", c.hidden},
          {"layers", c.layers},
          {"label_embedding", c.label_embedding}};
}

json to_json(const EdgesConfig& c) {
  return {{"codes", c.codes},
          {"code_width", c.code_width},
          {"features", c.features},
          {"hidden", c.hidden},
          {"layers", c.layers},
          {"chunk", c.chunk},
          {"corrupt", c.corrupt},
          {"pos_weight", c.pos_weight},
          {"condition", name_of(condition_names, c.condition)},
          {"chunk_input", name_of(chunk_input_names, c.chunk_input)},
          {"readout", name_of(readout_names, c.readout)}};
}

json to_json(const StructuralConfig& c) {
  json without = json::array();
  for (const auto part : c.without) without.push_back(name_of(part_names, part));
  return {{"codes", c.codes}, {"hidden", c.hidden},   {"passes", c.passes}, {"joint", c.joint},
          {"roots", c.roots}, {"dropout", c.dropout}, {"without", without}};
}

json to_json(const SizeCounts& sizes) {
  json list = json::array();
  for (const auto& [n, count] : sizes) list.push_back({n, count});
  return list;
}

}  // namespace graphvq
