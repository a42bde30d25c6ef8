#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "libgraphvq/data/header.hpp"
#include "libgraphvq/data/sizes.hpp"

namespace graphvq {

/// The values of an enumeration by the names that the command line and model files give them.
template <class T>
using Names = std::vector<std::pair<std::string, T>>;

template <class T>
const std::string& name_of(const Names<T>& names, T value) {
  return std::ranges::find(names, value, &std::pair<std::string, T>::second)->first;
}

/// How a field is called.
struct Field {
  const char* key = nullptr;     // in model files; null: it is not kept
  const char* option = nullptr;  // names of the option, as "-B,--chunk"; null: the data tell it
  const char* help = nullptr;
  const char* type = "N";  // the word for its value in help
  bool may_lack = false;   // files of before do not have it
};

/// Told each field of a setup once. Options, JSON both ways and checks of ranges are visitors.
class Fields {
 public:
  virtual ~Fields() = default;
  /// A whole number in low..high.
  virtual void number(const Field& field, std::uint64_t& value, std::uint64_t low,
                      std::uint64_t high) = 0;
  /// A number in [low, high].
  virtual void number(const Field& field, double& value, double low, double high) = 0;
  virtual void flag(const Field& field, bool& value) = 0;
  virtual void choice(const Field& field, std::string& value,
                      const std::vector<std::string>& names) = 0;
  virtual void choices(const Field& field, std::vector<std::string>& values,
                       const std::vector<std::string>& names) = 0;
  // What the command line does not have.
  virtual void text(const Field& /*field*/, std::string& /*value*/) {}
  virtual void labels(const Field& /*field*/, Alphabet& /*value*/) {}
  virtual void sizes(const Field& /*field*/, SizeCounts& /*value*/) {}
  /// An object of fields of its own, where it is `there`.
  virtual void inner(const Field& /*field*/, bool& /*there*/,
                     const std::function<void(Fields&)>& /*fields*/) {}

  void number(const Field& field, std::uint32_t& value, std::uint64_t low, std::uint64_t high) {
    std::uint64_t wide = value;
    number(field, wide, low, high);
    value = static_cast<std::uint32_t>(wide);
  }
  template <class T>
  void choice(const Field& field, T& value, const Names<T>& names) {
    auto name = name_of(names, value);
    choice(field, name, list(names));
    value = value_of(names, name);
  }
  template <class T>
  void choices(const Field& field, std::vector<T>& values, const Names<T>& names) {
    std::vector<std::string> chosen;
    for (const auto value : values) chosen.push_back(name_of(names, value));
    choices(field, chosen, list(names));
    values.clear();
    for (const auto& name : chosen) values.push_back(value_of(names, name));
  }

 private:
  template <class T>
  static std::vector<std::string> list(const Names<T>& names) {
    std::vector<std::string> all;
    for (const auto& [name, value] : names) all.push_back(name);
    return all;
  }
  template <class T>
  static T value_of(const Names<T>& names, const std::string& name) {
    return std::ranges::find(names, name, &std::pair<std::string, T>::first)->second;
  }
};

}  // namespace graphvq
