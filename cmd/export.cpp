#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

#include "cmd/files/progress.hpp"
#include "cmd/files/records.hpp"
#include "cmd/files/signals.hpp"
#include "cmd/program/command.hpp"
#include "cmd/program/options.hpp"
#include "formats/foreign/foreign.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {

namespace {

class Export final : public Command {
 public:
  void setup(Options& options) override {
    options.format(format_);
    options.input(input_, "Graphs (.gvg .gvs .gvt)");
    options.output(output_);
    options
        .add("--out-dir", folder_,
             "Write a folder: tu, ogb; edgelist, a file a graph; made where it is missing")
        .folder();
    options.add("--name", name_, "tu: what the file names start with [the folder's name]")
        .type("NAME");
    options.flag("--strict", strict_, "What the format cannot hold is an error");
    options.quiet();
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
    if (name_.find('/') != std::string::npos)
      throw UsageError("--name is what files start with, and has no folder");
  }

  int run() override {
    const auto& format = *find_format(format_);
    RecordInput input(input_);
    if (format.left_out != nullptr) lost_ = format.left_out(input.header());
    if (format_ != "json" && input.header().layer != Layer::graph) {
      lost_.emplace_back("orders");
      if (input.header().layer == Layer::tokens) lost_.emplace_back("tokens");
    }
    if (format.renamed != nullptr) renamed_ = format.renamed(input.header());
    if (strict_ && !changes().empty()) throw Error(fmt::format("{}: {}", input.name(), changes()));
    std::optional<OutputFolder> folder;
    if (!folder_.empty()) folder.emplace(folder_);
    write(format, input);
    if (folder) folder->keep();
    if (!changes().empty()) remark(fmt::format("{}: {}", input.name(), changes()));
    return 0;
  }

 private:
  /// What the output has not as the input has it, in words; "" where that is nothing.
  std::string changes() const {
    auto lost = lost_;
    if (lost_ids_ > 0)
      lost.push_back(fmt::format("{} graph id{}", lost_ids_, lost_ids_ == 1 ? "" : "s"));
    auto all = renamed_;
    if (!lost.empty())
      all.insert(all.begin(), fmt::format("{} not kept by {}", fmt::join(lost, ", "), format_));
    return fmt::format("{}", fmt::join(all, ", "));
  }

  // The record's number, from 0 or 1, is nothing to lose.
  void lose_id(const std::string& id, std::uint64_t number) {
    if (id.empty() || id == std::to_string(number) || id == std::to_string(number + 1)) return;
    if (strict_) throw Error(fmt::format("its id {} not kept by {}", id, format_));
    ++lost_ids_;
  }

  void write(const ForeignFormat& format, RecordInput& input) {
    std::vector<std::unique_ptr<Output>> outputs;
    std::set<std::string> files;  // of the folder, by name
    std::string last;             // path of the last one
    const auto open = [&](const std::string& file) -> ByteSink& {
      last = path_of(file);
      files.insert(std::filesystem::path(last).filename().string());
      outputs.push_back(std::make_unique<Output>(last, format.binary));
      return outputs.back()->sink();
    };
    std::unique_ptr<ForeignWriter> writer;
    const bool many = format.one_graph && !folder_.empty();
    const auto start = [&](const std::string& file) {
      writer = format.writer(input.header(), [&, file](const std::string& part) -> ByteSink& {
        return open(file + part);
      });
    };
    if (!many) with_file(input.name(), [&] { start(""); });
    Record record;
    std::uint64_t number = 0;
    // Graphs that are shown on a terminal are not mixed with a bar.
    const bool shown = output_.empty() && folder_.empty() && isatty(STDOUT_FILENO) != 0;
    Progress progress("graphs", 0, shown);
    for (; input.next(record); progress.advance(++number)) {
      if (format.one_graph && !many && number == 1)
        throw Error(fmt::format("{}: has several graphs, and a file of {} is one; use --out-dir",
                                input.name(), format_));
      with_file(input.name(), [&] {
        with_graph(number, [&] {
          if (!format.ids) lose_id(record.graph.id, number);
          if (many) start(fmt::format("{:06}.{}", number, format.suffixes.front()));
          writer->write(record);
          if (many) finish(*writer, outputs);
        });
      });
    }
    if (format.one_graph && !many && number == 0)
      throw Error(fmt::format("{}: has no graph, and a file of {} is one", input.name(), format_));
    if (!many) with_file(input.name(), [&] { writer->finish(); });
    for (auto& output : outputs) output->close();
    if (!folder_.empty()) refuse_others(format, files);
    // The last file is one that a set must have: while it is away, none passes that is half old.
    const HeldSignals held;
    std::error_code ignored;
    if (format.folder) std::filesystem::remove(std::filesystem::canonical(last, ignored), ignored);
    for (auto& output : outputs) output->commit();
  }

  // One of many files is whole: a thousand cannot be open at once.
  static void finish(ForeignWriter& writer, std::vector<std::unique_ptr<Output>>& outputs) {
    writer.finish();
    outputs.back()->close();
  }

  // A file that would be read as one of the set, but is none of those that are written.
  void refuse_others(const ForeignFormat& format, const std::set<std::string>& files) const {
    std::set<std::string> others;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      const auto file = entry.path().filename().string();
      const bool of_set = format.one_graph ? is_numbered(file, format.suffixes.front())
                                           : format.is_file_of(file, set_name());
      if (of_set && !files.contains(file)) others.insert(file);
    }
    if (others.empty()) return;
    const auto first = std::filesystem::path(folder_) / *others.begin();
    throw Error(
        fmt::format("{}: is of another set; remove it or choose another folder", first.string()));
  }

  // Whether a file is called as one of many is, N.SUFFIX, or so under compression.
  static bool is_numbered(const std::string& file, std::string_view suffix) {
    const auto digits = std::min(file.find_first_not_of("0123456789"), file.size());
    const auto rest = uncompressed_name(file).substr(digits);
    return digits > 0 && rest == fmt::format(".{}", suffix);
  }

  std::string path_of(const std::string& file) const {
    if (folder_.empty()) return output_;
    const auto folder = std::filesystem::path(folder_);
    if (format_ != "tu") return (folder / file).string();
    return (folder / fmt::format("{}_{}", set_name(), file)).string();
  }

  std::string set_name() const {
    return name_.empty() ? std::filesystem::canonical(folder_).filename().string() : name_;
  }

  std::string format_;
  std::string input_;
  std::string output_;
  std::string folder_;
  std::string name_;
  bool strict_ = false;
  std::vector<std::string> lost_;  // of the header
  std::vector<std::string> renamed_;
  std::uint64_t lost_ids_ = 0;
};

}  // namespace

std::unique_ptr<Command> make_export() { return std::make_unique<Export>(); }

}  // namespace graphvq
