#include "cmd/files/named_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

#include "cmd/files/io.hpp"
#include "cmd/program/options.hpp"

namespace graphvq {

namespace fs = std::filesystem;

namespace {

constexpr std::array output_options = {"--output", "--checkpoint", "--log", "--plot"};

std::string name_of(const CLI::Option& option) {
  const auto& names = option.get_lnames();
  return names.empty() ? "" : "--" + names.front();
}

bool is_output(const std::string& name) {
  return std::find(output_options.begin(), output_options.end(), name) != output_options.end();
}

bool names_files(const CLI::Option& option) {
  const auto kind = path_kind(option);
  return kind == PathKind::file || kind == PathKind::model;
}

// Files of a folder that `import` reads: those of TU and OGB, which has them a level below.
void note_folder(const fs::path& folder) {
  std::error_code ignored;
  fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied,
                                      ignored);
  for (; !ignored && at != fs::recursive_directory_iterator(); at.increment(ignored)) {
    if (at.depth() > 0) at.disable_recursion_pending();
    const auto path = at->path().string();
    const auto name = uncompressed_name(path);
    if (name.ends_with(".txt") || name.ends_with(".csv")) note_input(path);
  }
}

}  // namespace

void guard_named_files(const CLI::App& app) {
  std::map<std::string, std::string> written;  // option by file
  const auto given = [&app](const char* name) -> std::string {
    const auto* option = app.get_option_no_throw(name);
    return option != nullptr && option->count() > 0 ? option->as<std::string>() : "";
  };
  for (const auto* option : app.get_options())
    for (const auto& path : option->results())
      if (path.empty() && path_kind(*option) != PathKind::none)
        throw UsageError(option->get_name() + ": an empty name");
  note_standard_input();
  const auto checkpoint = given("--checkpoint");
  const bool to_standard = is_standard_output(given("--output"));
  for (const auto* option : app.get_options()) {
    const auto name = name_of(*option);
    if (option->count() == 0 || is_output(name) || !names_files(*option)) continue;
    for (const auto& path : option->results()) {
      std::error_code ignored;
      if (name == "--resume" && fs::equivalent(path, checkpoint, ignored)) continue;
      if (fs::is_directory(path, ignored)) note_folder(path);
      note_input(path);
    }
  }
  for (const auto* option : app.get_options()) {
    const auto name = name_of(*option);
    if (option->count() == 0 || !is_output(name)) continue;
    const auto path = option->as<std::string>();  // the last, where it is given again
    const bool standard = is_standard_output(path);
    if (standard && (name == "--checkpoint" || (name == "--log" && path == "-")))
      throw UsageError(name + " is a file, not standard output");
    if (name != "--output" && to_standard && standard)
      throw UsageError(fmt::format("standard output: --output and {} would both write it", name));
    if (path == "-") continue;
    refuse_input(path);
    std::error_code unknown;
    const auto status = fs::status(path, unknown);
    if (fs::exists(status) && !fs::is_regular_file(status)) continue;
    const auto [other, first] =
        written.emplace(fs::weakly_canonical(fs::absolute(path, unknown), unknown).string(), name);
    if (!first && !unknown)
      throw UsageError(fmt::format("{}: {} and {} would both write it", path, other->second, name));
  }
}

}  // namespace graphvq
