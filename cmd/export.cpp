#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include "cmd/command.hpp"
#include "cmd/options.hpp"
#include "cmd/progress.hpp"
#include "cmd/records.hpp"
#include "formats/foreign.hpp"
#include "libgraphvq/graph/error.hpp"

namespace graphvq {

namespace {

class Export final : public Command {
 public:
  void setup(CLI::App& app) override {
    add_format(app, format_);
    add_input(app, input_, "Graphs (.gvg .gvs .gvt)");
    add_output(app, output_);
    app.add_option("--out-dir", folder_,
                   "Write a folder: tu, ogb; edgelist, a file a graph; made where it is missing")
        ->type_name("DIR");
    app.add_option("--name", name_, "tu: what the file names start with [the folder's name]")
        ->type_name("NAME");
    app.add_flag("--strict", strict_, "What the format cannot hold is an error");
    add_quiet(app, quiet_);
  }

  void check() override {
    const auto& format = *find_format(format_);
    if (format.folder && folder_.empty())
      throw UsageError(fmt::format("--out-dir is missing: {} is a folder of files", format_));
    if (!format.folder && !format.one_graph && !folder_.empty())
      throw UsageError(fmt::format("{} is one file: -o names it", format_));
    if (!folder_.empty() && !output_.empty())
      throw UsageError("--out-dir and -o exclude each other");
    if (!name_.empty() && format_ != "tu")
      throw UsageError(fmt::format("{} has no --name", format_));
  }

  int run() override {
    const auto& format = *find_format(format_);
    RecordInput input(input_);
    std::vector<std::string> lost;
    if (format.left_out != nullptr) lost = format.left_out(input.header());
    const auto losses = fmt::format("{} not kept by {}", fmt::join(lost, ", "), format_);
    if (strict_ && !lost.empty()) throw Error(fmt::format("{}: {}", input.name(), losses));
    bool made = false;
    std::error_code failure;
    if (!folder_.empty()) {
      made = std::filesystem::create_directories(folder_, failure);
      if (failure) throw Error(fmt::format("{}: {}", folder_, failure.message()));
    }
    try {
      write(format, input);
    } catch (...) {
      if (made) std::filesystem::remove(folder_, failure);
      throw;
    }
    if (!quiet_ && !lost.empty()) say(fmt::format("{}: {}", input.name(), losses));
    return 0;
  }

 private:
  void write(const ForeignFormat& format, RecordInput& input) {
    std::vector<std::unique_ptr<Output>> outputs;
    std::string last;  // path of the last one
    const auto open = [&](const std::string& file) -> ByteSink& {
      last = path_of(file);
      outputs.push_back(std::make_unique<Output>(last, format.binary));
      return outputs.back()->sink();
    };
    const auto named = [&](auto&& work) {
      try {
        work();
      } catch (const Error& error) {
        throw Error(fmt::format("{}: {}", input.name(), error.what()));
      }
    };
    std::unique_ptr<ForeignWriter> writer;
    const bool many = format.one_graph && !folder_.empty();
    const auto start = [&](const std::string& file) {
      writer = format.writer(input.header(), [&, file](const std::string& part) -> ByteSink& {
        return open(file + part);
      });
    };
    if (!many) named([&] { start(""); });
    Record record;
    std::uint64_t number = 0;
    // Graphs that are shown on a terminal are not mixed with a bar.
    const bool shown = output_.empty() && folder_.empty() && isatty(STDOUT_FILENO) != 0;
    Progress progress("graphs", 0, quiet_ || shown);
    for (; input.next(record); progress.advance(++number)) {
      if (format.one_graph && !many && number == 1)
        throw Error(fmt::format("{}: has several graphs, and a file of {} is one; use --out-dir",
                                input.name(), format_));
      named([&] {
        try {
          if (many) start(fmt::format("{}.{}", number, format.suffixes.front()));
          writer->write(record);
          if (many) finish(*writer, outputs);
        } catch (const Error& error) {
          throw Error(fmt::format("graph {}: {}", number, error.what()));
        }
      });
    }
    if (format.one_graph && !many && number == 0)
      throw Error(fmt::format("{}: has no graph, and a file of {} is one", input.name(), format_));
    if (!many) named([&] { writer->finish(); });
    for (auto& output : outputs) output->close();
    // The last file is one that a set must have: while it is away, none passes that is half old.
    std::error_code ignored;
    if (format.folder) std::filesystem::remove(last, ignored);
    for (auto& output : outputs) output->commit();
  }

  // One of many files is whole: a thousand cannot be open at once.
  static void finish(ForeignWriter& writer, std::vector<std::unique_ptr<Output>>& outputs) {
    writer.finish();
    outputs.back()->close();
  }

  std::string path_of(const std::string& file) const {
    if (folder_.empty()) return output_;
    const auto folder = std::filesystem::path(folder_);
    if (format_ != "tu") return (folder / file).string();
    const auto name =
        name_.empty() ? std::filesystem::canonical(folder).filename().string() : name_;
    return (folder / fmt::format("{}_{}", name, file)).string();
  }

  std::string format_;
  std::string input_;
  std::string output_;
  std::string folder_;
  std::string name_;
  bool strict_ = false;
  bool quiet_ = false;
};

}  // namespace

std::unique_ptr<Command> make_export() { return std::make_unique<Export>(); }

}  // namespace graphvq
