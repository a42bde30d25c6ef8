#include <fmt/format.h>

#include "cmd/files/progress.hpp"
#include "cmd/files/records.hpp"
#include "cmd/models/models.hpp"
#include "cmd/program/options.hpp"
#include "libgraphvq/base/error.hpp"
#include "libgraphvq/base/parallel.hpp"

#include "cmd/program/command.hpp"
#include "libgraphvq/data/header.hpp"
#include "libgraphvq/data/labels.hpp"

namespace graphvq {

namespace {

// Records that are in memory at once.
constexpr std::size_t block_records = 4096;

class Tokenize final : public Command {
 public:
  void setup(Options& options) override {
    options.input(input_, "Sequences (.gvs)");
    options.add("-m,--model", model_, "The tokenizer").model("TOK").required();
    options.output(output_);
    options.threads(threads_);
    options.writing(level_);
  }

  int run() override {
    const auto model = read_model_of("tokenizer", model_);
    Header described;
    describe_tokens(described, model);
    RecordInput input(input_, {Layer::sequence});
    if (input.header().order != described.order)
      throw Error(fmt::format(
          "{}: is in {} order, the tokenizer learned {}; `graphvq serialize --order {}` makes that",
          input.name(), to_string(*input.header().order), to_string(*described.order),
          to_string(*described.order)));
    const LabelTranslation labels(input.header().node_labels, described.node_labels);

    auto header = input.header();
    describe_tokens(header, model);
    join_history(header.provenance, model.provenance);
    RecordOutput output(output_, header, level_, {}, {model.content});
    output.derive_from(input);

    Progress progress("sequences");
    std::vector<Record> block;
    std::uint64_t done = 0;
    do {
      block.clear();
      Record record;
      while (block.size() < block_records && input.next(record)) block.push_back(std::move(record));
      parallel(block.size(), threads_, [&](unsigned, std::size_t i) {
        labels.apply(block[i].graph, input.name(), done + i);
        model.generator->tokenize(block[i]);
      });
      for (const auto& each : block) output.write(each);
      progress.advance(done += block.size());
    } while (!block.empty());
    output.commit();
    return 0;
  }

 private:
  std::string input_;
  std::string model_;
  std::string output_;
  unsigned threads_ = 1;
  int level_ = default_level;
};

}  // namespace

std::unique_ptr<Command> make_tokenize() { return std::make_unique<Tokenize>(); }

}  // namespace graphvq
