#include "cmd/models/models.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cmd/files/foreign.hpp"
#include "cmd/files/io.hpp"
#include "cmd/models/backend.hpp"
#include "cmd/models/config_json.hpp"
#include "formats/container/model_file.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {

using nlohmann::json;

const char* article(std::string_view kind) { return kind.starts_with('e') ? "an" : "a"; }

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

Model open_model(ModelFile file, const std::string& name) {
  return with_file(name, [&] {
    Model model;
    model.method = find_method(file.kind, file.method);
    if (!model.method)
      throw Error(fmt::format("is {} {} model of the unknown method {}", article(file.kind),
                              file.kind, file.method));
    model.setup = model.method->setup();
    read_json(file.config, *model.setup);
    model.tensors = std::move(file.tensors);
    model.content = std::move(file.content);
    model.parent = std::move(file.parent);
    model.provenance = std::move(file.provenance);
    model.name = name;
    model.generator = model.method->open ? model.method->open(model)
                                         : torch_backend().open(*model.method, model, "cpu");
    return model;
  });
}

void require_kind(const ModelFile& file, std::string_view kind, const std::string& name) {
  if (file.kind != kind)
    throw Error(fmt::format("{}: is {} {} model, expected {}; `graphvq train-{}` makes one", name,
                            article(file.kind), file.kind, kind, kind));
}

Model read_model_of(std::string_view kind, const std::string& path) {
  auto file = read_model_file(path);
  require_kind(file, kind, input_name(path));
  return open_model(std::move(file), input_name(path));
}

Models::Models(const std::vector<std::string>& paths) {
  for (const auto& path : paths) {
    auto file = read_model_file(path);
    if (file.kind == "baseline" && paths.size() > 1)
      throw Error(
          fmt::format("{}: a baseline stands alone; name no other model", input_name(path)));
    add(std::move(file), input_name(path));
  }
  require_one_tokenizer();
}

const Model* Models::of(std::string_view kind) const {
  const auto found =
      std::ranges::find_if(models_, [&](const Model& model) { return model.method->kind == kind; });
  return found == models_.end() ? nullptr : &*found;
}

void Models::add(ModelFile file, const std::string& name) {
  const auto& kind = file.kind;
  constexpr std::string_view known[] = {"tokenizer", "prior", "edges", "joint", "baseline"};
  if (std::ranges::find(known, kind) == std::end(known))
    throw Error(fmt::format(
        "{}: is a {} file, expected a tokenizer, a prior, an edge decoder or a joint model{}", name,
        kind, kind == "checkpoint" ? "; the same training with --resume ends in one" : ""));
  if (const auto* other = decoder(); other && (kind == "edges" || kind == "joint"))
    throw Error(fmt::format("{}: {} {} model, but {} draws edges already; name one of the two",
                            name, article(kind), kind, other->name));
  if (of(kind)) throw Error(fmt::format("{}: a second {} model; name one", name, kind));
  models_.push_back(open_model(std::move(file), name));
}

// Models of one tokenizer, by its hash, are also of its shape.
void Models::require_one_tokenizer() const {
  const auto *tokenizer = of("tokenizer"), *prior = of("prior"), *edges = decoder();
  const auto one = [](const Model* model, const std::string& other) {
    if (model && model->parent != other)
      throw Error(fmt::format(
          "{}: was trained on tokenizer {}, not on {}; name the models of one tokenizer",
          model->name, model->parent, other));
  };
  if (const auto* joint = of("joint"); joint && prior)
    throw Error(fmt::format("{}: draws its codes itself; leave out the prior {}", joint->name,
                            prior->name));
  if (tokenizer) {
    one(prior, tokenizer->content);
    one(edges, tokenizer->content);
  }
  if (prior) one(edges, prior->parent);
  const auto tokens = tokenizer ? tokenizer->setup->tokens() : std::nullopt;
  for (const auto* model : {prior, edges}) {
    if (!model || !tokens) continue;
    const auto same = [&](const char* what, std::uint32_t has, std::uint32_t expected) {
      if (has != expected)
        throw Error(
            fmt::format("{}: has {} {}, its tokenizer {}", model->name, has, what, expected));
    };
    const auto shape = model->setup->tokens().value_or(*tokens);
    if (shape.features > 0) same("features", shape.features, tokens->features);
    same("codes", shape.codes, tokens->codes);
    same("values a token", shape.latent, tokens->latent);
  }
}

void describe_tokens(Header& header, const Model& tokenizer) {
  header.layer = Layer::tokens;
  tokenizer.setup->describe(header);
  header.tokenizer = tokenizer.content;
}

void require_tokens_of(const std::string& tokenizer, const Header& header,
                       const std::string& name) {
  if (header.tokenizer != tokenizer)
    throw Error(
        fmt::format("{}: has tokens of tokenizer {}, not of {}; `graphvq tokenize` with that one",
                    name, header.tokenizer.value(), tokenizer));
}

void require_tokens_of(const Model& tokenizer, const Header& header, const std::string& name) {
  require_tokens_of(tokenizer.content, header, name);
  Header described = header;
  describe_tokens(described, tokenizer);
  if (described != header)
    throw Error(fmt::format("{}: its header has other codes or labels than its tokenizer {}", name,
                            tokenizer.content));
}

void require_records(const Model& model, const std::vector<Record>& records,
                     const std::string& name) {
  with_file(name, [&] {
    for (std::size_t r = 0; r < records.size(); ++r)
      with_graph(r, [&] { model.generator->require(records[r]); });
  });
}

}  // namespace graphvq
