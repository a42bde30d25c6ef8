#include <fstream>
#include <iterator>

#include "formats/bytes/bytes.hpp"
#include "formats/container/container.hpp"
#include "libgraphvq/method/chunk/draw.hpp"
#include "libgraphvq/method/chunk/net.hpp"
#include "libgraphvq/method/prior/draw.hpp"
#include "libgraphvq/method/prior/net.hpp"
#include "libgraphvq/method/tokenizer/draw.hpp"
#include "libgraphvq/method/tokenizer/net.hpp"
#include "tests/method/reference.hpp"
#include "tests/nn/torch/torch_catch.hpp"

// The kernels against the LibTorch modules, on the same weights and teacher-forced real graphs.

using namespace graphvq;

namespace {

/// The first graphs of MUTAG in BFS order.
const std::vector<Record>& mutag() {
  static const std::vector<Record> records = [] {
    const std::string path = GRAPHVQ_SOURCE_DIR "/examples/data/mutag.gvg";
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    MemorySource packed(bytes);
    const auto content = decompressed(packed);
    RecordReader reader(*content, path);
    std::vector<Record> all;
    Record record;
    while (all.size() < 20 && reader.next(record)) {
      Stream stream(0, Purpose::order, reader.index());
      record.graph = relabel(record.graph, draw_order(record.graph, OrderKind::bfs, stream));
      all.push_back(record);
    }
    return all;
  }();
  return records;
}

void check_close(const std::vector<float>& native, const torch::Tensor& tensor) {
  const auto flat = tensor.detach().contiguous().view(-1);
  REQUIRE(native.size() == static_cast<std::size_t>(flat.numel()));
  const float* expected = flat.data_ptr<float>();
  double worst = 0;
  for (std::size_t i = 0; i < native.size(); ++i)
    worst = std::max(worst, std::abs(double{native[i]} - expected[i]));
  CHECK(worst < 1e-5);
}

struct Tokens {
  CodeTable table;
  std::vector<Record> records;  // with codes
};

/// MUTAG under an untrained tokenizer whose codes are latents of its nodes.
Tokens tokens() {
  const TokenizerConfig config{.features = 7};
  TokenizerNet model(config);
  initialise(model, 3);
  model.prepare(mutag(), 3);
  const auto weights = export_weights(model);
  Tokens result{code_table(config, weights), mutag()};
  const Tokenizer kernel(config, weights);
  for (auto& record : result.records) record.codes = kernel.encode(record.graph);
  return result;
}

}  // namespace

TEST_CASE("native tokenizer equals the module") {
  const torch::NoGradGuard guard;
  const TokenizerConfig configs[] = {{.features = 7},
                                     {.features = 7, .window = 0, .context = Context::features},
                                     {.features = 7, .context = Context::nodes}};
  for (const auto& config : configs) {
    TokenizerNet model(config);
    initialise(model, 1);
    model.prepare(mutag(), 1);
    const Tokenizer kernel(config, export_weights(model));
    check_close(kernel.decode(test::every_code(config)), model.decoded());
    for (const auto& record : mutag()) {
      const auto latents = model.latents(record);
      check_close(kernel.latents(record.graph), latents);
      const auto codes = model.nearest(latents);
      const auto native = kernel.encode(record.graph);
      for (std::size_t i = 0; i < native.size(); ++i)
        REQUIRE(codes[static_cast<std::int64_t>(i)].item<std::int64_t>() == native[i]);
    }
  }
}

TEST_CASE("native prior equals the module") {
  const torch::NoGradGuard guard;
  const auto data = tokens();
  const PriorConfig config{.label_embedding = GENERATE(false, true)};
  PriorNet model(config);
  initialise(model, 2);
  const PriorSampler kernel(config, export_weights(model));
  for (const auto& record : data.records)
    check_close(kernel.logits(record.codes), model.logits(record.codes));
}

TEST_CASE("native pair logits equal the module for every option") {
  const torch::NoGradGuard guard;
  const auto data = tokens();
  for (const auto& config : test::edges_configs()) {
    if (config.hidden != 32) continue;
    INFO(test::name(config));
    ChunkNet model(config, data.table);
    initialise(model, 4);
    const ChunkSampler kernel(config, export_weights(model), data.table);
    for (const auto& record : data.records)
      check_close(kernel.logits(record.codes, record.graph.edges),
                  model.logits(record.codes, record.graph.edges));
  }
}
