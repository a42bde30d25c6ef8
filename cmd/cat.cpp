#include <fmt/format.h>

#include <filesystem>

#include "cmd/files/progress.hpp"
#include "cmd/files/records.hpp"
#include "cmd/program/command.hpp"
#include "cmd/program/options.hpp"
#include "libgraphvq/base/error.hpp"
#include "libgraphvq/data/labels.hpp"

namespace graphvq {

namespace {

// Whether two files give every record the same bytes.
bool agree(Header one, const Header& other) {
  one.provenance = other.provenance;
  return one == other;
}

std::string shown(const std::optional<std::uint32_t>& value) {
  return value ? std::to_string(*value) : "none";
}

// What must be the same in all files, and what makes it so, as words.
struct Fixed {
  const char* what;
  std::string value;
  const char* way_out;
};
std::vector<Fixed> fixed(const Header& header) {
  constexpr const char* kind = "join files of one kind";
  constexpr const char* serialize = "`graphvq serialize` both with the same options";
  constexpr const char* tokenize = "`graphvq tokenize` both with one tokenizer";
  return {{"records", std::string(to_string(header.layer)), kind},
          {"order", header.order ? std::string(to_string(*header.order)) : "none", serialize},
          {"orders a graph", shown(header.orders), serialize},
          {"window", shown(header.window), tokenize},
          {"codes", shown(header.codes), tokenize},
          {"width of tokens", shown(header.latent), tokenize},
          {"tokenizer", header.tokenizer.value_or("none"), tokenize}};
}

class Cat final : public Command {
 public:
  void setup(Options& options) override {
    options.inputs(inputs_, "Files of one kind (.gvg .gvs .gvt)");
    options.output(output_);
    options.writing(level_);
  }

  int run() override {
    or_standard(inputs_);
    const auto merged = merge_headers();
    RecordOutput output(output_, merged, level_);
    Progress progress("graphs");
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      auto input = std::move(opened_[i]);
      if (!input) {
        input = std::make_unique<RecordInput>(inputs_[i]);
        if (input->header() != headers_[i])
          throw Error(input->name() + ": changed while it was read");
      }
      const bool same = agree(input->header(), merged);
      const HeaderTranslation translation(input->header(), merged);
      Record record;
      for (; input->next(record); progress.advance(output.totals().graphs)) {
        if (same) {
          output.write(record, input->reader().payload());
          continue;
        }
        translation.apply(record.graph);
        output.write(record);
      }
      output.learn(*input, places_[i]);
    }
    output.commit();
    return 0;
  }

 private:
  Header merge_headers() {
    Header merged;
    std::string first;
    for (const auto& path : inputs_) {
      auto input = std::make_unique<RecordInput>(path);
      const auto& header = input->header();
      if (first.empty()) {
        first = input->name();
        merged = header;
        merged.provenance.clear();
      } else {
        join(merged, header, first, input->name());
      }
      places_.push_back(join_history(merged.provenance, header.provenance));
      headers_.push_back(header);
      // A pipe cannot be opened twice; a thousand files cannot be open at once.
      std::error_code ignored;
      const bool again = path != "-" && std::filesystem::is_regular_file(path, ignored);
      opened_.push_back(again ? nullptr : std::move(input));
    }
    return merged;
  }

  static void join(Header& merged, const Header& header, const std::string& first,
                   const std::string& name) {
    const auto ours = fixed(merged);
    const auto theirs = fixed(header);
    for (std::size_t i = 0; i < ours.size(); ++i)
      if (ours[i].value != theirs[i].value)
        throw Error(fmt::format("{} and {} do not agree in {}: {} and {}; {}", first, name,
                                ours[i].what, ours[i].value, theirs[i].value, ours[i].way_out));
    merged.node_labels = unite(merged.node_labels, header.node_labels);
    merged.edge_labels = unite(merged.edge_labels, header.edge_labels);
    merged.classes = unite(merged.classes, header.classes);
    try {
      merged.node_columns = unite(merged.node_columns, header.node_columns);
      merged.edge_columns = unite(merged.edge_columns, header.edge_columns);
      merged.graph_columns = unite(merged.graph_columns, header.graph_columns);
    } catch (const Error& error) {
      throw Error(
          fmt::format("{} and {} do not agree: {}; rename it in one", first, name, error.what()));
    }
  }

  std::vector<std::string> inputs_;
  std::vector<std::vector<std::uint32_t>> places_;    // of each one's steps in the history of all
  std::vector<Header> headers_;                       // to see a file that changes meanwhile
  std::vector<std::unique_ptr<RecordInput>> opened_;  // null: to be opened when it is read
  std::string output_;
  int level_ = default_level;
};

}  // namespace

std::unique_ptr<Command> make_cat() { return std::make_unique<Cat>(); }

}  // namespace graphvq
