#include "cmd/models.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cmd/io.hpp"
#include "libgraphvq/graph/error.hpp"

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

// Of tensors that an edge decoder's file has from its tokenizer.
constexpr std::string_view condition_prefix = "condition.";

template <class T>
std::string name_of(const std::map<std::string, T>& names, T value) {
  return std::find_if(names.begin(), names.end(), [&](const auto& n) { return n.second == value; })
      ->first;
}

template <class T>
T value_of(const std::map<std::string, T>& names, const json& config, const char* key) {
  const auto& name = config.at(key).get_ref<const std::string&>();
  const auto found = names.find(name);
  if (found == names.end()) throw Error(fmt::format("{} has the unknown value {}", key, name));
  return found->second;
}

// A count that sizes an array: bounded, so that a strange file cannot ask for all memory.
std::uint32_t width(const json& config, const char* key, std::uint32_t low = 1) {
  constexpr std::uint32_t high = 1U << 16;
  const auto value = config.at(key).get<std::int64_t>();
  if (value < low || value > high)
    throw Error(fmt::format("{} is {}, not in {}..{}", key, value, low, high));
  return static_cast<std::uint32_t>(value);
}

Alphabet alphabet_from(const json& list) {
  Alphabet alphabet;
  for (const auto& value : list) {
    if (value.is_string()) {
      alphabet.emplace_back(value.get<std::string>());
    } else {
      alphabet.emplace_back(value.get<std::int64_t>());
    }
  }
  return alphabet;
}

SizeCounts sizes_from(const json& list) {
  SizeCounts sizes;
  for (const auto& entry : list)
    sizes[entry.at(0).get<std::uint32_t>()] = entry.at(1).get<std::uint64_t>();
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

// Runs `read`, with the file's name in front of whatever it finds wrong.
template <class Read>
auto in_file(const std::string& name, Read&& read) {
  try {
    return read();
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", name, error.what()));
  } catch (const json::exception& error) {
    throw Error(fmt::format("{}: the model's configuration: {}", name, error.what()));
  }
}

void expect_kind(const ModelFile& file, const std::string& kind, const std::string& name) {
  if (file.kind != kind)
    throw Error(fmt::format("{}: is a {} model, expected {}", name, file.kind, kind));
}

}  // namespace

