#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "formats/container/header_json.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {

using nlohmann::json;

json to_json(const Alphabet& alphabet) {
  json out = json::array();
  for (const auto& value : alphabet) std::visit([&out](const auto& v) { out.push_back(v); }, value);
  return out;
}

const json& list_of(const json& value) {
  if (!value.is_array()) throw Error("no list where one is due");
  return value;
}

Alphabet alphabet_from(const json& list) {
  Alphabet alphabet;
  for (const auto& value : list_of(list)) {
    const bool wide =
        value.is_number_unsigned() && value.get<std::uint64_t>() > std::uint64_t{INT64_MAX};
    if (value.is_string()) {
      alphabet.emplace_back(value.get<std::string>());
    } else if (value.is_number_integer() && !wide) {
      alphabet.emplace_back(value.get<std::int64_t>());
    } else {
      throw Error("a raw value is " + (value.is_primitive() ? value.dump() : value.type_name()) +
                  ", neither an integer nor text");
    }
  }
  return alphabet;
}

namespace {

json columns_to_json(const Columns& columns) {
  json out = json::array();
  for (const auto& column : columns) {
    out.push_back({{"name", column.name}});
    if (column.values) out.back()["values"] = to_json(*column.values);
  }
  return out;
}

void only_keys(const json& object, const std::set<std::string>& known) {
  if (!object.is_object()) throw Error("no JSON object where one is due");
  for (const auto& item : object.items()) {
    if (!known.contains(item.key())) throw Error("unknown key " + json(item.key()).dump());
  }
}

std::uint32_t small(const json& value) {
  if (!value.is_number_unsigned() ||
      value.get<std::uint64_t>() > std::numeric_limits<std::uint32_t>::max()) {
    throw Error("a number that is out of range");
  }
  return value.get<std::uint32_t>();
}

Columns columns_from_json(const json& in) {
  Columns columns;
  for (const auto& column : list_of(in)) {
    only_keys(column, {"name", "values"});
    columns.push_back({column.at("name").get<std::string>(), std::nullopt});
    if (column.contains("values")) columns.back().values = alphabet_from(column["values"]);
  }
  return columns;
}

}  // namespace

const std::vector<std::string> reserved_node_names = {"id", "label"};
const std::vector<std::string> reserved_edge_names = {"source", "target", "key", "label"};
const std::vector<std::string> reserved_graph_names = {"id", "class"};

json to_json(const Provenance& step) {
  // A path that the user typed need not be UTF-8: it may not keep the file from being written.
  const auto command = json(step.command).dump(-1, ' ', false, json::error_handler_t::replace);
  json out{{"command", json::parse(command)}, {"version", step.version}, {"inputs", step.inputs}};
  if (step.seed) out["seed"] = *step.seed;
  return out;
}

Provenance provenance_from_json(const json& in) {
  only_keys(in, {"command", "version", "inputs", "seed"});
  Provenance step;
  try {
    step.command = in.at("command").get<std::string>();
    step.version = in.at("version").get<std::string>();
    step.inputs = in.at("inputs").get<std::vector<std::string>>();
    if (in.contains("seed")) {
      if (!in["seed"].is_number_unsigned()) throw Error("a seed that is no number");
      step.seed = in["seed"].get<std::uint64_t>();
    }
  } catch (const json::exception&) {
    throw Error("malformed provenance");
  }
  return step;
}

json to_json(const std::vector<Provenance>& history) {
  json out = json::array();
  for (const auto& step : history) out.push_back(to_json(step));
  return out;
}

std::vector<Provenance> history_from(const json& list) {
  std::vector<Provenance> history;
  for (const auto& step : list_of(list)) history.push_back(provenance_from_json(step));
  return history;
}

json to_json(const Header& header) {
  json out{{"node_labels", to_json(header.node_labels)},
           {"edge_labels", to_json(header.edge_labels)},
           {"classes", to_json(header.classes)},
           {"provenance", to_json(header.provenance)}};
  if (!header.node_columns.empty()) out["node_columns"] = columns_to_json(header.node_columns);
  if (!header.edge_columns.empty()) out["edge_columns"] = columns_to_json(header.edge_columns);
  if (!header.graph_columns.empty()) out["graph_columns"] = columns_to_json(header.graph_columns);
  if (header.order) out["order"] = to_string(*header.order);
  if (header.orders) out["orders"] = *header.orders;
  if (header.window) out["window"] = *header.window;
  if (header.codes) out["codes"] = *header.codes;
  if (header.latent) out["latent"] = *header.latent;
  if (header.tokenizer) out["tokenizer"] = *header.tokenizer;
  if (!header.method.empty()) out["method"] = header.method;
  return out;
}

Header header_from_json(const json& in) {
  Header header;
  try {
    only_keys(in, {"node_labels", "edge_labels", "classes", "provenance", "order", "orders",
                   "window", "codes", "latent", "tokenizer", "method", "node_columns",
                   "edge_columns", "graph_columns"});
    header.node_labels = alphabet_from(in.at("node_labels"));
    header.edge_labels = alphabet_from(in.at("edge_labels"));
    header.classes = alphabet_from(in.at("classes"));
    header.provenance = history_from(in.at("provenance"));
    if (in.contains("node_columns")) header.node_columns = columns_from_json(in["node_columns"]);
    if (in.contains("edge_columns")) header.edge_columns = columns_from_json(in["edge_columns"]);
    if (in.contains("graph_columns")) header.graph_columns = columns_from_json(in["graph_columns"]);
    if (in.contains("order")) header.order = order_kind(in["order"].get<std::string>());
    if (in.contains("orders")) header.orders = small(in["orders"]);
    if (in.contains("window")) header.window = small(in["window"]);
    if (in.contains("codes")) header.codes = small(in["codes"]);
    if (in.contains("latent")) header.latent = small(in["latent"]);
    if (in.contains("tokenizer")) header.tokenizer = in["tokenizer"].get<std::string>();
    if (in.contains("method")) header.method = in["method"].get<std::string>();
  } catch (const json::exception&) {
    throw Error("header: a key that is missing or of the wrong type");
  } catch (const Error& error) {
    throw Error(std::string("header: ") + error.what());
  }
  return header;
}

}  // namespace graphvq
