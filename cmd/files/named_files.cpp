#include "cmd/files/named_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "cmd/files/io.hpp"
#include "cmd/program/options.hpp"

namespace graphvq {

namespace fs = std::filesystem;

namespace {

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

void guard_named_files(const Options& options) {
  std::map<std::string, std::string> written;  // option by file
  const auto all = options.all();
  const auto last = [&](std::string_view name) -> std::string {
    const auto found = std::ranges::find(all, name, &Declared::name);
    return found == all.end() || found->given.empty() ? "" : found->given.back();
  };
  for (const auto& option : all)
    for (const auto& path : option.given)
      if (path.empty() && option.kind != PathKind::none)
        throw UsageError(option.name + ": an empty name");
  note_standard_input();
  const auto checkpoint = last("--checkpoint");
  const bool to_standard = is_standard_output(last("--output"));
  for (const auto& option : all) {
    if (option.kind != PathKind::file && option.kind != PathKind::model) continue;
    for (const auto& path : option.given) {
      std::error_code ignored;
      if (option.name == "--resume" && fs::equivalent(path, checkpoint, ignored)) continue;
      if (fs::is_directory(path, ignored)) note_folder(path);
      note_input(path);
    }
  }
  for (const auto& option : all) {
    const auto& name = option.name;
    if (option.given.empty() || option.kind != PathKind::output) continue;
    const auto& path = option.given.back();  // where it is given again
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