json to_json(const Alphabet& alphabet) {
  json list = json::array();
  for (const auto& value : alphabet)
    std::visit([&](const auto& raw) { list.push_back(raw); }, value);
  return list;
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

TokenizerModel tokenizer_model(ModelFile file, const std::string& name) {
  expect_kind(file, "tokenizer", name);
  return in_file(name, [&] {
    TokenizerModel model;
    const auto& c = file.config;
    const auto kind = tokenizer_names.find(file.method);
    if (kind == tokenizer_names.end())
      throw Error(fmt::format("is a tokenizer of the unknown method {}", file.method));
    model.config = tokenizer_config(kind->second, c);
    model.node_labels = alphabet_from(c.at("node_labels"));
    model.order = order_kind(c.at("order").get<std::string>());
    model.weights = std::move(file.tensors);
    model.content = file.content;
    model.provenance = file.provenance;
    return model;
  });
}

PriorModel prior_model(ModelFile file, const std::string& name) {
  expect_kind(file, "prior", name);
  return in_file(name, [&] {
    PriorModel model;
    const auto& c = file.config;
    const bool gaussian = file.method == "gaussian";
    model.config = {.codes = gaussian ? 0 : width(c, "codes"),
                    .hidden = width(c, "hidden"),
                    .layers = width(c, "layers"),
                    .label_embedding = c.value("label_embedding", false),
                    .latent = gaussian ? width(c, "latent") : 0};
    model.sizes = sizes_from(c.at("sizes"));
    model.weights = std::move(file.tensors);
    model.parent = file.parent;
    model.content = file.content;
    model.provenance = file.provenance;
    return model;
  });
}

EdgesModel edges_model(ModelFile file, const std::string& name) {
  expect_kind(file, "edges", name);
  return in_file(name, [&] {
    EdgesModel model;
    const auto& c = file.config;
    const bool continuous = c.contains("tokenizer");
    model.config = {.codes = continuous ? 0 : width(c, "codes"),
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
    model.temperature = temperature_of(c);
    if (continuous) {
      model.decoder = {tokenizer_config(TokenizerKind::continuous, c["tokenizer"]), {}};
      for (const auto& tensor : file.tensors)
        if (tensor.name.starts_with(condition_prefix)) {
          model.decoder->weights.push_back(tensor);
          model.decoder->weights.back().name.erase(0, condition_prefix.size());
        }
    } else {
      const auto& rows = find(file.tensors, "condition.rows", DType::f32,
                              {model.config.codes, model.config.node_width()});
      model.table.codes = model.config.codes;
      model.table.width = model.config.node_width();
      model.table.rows.assign(rows.as<float>().begin(), rows.as<float>().end());
    }
    std::erase_if(file.tensors,
                  [](const Tensor& t) { return t.name.starts_with(condition_prefix); });
    model.weights = std::move(file.tensors);
    model.parent = file.parent;
    model.content = file.content;
    model.provenance = file.provenance;
    return model;
  });
}

void describe_tokens(Header& header, const TokenizerModel& tokenizer) {
  header.layer = Layer::tokens;
  header.node_labels = tokenizer.node_labels;
  header.window = tokenizer.config.window;
  if (tokenizer.config.kind == TokenizerKind::continuous)
    header.latent = tokenizer.config.hidden;
  else
    header.codes = tokenizer.config.codes;
  header.tokenizer = tokenizer.content;
  if (tokenizer.config.kind != TokenizerKind::vq)
    header.method = name_of(tokenizer_names, tokenizer.config.kind);
}

bool is_structural(const ModelFile& file) {
  return file.kind == "joint" || (file.kind == "edges" && file.method == "structural");
}

StructuralModel structural_model(ModelFile file, const std::string& name) {
  return in_file(name, [&] {
    StructuralModel model;
    const auto& c = file.config;
    model.config = {.codes = width(c, "codes"),
                    .hidden = width(c, "hidden"),
                    .passes = width(c, "passes", 0),
                    .joint = c.at("joint").get<bool>(),
                    .roots = c.at("roots").get<bool>(),
                    .dropout = c.at("dropout").get<double>(),
                    .without = {}};
    for (const auto& part : c.at("without")) {
      const auto found = part_names.find(part.get<std::string>());
      if (found == part_names.end()) throw Error(fmt::format("has no part {}", part.dump()));
      model.config.without.push_back(found->second);
    }
    model.temperature = temperature_of(c);
    if (model.config.joint) model.sizes = sizes_from(c.at("sizes"));
    model.weights = std::move(file.tensors);
    model.parent = file.parent;
    model.content = file.content;
    model.provenance = file.provenance;
    return model;
  });
}

void require_tokenizer(const Dataset& data, const TokenizerModel& tokenizer,
                       const std::string& path) {
  if (data.header.tokenizer != tokenizer.content)
    throw Error(fmt::format("{}: has tokens of tokenizer {}, not of {} ({})", data.name,
                            data.header.tokenizer.value(), path, tokenizer.content));
}

BaselineModel baseline_model(const ModelFile& file, const std::string& name) {
  expect_kind(file, "baseline", name);
  return in_file(name, [&] {
    const auto method = baseline_names.find(file.method);
    if (method == baseline_names.end())
      throw Error(fmt::format("is a baseline of the unknown method {}", file.method));
    const auto& c = file.config;
    auto labels = alphabet_from(c.at("node_labels"));
    const BaselineConfig config{.method = method->second,
                                .swaps = c.at("swaps").get<bool>(),
                                .graph_labels = c.at("graph_labels").get<bool>(),
                                .labels = static_cast<std::uint32_t>(labels.size())};
    return BaselineModel{config, std::move(labels),
                         Baseline::from_tensors(config, sizes_from(c.at("sizes")), file.tensors),
                         file.provenance};
  });
}

Dataset read_validation_tokens(const std::string& path, const Dataset& train) {
  auto valid = read_dataset(path, {Layer::tokens});
  if (valid.header.tokenizer != train.header.tokenizer)
    throw Error(fmt::format("{}: has tokens of tokenizer {}, {} of {}", valid.name,
                            valid.header.tokenizer.value(), train.name,
                            train.header.tokenizer.value()));
  return valid;
}

Tensor condition_rows(const CodeTable& table) {
  return make_tensor<float>("condition.rows", {table.codes, table.width}, table.rows);
}

LatentDecoder latent_decoder(const TokenizerModel& tokenizer) {
  LatentDecoder decoder{tokenizer.config, {}};
  for (const auto& tensor : tokenizer.weights)
    if (tensor.name.starts_with("decoder.")) decoder.weights.push_back(tensor);
  return decoder;
}

void keep_decoder(ModelFile& edges, const LatentDecoder& decoder) {
  for (auto tensor : decoder.weights) {
    tensor.name.insert(0, condition_prefix);
    edges.tensors.push_back(std::move(tensor));
  }
}

ModelFile read_model_file(const std::string& path) {
  Input input(path);
  return read_model(input.source(), input.name());
}

TokenizerModel read_tokenizer(const std::string& path) {
  return tokenizer_model(read_model_file(path), input_name(path));
}

Models read_models(const std::vector<std::string>& paths) {
  Models models;
  std::string prior_name;
  std::string edges_name;
  for (const auto& path : paths) {
    auto file = read_model_file(path);
    const auto name = input_name(path);
    models.hashes.push_back(file.content);
    const auto twice = [&](bool there) {
      if (there) throw Error(fmt::format("{}: a second {} model", name, file.kind));
    };
    if (file.kind == "tokenizer") {
      twice(models.tokenizer.has_value());
      models.tokenizer = tokenizer_model(std::move(file), name);
    } else if (file.kind == "prior") {
      twice(models.prior.has_value());
      models.prior = prior_model(std::move(file), name);
      prior_name = name;
    } else if (file.kind == "edges" || file.kind == "joint") {
      twice(models.edges || models.structural);
      if (is_structural(file))
        models.structural = structural_model(std::move(file), name);
      else
        models.edges = edges_model(std::move(file), name);
      edges_name = name;
    } else if (file.kind == "baseline") {
      if (paths.size() > 1) throw Error(fmt::format("{}: a baseline stands alone", name));
      models.baseline = baseline_model(file, name);
    } else {
      throw Error(fmt::format(
          "{}: is a {} file, expected a tokenizer, a prior, an edge decoder or a joint model", name,
          file.kind));
    }
  }
  const auto same = [&](const std::string& name, const std::string& parent,
                        const std::string& other) {
    if (parent != other)
      throw Error(fmt::format("{}: was trained on tokenizer {}, not on {}", name, parent, other));
  };
  if (models.structural && models.structural->config.joint && models.prior)
    throw Error(
        fmt::format("{}: draws its codes itself, without the prior {}", edges_name, prior_name));
  const std::string* edges_parent = models.edges        ? &models.edges->parent
                                    : models.structural ? &models.structural->parent
                                                        : nullptr;
  if (models.tokenizer && models.prior)
    same(prior_name, models.prior->parent, models.tokenizer->content);
  if (models.tokenizer && edges_parent) same(edges_name, *edges_parent, models.tokenizer->content);
  if (models.prior && edges_parent) same(edges_name, *edges_parent, models.prior->parent);
  return models;
}

}  // namespace graphvq
