#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

// Options that several commands share: one name and one meaning everywhere.

namespace graphvq {

void add_input(CLI::App& app, std::string& path, const std::string& what);
void add_inputs(CLI::App& app, std::vector<std::string>& paths, const std::string& what);
void add_output(CLI::App& app, std::string& path);
void add_seed(CLI::App& app, std::uint64_t& seed);
/// A total; the default is SLURM_CPUS_PER_TASK, else the CPU affinity mask.
void add_threads(CLI::App& app, unsigned& threads);
void add_quiet(CLI::App& app, bool& quiet);
/// Bits of structure gain next to nothing by the levels above, which take twice the time.
inline constexpr int default_level = 1;
void add_level(CLI::App& app, int& level);
void add_no_provenance(CLI::App& app, bool& omit);
void add_device(CLI::App& app, std::string& device);

/// An option or positional with one of `values`, which --help and completion list.
CLI::Option* add_choice(CLI::App& app, const std::string& name, std::string& value,
                        const std::vector<std::string>& values, const std::string& what);

/// The positional FORMAT of import and export: one of the foreign formats.
void add_format(CLI::App& app, std::string& format);

/// Checks for numbers, which CLI11 lets wrap around (-1 as a count) or be nan.
/// A whole number in low..high, decimal whatever zeros lead; for transform().
CLI::Validator whole(std::uint64_t low = 0, std::uint64_t high = UINT64_MAX);
/// A number in [low, high].
CLI::Validator real(double low, double high);
/// A number in [1e-9, 1e9]: within a float, and so is what is made of it.
CLI::Validator positive();

/// The path that a value is, by the word that stands for it.
enum class PathKind : std::uint8_t { none, file, model, folder };
PathKind path_kind(const CLI::Option& option);

unsigned default_threads();

/// `I/N` as in --part: 1 <= I <= N.
struct Part {
  std::uint64_t index = 1;
  std::uint64_t count = 1;
  /// The half-open range of `total` records that this part has; parts in order are the whole.
  std::pair<std::uint64_t, std::uint64_t> range(std::uint64_t total) const;
};
void add_part(CLI::App& app, Part& part);

}  // namespace graphvq
