#include "cmd/files/records.hpp"
#include "cmd/program/command.hpp"
#include "cmd/program/options.hpp"

namespace graphvq {

namespace {

class Head final : public Command {
 public:
  void setup(Options& options) override {
    options.input(input_, "Graphs, sequences or tokens (.gvg .gvs .gvt)");
    options.add("-n,--count", count_, "Records to keep").shown().whole();
    options.output(output_);
    options.level(level_);
    options.no_provenance();
  }

  int run() override {
    RecordInput input(input_);
    RecordOutput output(output_, input.header(), level_);
    output.derive_from(input);
    Record record;
    // To the end: damage behind the last record that is kept may not pass either.
    while (input.next(record))
      if (input.reader().index() < count_) output.write(record, input.reader().payload());
    output.commit();
    return 0;
  }

 private:
  std::string input_;
  std::string output_;
  std::uint64_t count_ = 10;
  int level_ = default_level;
};

}  // namespace

std::unique_ptr<Command> make_head() { return std::make_unique<Head>(); }

}  // namespace graphvq
