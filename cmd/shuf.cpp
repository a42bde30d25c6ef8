#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "cmd/files/progress.hpp"
#include "cmd/files/records.hpp"
#include "cmd/program/command.hpp"
#include "cmd/program/options.hpp"
#include "formats/container/record_codec.hpp"
#include "libgraphvq/base/error.hpp"
#include "libgraphvq/base/random.hpp"

namespace graphvq {

namespace {

class Shuf final : public Command {
 public:
  void setup(Options& options) override {
    options.input(input_, "Graphs, sequences or tokens (.gvg .gvs .gvt)");
    options.add("-n,--count", count_, "Keep the first N of the new order [all]").whole();
    options.output(output_);
    options.seed(seed_);
    options.writing(level_);
  }

  int run() override {
    RecordInput input(input_);
    const auto header = input.header();  // as it is before the end is read
    read(input);
    std::vector<std::uint32_t> order(starts_.size() - 1);
    std::iota(order.begin(), order.end(), 0U);
    Stream stream(seed_, Purpose::shuffle, 0, 1);  // sub 0 is the order of an epoch
    shuffle(order, stream);
    order.resize(std::min<std::uint64_t>(order.size(), count_));

    RecordOutput output(output_, header, level_, seed_);
    output.derive_from(input);
    Record record;
    Progress progress("graphs written", order.size());
    for (const auto i : order) {
      const auto payload = std::string_view(bytes_).substr(starts_[i], starts_[i + 1] - starts_[i]);
      decode(payload, record);
      output.write(record, payload);
      progress.advance(output.totals().graphs);
    }
    output.commit();
    return 0;
  }

 private:
  void read(RecordInput& input) {
    input.each("graphs read", [&](const Record&) {
      if (starts_.size() > std::numeric_limits<std::uint32_t>::max())
        throw Error(fmt::format("{}: too many records to shuffle", input.name()));
      bytes_ += input.reader().payload();
      starts_.push_back(bytes_.size());
    });
  }

  std::string input_;
  std::string output_;
  std::string bytes_;                     // all records, as a file has them
  std::vector<std::uint64_t> starts_{0};  // of each in `bytes_`, and the end
  std::uint64_t count_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t seed_ = 0;
  int level_ = default_level;
};

}  // namespace

std::unique_ptr<Command> make_shuf() { return std::make_unique<Shuf>(); }

}  // namespace graphvq
