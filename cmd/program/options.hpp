#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "libgraphvq/base/error.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace graphvq {

/// What the value of an option names: completion and the guard of outputs ask for it.
enum class PathKind : std::uint8_t { none, file, model, folder, output };

/// `I/N` as in --part: 1 <= I <= N.
struct Part {
  std::uint64_t index = 1;
  std::uint64_t count = 1;
  /// The half-open range of `total` records that this part has; parts in order are the whole.
  std::pair<std::uint64_t, std::uint64_t> range(std::uint64_t total) const;
};

/// Bits of structure gain next to nothing by the levels above, which take twice the time.
inline constexpr int default_level = 1;

/// An option or positional while it is declared: each call says one thing more of it. A number has
/// its check here, as CLI11 lets it wrap around (-1 as a count) or be nan.
class Option {
 public:
  Option() = default;
  Option(CLI::Option* option, PathKind* kind) : option_(option), kind_(kind) {}

  /// The word for its value in help.
  Option type(const std::string& word) const;
  /// Help shows the value that it has now, or this one.
  Option shown() const;
  Option shown(const std::string& value) const;
  Option required() const;
  /// A whole number in low..high, decimal whatever zeros lead; N in help.
  Option whole(std::uint64_t low = 0, std::uint64_t high = UINT64_MAX) const;
  /// A number in [low, high]; X in help.
  Option real(double low, double high) const;
  /// A number in [1e-9, 1e9]: within a float, and so is what is made of it.
  Option positive() const { return real(1e-9, 1e9); }
  Option probability() const { return real(0, 1).type("P"); }
  /// Values parted by commas, of these where some are named.
  Option list(const std::vector<std::string>& values = {}) const;
  /// What its value names.
  Option names(PathKind kind) const;
  Option file(const std::string& word = "FILE") const { return names(PathKind::file).type(word); }
  Option model(const std::string& word) const { return names(PathKind::model).type(word); }
  /// A file that is written.
  Option written() const { return names(PathKind::output).type("FILE"); }
  Option folder() const { return names(PathKind::folder).type("DIR"); }

  /// Whether the command line has it.
  bool given() const;
  /// As messages call it.
  std::string name() const;

 private:
  CLI::Option* option_ = nullptr;
  PathKind* kind_ = nullptr;
};

/// What there is to know of an option when all are declared, or parsed.
struct Declared {
  std::string name;                // as messages call it
  std::vector<std::string> names;  // -o, --output; none where it is positional
  std::string help;
  std::string type;
  bool takes_value = false;
  bool list = false;  // of values parted by commas
  PathKind kind = PathKind::none;
  std::vector<std::string> given;  // its values on the command line
};

enum class Parsed : std::uint8_t { run, help, version };

/// The options of a command, over CLI11.
class Options {
 public:
  Options(const std::string& name, const std::string& summary, const std::string& footer);
  ~Options();
  Options(const Options&) = delete;
  Options& operator=(const Options&) = delete;

  /// `names` as "-o,--output", or FILE for a positional. T is a number, text, a vector of these or
  /// an optional.
  template <class T>
  Option add(const std::string& names, T& value, const std::string& help);
  Option flag(const std::string& names, bool& value, const std::string& help);
  /// One of `values`, which help and completion list; its default is shown.
  /// `other` may say of another word what is wrong with it.
  Option choice(const std::string& name, std::string& value, const std::vector<std::string>& values,
                const std::string& help,
                std::optional<std::string> (*other)(std::string_view word) = nullptr);

  // Options that several commands share: one name and one meaning everywhere.
  void input(std::string& path, const std::string& what);
  void inputs(std::vector<std::string>& paths, const std::string& what);
  void output(std::string& path);
  void seed(std::uint64_t& seed);
  /// A total; the default is SLURM_CPUS_PER_TASK, else the CPU affinity mask.
  void threads(unsigned& threads);
  void level(int& level);
  /// Main asks whether these two are on.
  void quiet();
  void no_provenance();
  /// The three above, with which what writes records ends.
  void writing(int& of_zstd);
  void device(std::string& device);
  void part(Part& part);
  /// The positional FORMAT of import and export: one of the foreign formats.
  void format(std::string& format);

  /// After all are declared.
  std::vector<Declared> all() const;
  std::string help() const;
  /// Parses the words after the command's name. Throws UsageError.
  Parsed parse(const std::vector<std::string>& arguments);

  /// Whether an option, as "--seed", is on the command line.
  bool given(std::string_view option) const;
  /// Whether a flag is on.
  bool on(const std::string& flag) const;
  /// Throws UsageError for the first of these options that is given: none may be parsed and
  /// ignored.
  void refuse(std::initializer_list<const char*> options, const std::string& with) const;

 private:
  Option handle(CLI::Option* option);
  void close();

  struct Impl;
  std::unique_ptr<Impl> impl_;
};

unsigned default_threads();

/// Throws UsageError for what an option's list has twice.
template <class T>
void refuse_repeats(const std::string& option, const std::vector<T>& list) {
  for (auto each = list.begin(); each != list.end(); ++each)
    if (std::find(list.begin(), each, *each) != each)
      throw UsageError(fmt::format("{} has {} twice", option, *each));
}

}  // namespace graphvq
