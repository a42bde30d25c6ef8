#include "cmd/program/options.hpp"

#include <sched.h>

#include <fmt/format.h>
#include <algorithm>

#include <charconv>
#include <cstdlib>
#include <initializer_list>

#include "cmd/program/command.hpp"
#include "formats/foreign/foreign.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {

namespace {

constexpr int max_threads = 4096;

}  // namespace

void add_input(CLI::App& app, std::string& path, const std::string& what) {
  app.add_option("FILE", path, what + "; - or nothing is standard input")->type_name("");
}

void add_inputs(CLI::App& app, std::vector<std::string>& paths, const std::string& what) {
  app.add_option("FILE", paths, what + "; - or nothing is standard input")->type_name("");
}

void add_output(CLI::App& app, std::string& path) {
  app.add_option("-o,--output", path, "Write to FILE instead of standard output")
      ->type_name("FILE");
}

void add_seed(CLI::App& app, std::uint64_t& seed) {
  app.add_option("--seed", seed, "Seed of all random draws")
      ->capture_default_str()
      ->type_name("N")
      ->transform(whole());
}

void add_threads(CLI::App& app, unsigned& threads) {
  threads = default_threads();
  app.add_option(
         "-t,--threads", threads,
         "Threads in all; no result depends on it [SLURM_CPUS_PER_TASK, else the CPUs allowed]")
      ->type_name("N")
      ->transform(whole(1, max_threads));
}

void add_quiet(CLI::App& app, bool& quiet) {
  app.add_flag("-q,--quiet", quiet, "No progress and no counts on standard error");
}

void add_level(CLI::App& app, int& level) {
  app.add_option("-z,--level", level,
                 "zstd level of the output, 0 (stored), 1 (fast) to 19 (small)")
      ->capture_default_str()
      ->type_name("N")
      ->transform(whole(0, 19));
}

void add_no_provenance(CLI::App& app, bool& omit) {
  app.add_flag("--no-provenance", omit, "Leave the chain of commands out of the output");
}

void add_device(CLI::App& app, std::string& device) {
  app.add_option("--device", device, "cpu, cuda or cuda:N; a device that is absent is an error")
      ->capture_default_str()
      ->type_name("DEVICE")
      ->check([](const std::string& name) {
        const bool digits = name.size() > 5 && name.size() < 9 && name.starts_with("cuda:") &&
                            name.find_first_not_of("0123456789", 5) == std::string::npos;
        return name == "cpu" || name == "cuda" || digits ? "" : "neither cpu, cuda nor cuda:N";
      });
}

CLI::Validator whole(std::uint64_t low, std::uint64_t high) {
  return CLI::Validator(
      [low, high](std::string& text) -> std::string {
        std::uint64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error == std::errc{} && end == text.data() + text.size() && value >= low &&
            value <= high) {
          text = std::to_string(value);  // CLI11 takes 010 for 8
          return "";
        }
        return "'" + text + "' is no whole number " +
               (high == UINT64_MAX && error != std::errc::result_out_of_range
                    ? "of at least " + std::to_string(low)
                    : "in " + std::to_string(low) + ".." + std::to_string(high));
      },
      "");
}

CLI::Validator real(double low, double high) {
  return CLI::Validator(
      [=](const std::string& text) -> std::string {
        double value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error == std::errc{} && end == text.data() + text.size() && value >= low &&
            value <= high)
          return "";
        return fmt::format("'{}' is no number of at least {} and at most {}", text, low, high);
      },
      "");
}

CLI::Validator positive() { return real(1e-9, 1e9); }

PathKind path_kind(const CLI::Option& option) {
  const auto word = option.get_positional() ? option.get_single_name() : option.get_type_name();
  const auto is = [&word](std::initializer_list<const char*> words) {
    return std::ranges::find(words, word) != words.end();
  };
  if (is({"MODEL", "TOK", "PRIOR", "EDGES"})) return PathKind::model;
  if (is({"FILE", "PATH", "SIZES", "REFERENCE", "GENERATED", "TRAIN"})) return PathKind::file;
  return is({"DIR"}) ? PathKind::folder : PathKind::none;
}

CLI::Option* add_choice(CLI::App& app, const std::string& name, std::string& value,
                        const std::vector<std::string>& values, const std::string& what) {
  const auto listed = CLI::detail::join(values, ",");
  auto* option = app.add_option(name, value, what)
                     ->type_name("{" + listed + "}")
                     ->check([values, listed](const std::string& typed) {
                       if (std::find(values.begin(), values.end(), typed) != values.end())
                         return std::string();
                       const auto near = suggestion(typed, values);
                       return "'" + typed + "' is none of " + listed +
                              (near.empty() ? "" : "; did you mean " + near + "?");
                     });
  return value.empty() ? option : option->capture_default_str();
}

void add_format(CLI::App& app, std::string& format) {
  std::vector<std::string> names;
  std::string what;
  for (const auto& each : foreign_formats()) {
    names.emplace_back(each.name);
    what += fmt::format("{}{}: {}", what.empty() ? "" : "; ", each.name, each.summary);
  }
  add_choice(app, "FORMAT", format, names, what)->required();
}

unsigned default_threads() {
  if (const char* slurm = std::getenv("SLURM_CPUS_PER_TASK")) {
    const int count = std::atoi(slurm);
    if (count > 0) return static_cast<unsigned>(std::min(count, max_threads));
  }
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
    return static_cast<unsigned>(CPU_COUNT(&set));
  return 1;
}

std::pair<std::uint64_t, std::uint64_t> Part::range(std::uint64_t total) const {
  const auto bound = [&](std::uint64_t i) {
    return total / count * i + std::min(total % count, i);
  };
  return {bound(index - 1), bound(index)};
}

void add_part(CLI::App& app, Part& part) {
  app.add_option_function<std::string>(
         "--part",
         [&part](const std::string& text) {
           const auto slash = text.find('/');
           const auto number = [&](std::size_t from, std::size_t to, std::uint64_t& value) {
             const auto [end, error] = std::from_chars(text.data() + from, text.data() + to, value);
             return error == std::errc{} && end == text.data() + to;
           };
           if (slash == std::string::npos || !number(0, slash, part.index) ||
               !number(slash + 1, text.size(), part.count) || part.index < 1 ||
               part.index > part.count)
             throw CLI::ValidationError("--part", "'" + text + "' is not I/N with 1 <= I <= N");
         },
         "Only the I-th of N equal parts; the parts in order are the whole [1/1]")
      ->type_name("I/N");
}

}  // namespace graphvq
