#include <fmt/format.h>

#include <algorithm>

#include "cmd/files/records.hpp"
#include "cmd/program/command.hpp"
#include "cmd/program/options.hpp"
#include "formats/container/header_json.hpp"
#include "formats/container/model_file.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {

namespace {

using Facts = std::vector<std::pair<std::string, nlohmann::json>>;

const std::vector<std::string> all_keys = {
    "kind",        "version",     "method",     "graphs",       "nodes",        "edges",
    "node_labels", "edge_labels", "classes",    "node_columns", "edge_columns", "graph_columns",
    "order",       "orders",      "window",     "codes",        "latent",       "tokenizer",
    "parent",      "tensors",     "parameters", "config",       "hash",         "provenance"};

Facts model_facts(const ModelFile& model) {
  auto tensors = nlohmann::json::object();
  std::int64_t parameters = 0;
  for (const auto& tensor : model.tensors) {
    tensors[tensor.name] = tensor.shape;
    // Running means of the codebook are no parameters, nor are the vectors of the tokenizer's
    // codes and the shares of a joint model's.
    if (!tensor.name.starts_with("ema.") && !tensor.name.starts_with("condition.") &&
        tensor.name != "share")
      parameters += tensor.count();
  }
  Facts facts{{"kind", model.kind}, {"method", model.method}};
  if (!model.parent.empty()) facts.emplace_back("parent", model.parent);
  facts.emplace_back("parameters", parameters);
  facts.emplace_back("tensors", std::move(tensors));
  facts.emplace_back("config", model.config);
  facts.emplace_back("hash", model.content);
  facts.emplace_back("provenance", to_json(model.provenance));
  return facts;
}

// Reads to the end: counts and hash stand in the trailer.
Facts container_facts(RecordReader& reader) {
  Record record;
  while (reader.next(record)) {
  }
  const auto& header = reader.header();
  const auto& totals = reader.totals();
  const auto json = to_json(header);
  const auto labels = [&](const char* key) { return json.value(key, nlohmann::json::array()); };
  Facts facts{{"kind", to_string(header.layer)},
              {"version", reader.version()},
              {"graphs", totals.graphs},
              {"nodes", totals.nodes},
              {"edges", totals.edges},
              {"node_labels", labels("node_labels")},
              {"edge_labels", labels("edge_labels")},
              {"classes", labels("classes")}};
  for (const auto* key : {"node_columns", "edge_columns", "graph_columns"})
    if (json.contains(key)) facts.emplace_back(key, json[key]);
  if (header.order) facts.emplace_back("order", to_string(*header.order));
  if (header.orders) facts.emplace_back("orders", *header.orders);
  if (header.window) facts.emplace_back("window", *header.window);
  if (header.codes) facts.emplace_back("codes", *header.codes);
  if (header.latent) facts.emplace_back("latent", *header.latent);
  if (header.tokenizer) facts.emplace_back("tokenizer", *header.tokenizer);
  if (header.layer == Layer::tokens)
    facts.emplace_back("method", header.method.empty() ? "vq" : header.method);
  facts.emplace_back("hash", totals.hash);
  facts.emplace_back("provenance", to_json(header.provenance));
  return facts;
}

// Text as it is, all else as JSON.
std::string plain(const nlohmann::json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

// As JSON, with the first few values of a list alone.
std::string brief(const nlohmann::json& value) {
  constexpr std::size_t enough = 16;
  std::string text;
  if (value.is_array()) {
    for (std::size_t i = 0; i < std::min(value.size(), enough); ++i)
      text += (i > 0 ? "," : "") + brief(value[i]);
    if (value.size() > enough) text += fmt::format(",... {} in all", value.size());
    return "[" + text + "]";
  }
  if (!value.is_object()) return value.dump();
  for (const auto& [key, each] : value.items())
    text +=
        fmt::format("{}{}:{}", text.empty() ? "" : ",", nlohmann::json(key).dump(), brief(each));
  return "{" + text + "}";
}

std::string sheet(const std::string& name, const Facts& facts) {
  auto text = fmt::format("{}\n", name);
  for (const auto& [key, value] : facts) {
    if (key != "provenance" && key != "tensors") {
      text += fmt::format("  {:<12} {}\n", key, value.is_string() ? plain(value) : brief(value));
      continue;
    }
    text += fmt::format("  {}\n", key);
    if (key == "tensors") {
      for (const auto& [tensor, shape] : value.items())
        text += fmt::format("    {:<28} {}\n", tensor, shape.dump());
      continue;
    }
    std::size_t number = 0;
    for (const auto& step : value) {
      const auto read = provenance_from_json(step);
      text += fmt::format("    {}. {}\n       graphvq {}", ++number, read.command, read.version);
      if (read.seed) text += fmt::format(", seed {}", *read.seed);
      if (!read.inputs.empty()) text += fmt::format(", of {}", fmt::join(read.inputs, " "));
      text += '\n';
    }
  }
  return text;
}

class Info final : public Command {
 public:
  void setup(Options& options) override {
    options.inputs(inputs_, "Containers (.gvg .gvs .gvt) and models (.safetensors)");
    options.choice("--get", key_, all_keys, "Print this value alone, a line a file [all values]");
    options.flag("--json", json_, "All values of a file as one line of JSON");
  }

  void check() override {
    if (json_ && !key_.empty()) throw UsageError("--json and --get: one form is printed");
  }

  int run() override {
    or_standard(inputs_);
    for (const auto& path : inputs_) {
      AnyFile file(path);
      const auto facts =
          file.is_model() ? model_facts(file.model()) : container_facts(file.reader());
      if (json_) {
        nlohmann::json all = {{"file", file.name()}};
        for (const auto& [key, value] : facts) all[key] = value;
        print(all.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
        continue;
      }
      if (key_.empty()) {
        print(sheet(file.name(), facts));
        continue;
      }
      const auto fact = std::find_if(facts.begin(), facts.end(),
                                     [&](const auto& entry) { return entry.first == key_; });
      if (fact == facts.end())
        throw Error(fmt::format("{}: a {} file has no {}; without --get, all it has are shown",
                                file.name(), plain(facts.front().second), key_));
      print(plain(fact->second) + "\n");
    }
    return 0;
  }

 private:
  std::vector<std::string> inputs_;
  std::string key_;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_info() { return std::make_unique<Info>(); }

}  // namespace graphvq
