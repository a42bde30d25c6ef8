#include "cmd/models/config_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "formats/container/header_json.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {

using nlohmann::json;

namespace {

class JsonWriter final : public Fields {
 public:
  explicit JsonWriter(json& out) : out_(out) {}

  void number(const Field& field, std::uint64_t& value, std::uint64_t, std::uint64_t) override {
    put(field, value);
  }
  void number(const Field& field, double& value, double, double) override { put(field, value); }
  void flag(const Field& field, bool& value) override { put(field, value); }
  void choice(const Field& field, std::string& value, const std::vector<std::string>&) override {
    put(field, value);
  }
  void choices(const Field& field, std::vector<std::string>& values,
               const std::vector<std::string>&) override {
    put(field, values);
  }
  void text(const Field& field, std::string& value) override { put(field, value); }
  void labels(const Field& field, Alphabet& value) override { put(field, to_json(value)); }
  void sizes(const Field& field, SizeCounts& value) override {
    json list = json::array();
    for (const auto& [n, count] : value) list.push_back({n, count});
    put(field, list);
  }
  void inner(const Field& field, bool& there, const std::function<void(Fields&)>& fields) override {
    if (!there) return;
    json object = json::object();
    JsonWriter writer(object);
    fields(writer);
    put(field, object);
  }

 private:
  void put(const Field& field, json value) {
    if (field.key) out_[field.key] = std::move(value);
  }

  json& out_;
};

std::uint64_t whole_number(const json& value, std::string_view what, std::uint64_t low,
                           std::uint64_t high) {
  if (!value.is_number_integer() || value < low || value > high)
    throw Error(fmt::format("{} is {}, no whole number in {}..{}", what, value.dump(), low, high));
  return value.get<std::uint64_t>();
}

class JsonReader final : public Fields {
 public:
  explicit JsonReader(const json& in) : in_(in) {}

  /// Sizes of arrays are bounded, so that a strange file cannot ask for all memory.
  void number(const Field& field, std::uint64_t& value, std::uint64_t low,
              std::uint64_t high) override {
    constexpr std::uint64_t widest = 1U << 16;
    if (there(field))
      value = whole_number(in_.at(field.key), field.key, low, std::max(high, widest));
  }
  void number(const Field& field, double& value, double, double) override {
    if (there(field)) value = in_.at(field.key).get<double>();
  }
  void flag(const Field& field, bool& value) override {
    if (there(field)) value = in_.at(field.key).get<bool>();
  }
  void choice(const Field& field, std::string& value,
              const std::vector<std::string>& names) override {
    if (there(field)) value = one_of(names, in_.at(field.key), field.key);
  }
  void choices(const Field& field, std::vector<std::string>& values,
               const std::vector<std::string>& names) override {
    if (!there(field)) return;
    values.clear();
    for (const auto& each : list_of(in_.at(field.key)))
      values.push_back(one_of(names, each, field.key));
  }
  void text(const Field& field, std::string& value) override {
    if (there(field)) value = in_.at(field.key).get<std::string>();
  }
  void labels(const Field& field, Alphabet& value) override {
    if (there(field)) value = alphabet_from(in_.at(field.key));
  }
  void sizes(const Field& field, SizeCounts& value) override {
    for (const auto& entry : list_of(in_.at(field.key))) {
      const auto n = whole_number(entry.at(0), "a size", 0, 1U << 24);
      value[static_cast<std::uint32_t>(n)] =
          whole_number(entry.at(1), "the count of a size", 1, std::uint64_t{1} << 48);
    }
    if (value.empty()) throw Error("has no sizes to draw from");
  }
  void inner(const Field& field, bool& there, const std::function<void(Fields&)>& fields) override {
    there = in_.contains(field.key);
    if (!there) return;
    JsonReader reader(in_.at(field.key));
    fields(reader);
  }

 private:
  /// Whether the file has the field; in_.at() tells where it must and has it not.
  bool there(const Field& field) const {
    return field.key && (!field.may_lack || in_.contains(field.key));
  }
  static std::string one_of(const std::vector<std::string>& names, const json& value,
                            const char* key) {
    const auto& name = value.get_ref<const std::string&>();
    if (std::ranges::find(names, name) == names.end())
      throw Error(fmt::format("{} has the unknown value {}", key, name));
    return name;
  }

  const json& in_;
};

}  // namespace

json to_json(Setup& setup) {
  json config = json::object();
  JsonWriter writer(config);
  setup.fields(writer);
  return config;
}

json to_json(TrainOptions options) {
  json config = json::object();
  JsonWriter writer(config);
  options.fields(writer);
  return config;
}

void read_json(const json& config, Setup& setup) {
  JsonReader reader(config);
  try {
    setup.fields(reader);
  } catch (const json::exception& error) {
    throw Error(fmt::format("the model's configuration: {}", error.what()));
  }
}

}  // namespace graphvq
