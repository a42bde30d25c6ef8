#include "cmd/program/options.hpp"

#include <sched.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdlib>
#include <map>
#include <optional>

#include "cmd/program/command.hpp"
#include "cmd/program/command_line.hpp"
#include "cmd/program/help.hpp"
#include "formats/foreign/foreign.hpp"
#include "formats/foreign/unread.hpp"

namespace graphvq {

namespace {

constexpr int max_threads = 4096;

template <class T>
bool parses(const std::string& text, T& value) {
  const auto* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  return error == std::errc{} && end == last;
}

}  // namespace

Option Option::type(const std::string& word) const {
  option_->type_name(word);
  return *this;
}

Option Option::shown() const {
  option_->capture_default_str();
  return *this;
}

Option Option::shown(const std::string& value) const {
  option_->default_str(value);
  return *this;
}

Option Option::required() const {
  option_->required();
  return *this;
}

Option Option::whole(std::uint64_t low, std::uint64_t high) const {
  const auto check = [low, high](std::string& text) -> std::string {
    std::uint64_t value = 0;
    const auto* last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, value);
    if (error == std::errc{} && end == last && value >= low && value <= high) {
      text = std::to_string(value);  // CLI11 takes 010 for 8
      return "";
    }
    return "'" + text + "' is no whole number " +
           (high == UINT64_MAX && error != std::errc::result_out_of_range
                ? "of at least " + std::to_string(low)
                : "in " + std::to_string(low) + ".." + std::to_string(high));
  };
  option_->transform(CLI::Validator(check, ""))->type_name("N");
  return *this;
}

Option Option::real(double low, double high) const {
  const auto check = [=](const std::string& text) -> std::string {
    double value = 0;
    if (parses(text, value) && value >= low && value <= high) return "";
    return fmt::format("'{}' is no number of at least {} and at most {}", text, low, high);
  };
  option_->check(CLI::Validator(check, ""))->type_name("X");
  return *this;
}

Option Option::list(const std::vector<std::string>& values) const {
  option_->delimiter(',');
  if (!values.empty()) option_->check(CLI::IsMember(values));
  return *this;
}

Option Option::names(PathKind kind) const {
  *kind_ = kind;
  return *this;
}

bool Option::given() const { return option_->count() > 0; }

std::string Option::name() const { return option_->get_name(); }

struct Options::Impl {
  Impl(const std::string& name, const std::string& summary) : app(summary, name) {}

  CLI::App app;
  std::map<const CLI::Option*, PathKind> kinds;
  bool quiet = false;
  bool no_provenance = false;
  bool closed = false;
};

Options::Options(const std::string& name, const std::string& summary, const std::string& footer)
    : impl_(new Impl(name, summary)) {
  impl_->app.set_help_flag("-h,--help", "Print this help and exit");
  impl_->app.set_version_flag("--version", version_text(), "Print the version and exit");
  impl_->app.get_formatter()->column_width(34);
  impl_->app.footer(footer);
}

Options::~Options() = default;

Option Options::handle(CLI::Option* option) { return {option, &impl_->kinds[option]}; }

template <class T>
Option Options::add(const std::string& names, T& value, const std::string& help) {
  return handle(impl_->app.add_option(names, value, help));
}

template Option Options::add(const std::string&, std::string&, const std::string&);
template Option Options::add(const std::string&, std::vector<std::string>&, const std::string&);
template Option Options::add(const std::string&, int&, const std::string&);
template Option Options::add(const std::string&, std::uint32_t&, const std::string&);
template Option Options::add(const std::string&, std::uint64_t&, const std::string&);
template Option Options::add(const std::string&, std::vector<std::uint64_t>&, const std::string&);
template Option Options::add(const std::string&, std::optional<std::uint32_t>&, const std::string&);
template Option Options::add(const std::string&, std::optional<std::int64_t>&, const std::string&);
template Option Options::add(const std::string&, double&, const std::string&);
template Option Options::add(const std::string&, std::vector<double>&, const std::string&);
template Option Options::add(const std::string&, std::optional<double>&, const std::string&);

Option Options::flag(const std::string& names, bool& value, const std::string& help) {
  return handle(impl_->app.add_flag(names, value, help));
}

Option Options::choice(const std::string& name, std::string& value,
                       const std::vector<std::string>& values, const std::string& help,
                       std::optional<std::string> (*other)(std::string_view word)) {
  const auto listed = CLI::detail::join(values, ",");
  auto* option = impl_->app.add_option(name, value, help)
                     ->type_name("{" + listed + "}")
                     ->check([values, listed, other](const std::string& typed) {
                       if (std::find(values.begin(), values.end(), typed) != values.end())
                         return std::string();
                       if (const auto what = other ? other(typed) : std::nullopt)
                         return "'" + typed + "' is " + *what;
                       const auto near = suggestion(typed, values);
                       return "'" + typed + "' is none of " + listed +
                              (near.empty() ? "" : "; did you mean " + near + "?");
                     });
  if (!value.empty()) option->capture_default_str();
  return handle(option);
}

void Options::input(std::string& path, const std::string& what) {
  add("FILE", path, what + "; - or nothing is standard input").file("");
}

void Options::inputs(std::vector<std::string>& paths, const std::string& what) {
  add("FILE", paths, what + "; - or nothing is standard input").file("");
}

void Options::output(std::string& path) {
  add("-o,--output", path, "Write to FILE instead of standard output").written();
}

