#include "cmd/files/records.hpp"
#include "cmd/program/command.hpp"
#include "cmd/program/options.hpp"
#include "formats/foreign/node_link.hpp"

namespace graphvq {

namespace {

class View final : public Command {
 public:
  void setup(Options& options) override {
    options.inputs(inputs_, "Graphs, sequences or tokens (.gvg .gvs .gvt)");
    options.output(output_);
  }

  int run() override {
    or_standard(inputs_);
    TextOutput output(output_);
    for (const auto& path : inputs_) {
      RecordInput input(path);
      NodeLinkText text(input.header());
      Record record;
      while (input.next(record)) output.write(text.line(record));
    }
    output.commit();
    return 0;
  }

 private:
  std::vector<std::string> inputs_;
  std::string output_;
};

}  // namespace

std::unique_ptr<Command> make_view() { return std::make_unique<View>(); }

}  // namespace graphvq
