#include "libgraphvq/data/split.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "cmd/files/records.hpp"
#include "cmd/files/signals.hpp"
#include "cmd/program/command.hpp"
#include "cmd/program/options.hpp"
#include "libgraphvq/base/error.hpp"
#include "libgraphvq/data/labels.hpp"
#include "libgraphvq/measure/judge/isomorphism.hpp"

namespace graphvq {

namespace {

class Split final : public Command {
 public:
  void setup(Options& options) override {
    options.input(input_, "Graphs (.gvg)");
    options.add("--out-dir", folder_, "Where PART.gvg are written; made where it is missing")
        .folder()
        .required();
    options.add("--parts", parts_, "Parts and their shares, which sum to 1")
        .shown()
        .type("NAME=SHARE,...");
    options.add("--class", class_, "Keep graphs of this class, a raw value [all]").type("VALUE");
    options.add("--min-nodes", min_nodes_, "Keep graphs with at least N nodes")
        .shown()
        .whole(0, UINT32_MAX);
    options.add("--max-nodes", max_nodes_, "Keep graphs with at most N nodes [no cap]")
        .whole(0, UINT32_MAX);
    options.flag("--isomorphic-together", together_,
                 "Graphs that are isomorphic, labels of nodes included, go to one part");
    options.seed(seed_);
    options.writing(level_);
  }

  void check() override {
    std::size_t from = 0;
    while (from <= parts_.size()) {
      const auto to = std::min(parts_.find(',', from), parts_.size());
      add_part_named(parts_.substr(from, to - from));
      from = to + 1;
    }
    // What the shares must keep to is the library's to say.
    split(std::size_t{0}, shares_, seed_);
  }

  int run() override {
    RecordInput input(input_, {Layer::graph});
    std::optional<std::uint32_t> wanted;
    if (given("--class")) {
      wanted = category(input.header().classes, class_);
      if (!wanted)
        throw Error(fmt::format("{}: no graph has class {}; `graphvq info` lists the classes",
                                input.name(), class_));
    }
    std::vector<Record> kept;
    input.each("graphs", [&](Record& record) {
      const auto n = record.graph.n;
      if (n >= min_nodes_ && n <= max_nodes_.value_or(n) &&
          (!wanted || record.graph.graph_class == wanted))
        kept.push_back(std::move(record));
    });
    const auto graphs = input.totals().graphs, dropped = graphs - kept.size();
    // Its history is whole when it is read whole.
    const auto sizes = write(kept, input.header(), input.totals().hash);
    if (dropped > 0) remark(fmt::format("{} of {} graphs dropped", dropped, graphs));
    say_sizes(sizes);
    return 0;
  }

 private:
  void add_part_named(const std::string& part) {
    const auto equals = part.find('=');
    const auto name = part.substr(0, equals);
    double share = 0;
    const char* end = part.data() + part.size();
    const bool number =
        equals != std::string::npos &&
        std::from_chars(part.data() + equals + 1, end, share) == std::from_chars_result{end, {}};
    if (!number || name.empty() || name[0] == '.' || name.find('/') != std::string::npos)
      throw UsageError(fmt::format("--parts: '{}' is not NAME=SHARE", part));
    if (std::find(names_.begin(), names_.end(), name) != names_.end())
      throw UsageError(fmt::format("--parts: two parts are called {}", name));
    names_.push_back(name);
    shares_.push_back(share);
  }

  void say_sizes(const std::vector<std::size_t>& sizes) const {
    std::vector<std::string> all;
    std::vector<std::string> empty;
    for (std::size_t k = 0; k < names_.size(); ++k) {
      all.push_back(fmt::format("{} {}", names_[k], sizes[k]));
      if (sizes[k] == 0) empty.push_back(names_[k]);
    }
    remark(
        fmt::format("graphs: {}{}", fmt::join(all, ", "),
                    empty.empty() ? "" : fmt::format("; no graph in {}", fmt::join(empty, ", "))));
  }

  /// How many graphs each part has.
  std::vector<std::size_t> write(const std::vector<Record>& records, const Header& header,
                                 const std::string& hash) const {
    const auto part = together_ ? split(isomorphism_classes(records), shares_, seed_)
                                : split(records.size(), shares_, seed_);
    std::vector<std::size_t> sizes(names_.size());
    for (const auto k : part) ++sizes[k];
    OutputFolder folder(folder_);
    std::vector<std::unique_ptr<RecordOutput>> outputs;
    for (const auto& name : names_) {
      const auto path = (std::filesystem::path(folder_) / (name + ".gvg")).string();
      outputs.push_back(
          std::make_unique<RecordOutput>(path, header, level_, seed_, std::vector{hash}));
    }
    for (std::size_t i = 0; i < records.size(); ++i) outputs[part[i]]->write(records[i]);
    for (auto& output : outputs) output->finish();
    const HeldSignals held;  // until all have appeared
    for (auto& output : outputs) output->commit();
    folder.keep();
    return sizes;
  }

  std::string input_;
  std::string folder_;
  std::string parts_ = "train=.8,valid=.1,test=.1";
  std::vector<std::string> names_;
  std::vector<double> shares_;
  std::string class_;
  Node min_nodes_ = 0;
  std::optional<Node> max_nodes_;
  std::uint64_t seed_ = 0;
  int level_ = default_level;
  bool together_ = false;
};

}  // namespace

std::unique_ptr<Command> make_split() { return std::make_unique<Split>(); }

}  // namespace graphvq
