#include "cmd/models/models.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

#include "cmd/files/any_file.hpp"
#include "cmd/files/io.hpp"
#include "cmd/models/token_codes.hpp"
#include "libgraphvq/base/error.hpp"
#include "libgraphvq/method/sampler.hpp"
#include "libgraphvq/method/structural/draw.hpp"

namespace graphvq {

using nlohmann::json;

const char* article(const std::string& kind) { return kind.starts_with('e') ? "an" : "a"; }

namespace {

// Of tensors that an edge decoder's file has from its tokenizer.
constexpr std::string_view condition_prefix = "condition.";

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
    throw Error(fmt::format("{}: is {} {} model, expected {}; `graphvq train-{}` makes one", name,
                            article(file.kind), file.kind, kind, kind));
}

void expect_method(const ModelFile& file, std::initializer_list<std::string_view> known) {
  if (std::ranges::find(known, file.method) == known.end())
    throw Error(fmt::format("is {} {} model of the unknown method {}", article(file.kind),
                            file.kind, file.method));
}

// That models of one tokenizer, by its hash, are also of its shape.
void require_one_shape(const Models& models, const std::string& prior, const std::string& edges) {
  const auto same = [](const std::string& name, const char* what, std::size_t has,
                       std::size_t tokenizer) {
    if (has != tokenizer)
      throw Error(fmt::format("{}: has {} {}, its tokenizer {}", name, has, what, tokenizer));
  };
  if (!models.tokenizer) return;
  const auto& tokens = models.tokenizer->config;
  const bool continuous = tokens.kind == TokenizerKind::continuous;
  if (models.prior) {
    same(prior, "codes", models.prior->config.codes, continuous ? 0 : tokens.codes);
    same(prior, "values a token", models.prior->config.latent, continuous ? tokens.hidden : 0);
  }
  if (models.structural) same(edges, "codes", models.structural->config.codes, tokens.codes);
  if (!models.edges) return;
  same(edges, "features", models.edges->config.features, tokens.features);
  same(edges, "codes", models.edges->config.codes, continuous ? 0 : tokens.codes);
}

}  // namespace

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
    const auto labels = std::max<std::size_t>(model.node_labels.size(), 1);
    if (labels != model.config.features)
      throw Error(fmt::format("has {} node labels for {} features", model.node_labels.size(),
                              model.config.features));
    model.order = order_kind(c.at("order").get<std::string>());
    model.weights = std::move(file.tensors);
    const TokenizerKernel fits(model.config, model.weights);
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
    expect_method(file, {"gru", "gaussian"});
    model.config = prior_config(file.method == "gaussian", c);
    model.sizes = sizes_from(c.at("sizes"));
    model.weights = std::move(file.tensors);
    const TokenPrior fits(model);
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
    expect_method(file, {"chunk"});
    const bool continuous = c.contains("tokenizer");
    model.config = edges_config(continuous, c);
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
    if (!continuous) const auto fits = edges_kernel(model, model.table);
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
    expect_method(file, {"structural"});
    model.config = structural_config(c);
    if (model.config.joint != (file.kind == "joint"))
      throw Error(fmt::format("is {} {} model that is {}joint", article(file.kind), file.kind,
                              model.config.joint ? "" : "not "));
    model.temperature = temperature_of(c);
    if (model.config.joint) model.sizes = sizes_from(c.at("sizes"));
    model.weights = std::move(file.tensors);
    const StructuralKernel fits(model.config, model.weights);
    model.parent = file.parent;
    model.content = file.content;
    model.provenance = file.provenance;
    return model;
  });
}

void require_tokens_of(const std::string& tokenizer, const Header& header,
                       const std::string& name) {
  if (header.tokenizer != tokenizer)
    throw Error(
        fmt::format("{}: has tokens of tokenizer {}, not of {}; `graphvq tokenize` with that one",
                    name, header.tokenizer.value(), tokenizer));
}

void require_tokens_of(const TokenizerModel& tokenizer, const Header& header,
                       const std::string& name) {
  require_tokens_of(tokenizer.content, header, name);
  Header described = header;
  describe_tokens(described, tokenizer);
  if (described != header)
    throw Error(fmt::format("{}: its header has other codes or labels than its tokenizer {}", name,
                            tokenizer.content));
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
    throw Error(fmt::format(
        "{}: has tokens of tokenizer {}, {} of {}; `graphvq tokenize` both with one", valid.name,
        valid.header.tokenizer.value(), train.name, train.header.tokenizer.value()));
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
  std::string start;
  read_up_to(input.source(), start, model_start);
  if (start.starts_with(container_start) || is_compressed(start))
    throw Error(
        fmt::format("{}: is a file of graphs or compressed, expected a model; `graphvq train-*` "
                    "make models",
                    input.name()));
  const auto content = rejoined(std::move(start), input.source());
  return read_model(*content, input.name());
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
      if (there) throw Error(fmt::format("{}: a second {} model; name one", name, file.kind));
    };
    if (file.kind == "tokenizer") {
      twice(models.tokenizer.has_value());
      models.tokenizer = tokenizer_model(std::move(file), name);
    } else if (file.kind == "prior") {
      twice(models.prior.has_value());
      models.prior = prior_model(std::move(file), name);
      prior_name = name;
    } else if (file.kind == "edges" || file.kind == "joint") {
      if (models.edges || models.structural)
        throw Error(fmt::format("{}: {} {} model, but {} draws edges already; name one of the two",
                                name, article(file.kind), file.kind, edges_name));
      if (is_structural(file))
        models.structural = structural_model(std::move(file), name);
      else
        models.edges = edges_model(std::move(file), name);
      edges_name = name;
    } else if (file.kind == "baseline") {
      if (paths.size() > 1)
        throw Error(fmt::format("{}: a baseline stands alone; name no other model", name));
      models.baseline = baseline_model(file, name);
    } else {
      throw Error(fmt::format(
          "{}: is a {} file, expected a tokenizer, a prior, an edge decoder or a joint model{}",
          name, file.kind,
          file.kind == "checkpoint" ? "; the same training with --resume ends in one" : ""));
    }
  }
  const auto same = [&](const std::string& name, const std::string& parent,
                        const std::string& other) {
    if (parent != other)
      throw Error(fmt::format(
          "{}: was trained on tokenizer {}, not on {}; name the models of one tokenizer", name,
          parent, other));
  };
  if (models.structural && models.structural->config.joint && models.prior)
    throw Error(
        fmt::format("{}: draws its codes itself; leave out the prior {}", edges_name, prior_name));
  const std::string* edges_parent = models.edges        ? &models.edges->parent
                                    : models.structural ? &models.structural->parent
                                                        : nullptr;
  if (models.tokenizer && models.prior)
    same(prior_name, models.prior->parent, models.tokenizer->content);
  if (models.tokenizer && edges_parent) same(edges_name, *edges_parent, models.tokenizer->content);
  if (models.prior && edges_parent) same(edges_name, *edges_parent, models.prior->parent);
  require_one_shape(models, prior_name, edges_name);
  return models;
}

}  // namespace graphvq
