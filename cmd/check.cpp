#include <fmt/format.h>

#include <new>

#include "cmd/files/records.hpp"
#include "cmd/program/command.hpp"
#include "cmd/program/options.hpp"
#include "formats/container/model_file.hpp"
#include "libgraphvq/base/error.hpp"

namespace graphvq {

namespace {

// Reads a file to its end; what it holds.
std::string read_whole(const std::string& path) {
  AnyFile file(path);
  if (file.is_model()) {
    const auto model = file.model();
    return fmt::format("{}{}, {} tensors", model.kind, model.kind == "checkpoint" ? "" : " model",
                       model.tensors.size());
  }
  file.each("graphs of " + file.name(), [](Record&) {});
  const auto graphs = file.totals().graphs;
  return fmt::format("{} {}", graphs, graphs == 1 ? "graph" : "graphs");
}

class Check final : public Command {
 public:
  void setup(Options& options) override {
    options.inputs(inputs_, "Containers (.gvg .gvs .gvt) and models (.safetensors)");
    options.flag("-q,--quiet", quiet_, "Say nothing of sound files");
  }

  int run() override {
    or_standard(inputs_);
    int code = 0;
    for (const auto& path : inputs_) {
      try {
        const auto what = read_whole(path);
        if (!quiet_) print(fmt::format("{}: sound, {}\n", input_name(path), what));
      } catch (const Error& error) {
        say(error.what());
        code = 1;
      } catch (const std::bad_alloc&) {
        say(input_name(path) + ": out of memory");
        code = 1;
      }
    }
    return code;
  }

 private:
  std::vector<std::string> inputs_;
  bool quiet_ = false;
};

}  // namespace

std::unique_ptr<Command> make_check() { return std::make_unique<Check>(); }

}  // namespace graphvq
