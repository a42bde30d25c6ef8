#include "cmd/models/field_options.hpp"

#include <utility>

#include "cmd/program/options.hpp"

namespace graphvq {

namespace {

/// "--chunk" of "-B,--chunk".
std::string long_name(const char* names) {
  const std::string all = names;
  return all.substr(all.rfind(',') + 1);
}

}  // namespace

class Declaring final : public Fields {
 public:
  Declaring(FieldOptions& known, Options& options, const std::string& prefix)
      : known_(known), options_(options), prefix_(prefix) {}

  void number(const Field& field, std::uint64_t& value, std::uint64_t low,
              std::uint64_t high) override {
    if (auto* slot = add(field, value))
      slot->option =
          option(field, std::get<std::uint64_t>(slot->value)).whole(low, high).type(field.type);
  }
  void number(const Field& field, double& value, double low, double high) override {
    if (auto* slot = add(field, value))
      slot->option = option(field, std::get<double>(slot->value)).real(low, high).type(field.type);
  }
  void flag(const Field& field, bool& value) override {
    if (auto* slot = add(field, value))
      slot->option = options_.flag(field.option, std::get<bool>(slot->value), help(field));
  }
  void choice(const Field& field, std::string& value,
              const std::vector<std::string>& names) override {
    if (auto* slot = add(field, value))
      slot->option =
          options_.choice(field.option, std::get<std::string>(slot->value), names, help(field));
  }
  void choices(const Field& field, std::vector<std::string>& values,
               const std::vector<std::string>& names) override {
    if (auto* slot = add(field, values))
      slot->option =
          options_.add(field.option, std::get<std::vector<std::string>>(slot->value), help(field))
              .type(field.type)
              .shown("none")
              .list(names);
  }

 private:
  /// Null for a field without an option of its own.
  template <class T>
  FieldOptions::Slot* add(const Field& field, const T& value) {
    if (!field.option) return nullptr;
    const auto [slot, added] = known_.slots_.try_emplace(long_name(field.option));
    if (!added) return nullptr;
    known_.order_.push_back(slot->first);
    slot->second.value = value;
    return &slot->second;
  }
  template <class T>
  Option option(const Field& field, T& value) {
    return options_.add(field.option, value, help(field)).shown();
  }
  std::string help(const Field& field) const { return prefix_ + field.help; }

  FieldOptions& known_;
  Options& options_;
  std::string prefix_;
};

class Filling final : public Fields {
 public:
  explicit Filling(FieldOptions& options) : options_(options) {}

  void number(const Field& field, std::uint64_t& value, std::uint64_t, std::uint64_t) override {
    take(field, value);
  }
  void number(const Field& field, double& value, double, double) override { take(field, value); }
  void flag(const Field& field, bool& value) override { take(field, value); }
  void choice(const Field& field, std::string& value, const std::vector<std::string>&) override {
    take(field, value);
  }
  void choices(const Field& field, std::vector<std::string>& values,
               const std::vector<std::string>&) override {
    take(field, values);
  }

 private:
  template <class T>
  void take(const Field& field, T& value) {
    if (!field.option) return;
    auto& slot = options_.slots_.at(long_name(field.option));
    slot.filled = true;
    if (slot.option.given()) value = std::get<T>(slot.value);
  }

  FieldOptions& options_;
};

void FieldOptions::declare(Options& options, const Visit& fields, const std::string& prefix) {
  Declaring declaring(*this, options, prefix);
  fields(declaring);
}

void FieldOptions::fill(const Visit& fields) {
  Filling filling(*this);
  fields(filling);
}

std::string FieldOptions::idle() const {
  for (const auto& name : order_)
    if (const auto& slot = slots_.at(name); slot.option.given() && !slot.filled) return name;
  return "";
}

}  // namespace graphvq
