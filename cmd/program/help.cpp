#include "cmd/program/help.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "cmd/files/io.hpp"
#include "cmd/program/command.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {

std::string version() { return GRAPHVQ_VERSION; }

std::string version_text() {
  const std::string libtorch = GRAPHVQ_LIBTORCH;
  return fmt::format("graphvq {}\n{}\n", version(),
                     libtorch.empty() ? "without LibTorch" : "LibTorch " + libtorch);
}

std::string overview() {
  std::string text =
      "graphvq: generative models of attributed graphs\n"
      "Usage: graphvq COMMAND [OPTION...] [FILE...]\n";
  std::string group;
  for (const auto& entry : commands()) {
    if (group != entry.group) {
      group = entry.group;
      text += fmt::format("\n{}:\n", group);
    }
    text += fmt::format("  {:<16} {}\n", entry.name, entry.summary);
  }
  text +=
      "\n'graphvq COMMAND --help' shows what a command takes, 'man graphvq' the whole.\n"
      "'graphvq help tutorial' goes all the way, 'graphvq help formats' explains the files.\n"
      "Files are positional, - is standard input, -o FILE or standard output is written.\n";
  return text;
}

namespace {

// Pages that are no command's.
struct Page {
  const char* name;
  const char* section;
};
constexpr Page pages[] = {{"formats", "5"}, {"tutorial", "7"}};

// Becomes `man`.
[[noreturn]] void show(const Page& page) {
  const auto title = std::string("graphvq-") + page.name;
  execlp("man", "man", page.section, title.c_str(), nullptr);
  throw Error(fmt::format("no program man is there to show {}({})", title, page.section));
}

class Help final : public Command {
 public:
  void setup(Options& options) override {
    std::string names;
    for (const auto& entry : commands()) names += std::string(entry.name) + ",";
    options.add("COMMAND", name_, "The command or page to explain; nothing lists all")
        .type("{" + names + "formats,tutorial}");
  }
  int run() override {
    if (name_.empty()) {
      print(overview());
      return 0;
    }
    const auto* page = std::find_if(std::begin(pages), std::end(pages),
                                    [&](const auto& each) { return name_ == each.name; });
    if (page != std::end(pages)) show(*page);
    const auto* entry = find_command(name_);
    if (entry == nullptr) throw UsageError(unknown_command(name_));
    const auto command = entry->make();
    print(options_of(*entry, *command)->help());
    return 0;
  }
  bool runs_bare() const override { return true; }

 private:
  std::string name_;
};

}  // namespace

std::unique_ptr<Command> make_help() { return std::make_unique<Help>(); }

}  // namespace graphvq