void Options::seed(std::uint64_t& seed) {
  add("--seed", seed, "Seed of all random draws").shown().whole();
}

void Options::threads(unsigned& threads) {
  threads = default_threads();
  add("-t,--threads", threads,
      "Threads in all; no result depends on it [SLURM_CPUS_PER_TASK, else the CPUs allowed]")
      .whole(1, max_threads);
}

void Options::level(int& level) {
  add("-z,--level", level, "zstd level of the output, 0 (stored), 1 (fast) to 19 (small)")
      .shown()
      .whole(0, 19);
}

void Options::quiet() {
  flag("-q,--quiet", impl_->quiet, "No progress and no counts on standard error");
}

void Options::no_provenance() {
  flag("--no-provenance", impl_->no_provenance, "Leave the chain of commands out of the output");
}

void Options::writing(int& of_zstd) {
  level(of_zstd);
  quiet();
  no_provenance();
}

void Options::device(std::string& device) {
  impl_->app
      .add_option("--device", device, "cpu, cuda or cuda:N; a device that is absent is an error")
      ->capture_default_str()
      ->type_name("DEVICE")
      ->check([](const std::string& name) {
        const bool digits = name.size() > 5 && name.size() < 9 && name.starts_with("cuda:") &&
                            name.find_first_not_of("0123456789", 5) == std::string::npos;
        return name == "cpu" || name == "cuda" || digits ? "" : "neither cpu, cuda nor cuda:N";
      });
}

void Options::part(Part& part) {
  impl_->app
      .add_option_function<std::string>(
          "--part",
          [&part](const std::string& text) {
            const auto slash = text.find('/');
            if (slash == std::string::npos || !parses(text.substr(0, slash), part.index) ||
                !parses(text.substr(slash + 1), part.count) || part.index < 1 ||
                part.index > part.count)
              throw CLI::ValidationError("--part", "'" + text + "' is not I/N with 1 <= I <= N");
          },
          "Only the I-th of N equal parts; the parts in order are the whole [1/1]")
      ->type_name("I/N");
}

void Options::format(std::string& format) {
  std::vector<std::string> names;
  std::string what;
  for (const auto& each : foreign_formats()) {
    names.emplace_back(each.name);
    what += fmt::format("{}{}: {}", what.empty() ? "" : "; ", each.name, each.summary);
  }
  choice("FORMAT", format, names, what, unread_name).required();
}

// An option given again replaces what was given before, as a Makefile's user expects; a list is one
// word, so that the next word is a file.
void Options::close() {
  if (std::exchange(impl_->closed, true)) return;
  for (auto* option : impl_->app.get_options()) {
    if (option->get_positional()) {
      option->transform(CLI::Validator(
          [](std::string& word) {
            word = unmarked(word);
            return std::string();
          },
          ""));
      continue;
    }
    option->allow_extra_args(false);
    if (option->get_items_expected_max() == 1) option->take_last();
  }
}

std::vector<Declared> Options::all() const {
  std::vector<Declared> list;
  for (const auto* option : static_cast<const CLI::App&>(impl_->app).get_options()) {
    const auto kind = impl_->kinds.find(option);
    Declared one{.name = option->get_name(),
                 .names = {},
                 .help = option->get_description(),
                 .type = option->get_type_name(),
                 .takes_value = option->get_items_expected_max() > 0,
                 .list = option->get_delimiter() == ',',
                 .kind = kind == impl_->kinds.end() ? PathKind::none : kind->second,
                 .given = {}};
    for (const auto& name : option->get_snames()) one.names.push_back("-" + name);
    for (const auto& name : option->get_lnames()) one.names.push_back("--" + name);
    if (option->count() > 0) one.given = option->results();
    list.push_back(std::move(one));
  }
  return list;
}

std::string Options::help() const { return impl_->app.help(); }

// CLI11's exit codes end here: every parse error is a usage error. An unknown option comes before
// all else: it may be what is missing, misspelt.
Parsed Options::parse(const std::vector<std::string>& arguments) {
  close();
  auto& app = impl_->app;
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    return Parsed::run;
  } catch (const CLI::CallForHelp&) {
    return Parsed::help;
  } catch (const CLI::CallForVersion&) {
    return Parsed::version;
  } catch (const CLI::ParseError& error) {
    const auto rest = app.remaining();
    for (const auto& word : rest) {
      if (word == "--") break;
      if (word.size() < 2 || word[0] != '-') continue;
      std::vector<std::string> known;
      for (const auto* option : app.get_options())
        for (const auto& name : option->get_lnames()) known.push_back("--" + name);
      const auto near = suggestion(word.substr(0, word.find('=')), known);
      throw UsageError(fmt::format("unknown option {}{}", word,
                                   near.empty() ? "" : fmt::format("; did you mean {}?", near)));
    }
    if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr)
      throw UsageError(fmt::format("one argument too many: {}", rest.back()));
    throw UsageError(error.what());
  }
}

bool Options::given(std::string_view option) const {
  const auto* found = impl_->app.get_option_no_throw(std::string(option));
  return found != nullptr && found->count() > 0;
}

bool Options::on(const std::string& flag) const {
  return given(flag) && impl_->app[flag]->as<bool>();
}

void Options::refuse(std::initializer_list<const char*> options, const std::string& with) const {
  for (const auto* option : options)
    if (given(option)) throw UsageError(fmt::format("{} means nothing with {}", option, with));
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

}  // namespace graphvq
