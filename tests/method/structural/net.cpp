#include "libgraphvq/method/structural/net.hpp"

#include <fstream>
#include <iterator>
#include <map>

#include "formats/bytes/bytes.hpp"
#include "formats/container/safetensors.hpp"
#include "libgraphvq/base/error.hpp"
#include "libgraphvq/method/structural/draw.hpp"
#include "libgraphvq/train/loop.hpp"
#include "tests/method/models.hpp"
#include "tests/nn/torch/gradients.hpp"
#include "tests/nn/torch/torch_catch.hpp"

namespace graphvq {

using namespace test;

namespace {

/// What structural_fixture.py wrote: six graphs of MUTAG in breadth-first order, and the
/// prototype's weights, logits and gradients on them.
const Safetensors& fixture() {
  static const Safetensors file = [] {
    const std::string path = GRAPHVQ_SOURCE_DIR "/tests/method/structural/fixture.safetensors";
    std::ifstream in(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    MemorySource source(bytes);
    return read_safetensors(source, path);
  }();
  return file;
}

const Tensor& tensor(const std::string& name) {
  for (const Tensor& found : fixture().tensors)
    if (found.name == name) return found;
  throw Error("no tensor " + name);
}

std::string number(int index, const std::string& name) {
  return std::to_string(index) + "." + name;
}

std::vector<Record> graphs() {
  std::vector<Record> records;
  for (int g = 0; g < 6; ++g) {
    Record record;
    for (const auto code : tensor(number(g, "codes")).as<std::int64_t>())
      record.codes.push_back(static_cast<std::uint32_t>(code));
    record.graph.n = static_cast<Node>(record.codes.size());
    const auto edges = tensor(number(g, "edges")).as<std::int64_t>();
    for (std::size_t e = 0; e < edges.size(); e += 2)
      record.graph.edges.push_back({static_cast<Node>(edges[e]), static_cast<Node>(edges[e + 1])});
    records.push_back(std::move(record));
  }
  return records;
}

/// Our name of a tensor of the prototype.
std::string our_name(const std::string& name) {
  static const std::map<std::string, std::string> names = {{"emb", "embedding"},
                                                           {"dl", "left"},
                                                           {"dr", "right"},
                                                           {"prod", "product"},
                                                           {"mlp.2", "edge.0"},
                                                           {"mlp.4", "edge.2"},
                                                           {"zin", "enter"},
                                                           {"rz", "spread"},
                                                           {"own.0", "own_0"},
                                                           {"own.1", "own_1"},
                                                           {"nb.0", "neighbour_0"},
                                                           {"nb.1", "neighbour_1"},
                                                           {"rgru", "row"},
                                                           {"ls", "row_left"},
                                                           {"head_z", "oldest"},
                                                           {"mean_z", "frontier"},
                                                           {"val", "value"},
                                                           {"pq", "chosen"},
                                                           {"hist", "counts"},
                                                           {"left", "left_embedding"},
                                                           {"rdeg", "degree_embedding"},
                                                           {"rspan", "span_embedding"},
                                                           {"head.2", "code.0"},
                                                           {"head.4", "code.2"},
                                                           {"size", "size"},
                                                           {"table", "table"}};
  if (name == "frac") return "share";
  if (name == "qt.weight") return "quota";
  const auto dot = name.rfind('.');
  const std::string module = name.substr(0, dot), leaf = name.substr(dot + 1);
  if (module != "ctx") return names.at(module) + "." + leaf;
  const auto reverse = leaf.find("_reverse");
  return reverse == std::string::npos ? "context.forward." + leaf
                                      : "context.backward." + leaf.substr(0, reverse);
}

/// The prototype's tensors of one kind (weight, grad) under our names and shapes.
Tensors ours(const std::string& prefix) {
  Tensors all;
  for (Tensor found : fixture().tensors) {
    if (!found.name.starts_with(prefix)) continue;
    found.name = our_name(found.name.substr(prefix.size()));
    if (found.name == "quota") found.shape = {7, 2 * quota_reach + 1};
    all.push_back(std::move(found));
  }
  return all;
}

StructuralConfig fixture_config(bool joint) {
  return {.codes = 7, .hidden = 8, .joint = joint, .dropout = 0};
}

std::vector<float> logits_of(const std::vector<Decision>& decisions) {
  std::vector<float> logits;
  for (const auto& decision : decisions) logits.push_back(decision.logit);
  return logits;
}

double worst(std::span<const float> a, std::span<const float> b) {
  if (a.size() != b.size()) return INFINITY;
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(double{a[i]} - b[i]));
  return most;
}

std::span<const float> values(const torch::Tensor& flat) {
  return {flat.const_data_ptr<float>(), static_cast<std::size_t>(flat.numel())};
}

/// Random graphs in breadth-first order.
std::vector<Record> random_records(std::size_t count, std::uint32_t codes, double p = .4) {
  std::vector<Record> records;
  for (std::size_t r = 0; r < count; ++r) {
    auto record = random_record(static_cast<Node>(3 + r % 7), p, r + 1, 2, codes);
    Stream stream(r, Purpose::order);
    record.graph = relabel(record.graph, draw_order(record.graph, OrderKind::bfs, stream));
    records.push_back(std::move(record));
  }
  return records;
}

StructuralConfig small(bool joint) {
  return {.codes = 3, .hidden = 5, .joint = joint, .dropout = 0};
}

}  // namespace

TEST_CASE("features and decisions are the prototype's") {
  const auto records = graphs();
  for (int g = 0; g < 6; ++g) {
    const auto& record = records[static_cast<std::size_t>(g)];
    const auto found = row_decisions(record.graph, record.codes, 7, true);
    const auto expected = tensor(number(g, "decisions")).as<std::int64_t>();
    const auto features = tensor(number(g, "features")).as<std::uint8_t>();
    REQUIRE(found.size() * 3 == expected.size());
    for (std::size_t d = 0; d < found.size(); ++d) {
      REQUIRE(found[d].row == expected[3 * d]);
      REQUIRE(found[d].node == expected[3 * d + 1]);
      REQUIRE(found[d].bit == (expected[3 * d + 2] != 0));
      for (std::size_t f = 0; f < feature_count; ++f)
        REQUIRE(found[d].features[f] - feature_offsets[f] == features[d * feature_count + f]);
    }
  }
}

TEST_CASE("structural logits, loss and gradients are the prototype's") {
  const auto records = graphs();
  for (const bool joint : {true, false}) {
    const std::string kind = joint ? "joint" : "given";
    StructuralNet model(fixture_config(joint));
    const Tensors weights = ours(kind + ".weight.");
    import_weights(model, weights);
    const StructuralSampler kernel(fixture_config(joint), weights);
    for (int g = 0; g < 6; ++g) {
      const torch::NoGradGuard no_grad;
      const auto& record = records[static_cast<std::size_t>(g)];
      const auto expected = tensor(number(g, kind + ".edges")).as<float>();
      const auto logits = model.logits(record);
      const Forced forced{record.codes, record.graph.edges};
      const auto native = kernel.logits(std::span(&forced, 1), 1).front();
      CHECK(worst(values(logits.decisions), expected) < 1e-5);
      CHECK(worst(logits_of(native.decisions), expected) < 1e-5);
      if (!joint) continue;
      const auto codes = tensor(number(g, "joint.codes")).as<float>();
      CHECK(worst(values(logits.codes.contiguous()), codes) < 1e-5);
      CHECK(worst(native.codes, codes) < 1e-5);
    }
    const auto loss = model.loss(shard_of(records)).sum;
    CHECK(loss.item<double>() ==
          Approx(std::stod(fixture().metadata.at(kind + ".loss"))).epsilon(1e-6));
    loss.backward();
    const Tensors gradients = ours(kind + ".grad.");
    CHECK(gradients.size() == model.named_parameters().size());
    for (const Tensor& expected : gradients) {
      INFO(expected.name);
      const auto& got = model.named_parameters()[expected.name].grad();
      const auto flat = got.contiguous();
      double scale = 1;
      for (const float value : expected.as<float>())
        scale = std::max(scale, std::abs(double{value}));
      CHECK(worst(values(flat), expected.as<float>()) < 2e-5 * scale);
    }
  }
}

TEST_CASE("the structural models have the prototype's size") {
  // By hand for K = 7 codes and h = 64. Rows of h: K codes, 453 features, 32 degrees, 66 spans, 130
  // nodes left, 4 sizes, 2 K counts. h x h matrices: 3 of the node's input, 9 single ones, 2 a
  // pass, 6 of the GRU, 1 in each of the two heads. Biases: 3 + 1 + 2 + 6 + 2 of h, and the heads'
  // ends.
  constexpr int rows = 7 + 453 + 32 + 66 + 130 + 4 + 14, matrices = 3 + 7 + 4 + 6 + 2;
  constexpr int biases = 3 + 1 + 2 + 6 + 2, ends = (64 + 1) + (64 * 7 + 7), quota = 49 * 7;
  static_assert(64 * rows + 64 * 64 * matrices + 64 * biases + ends + quota == 137055);
  CHECK(StructuralNet(StructuralConfig{.codes = 7}).parameter_count() == 137055);
}

TEST_CASE("structural gradients agree with differences") {
  for (const bool joint : {true, false}) {
    StructuralNet model(small(joint));
    const auto records = random_records(3, 3);
    initialise(model, 4);
    model.prepare(records, 4);
    model.to(torch::kFloat64);
    const Shard shard = shard_of(records);
    CHECK(gradient_error(
              model.parameters(), [&] { return model.loss(shard).sum; }, 7) < 1e-5);
  }
}

TEST_CASE("a structural loss is minus the log-likelihood, summed over the records") {
  for (const bool joint : {true, false}) {
    StructuralNet model(small(joint));
    auto records = random_records(6, 3, .3);
    records.push_back({});
    initialise(model, 4);
    model.prepare(records, 4);
    model.to(torch::kFloat64);
    const torch::NoGradGuard no_grad;
    double sum = 0;
    for (const Record& record : records) {
      if (record.graph.n == 0) continue;
      const auto logits = model.logits(record);
      const auto found = row_decisions(record.graph, record.codes, 3, true);
      CHECK(static_cast<std::int64_t>(found.size()) == model.terms(record));
      for (std::size_t d = 0; d < found.size(); ++d) {
        const double x = logits.decisions[static_cast<std::int64_t>(d)].item<double>();
        sum += std::log1p(std::exp(found[d].bit ? -x : x));
      }
      for (Node j = 0; joint && j < record.graph.n; ++j)
        sum -= torch::log_softmax(logits.codes[j], 0)[record.codes[j]].item<double>();
    }
    CHECK(value(model, records) == Approx(sum).epsilon(1e-10));
  }
}

TEST_CASE("native structural samples have the module's probabilities") {
  const torch::NoGradGuard no_grad;
  for (const bool joint : {true, false}) {
    const StructuralConfig config{.codes = 5, .hidden = 24, .joint = joint};
    StructuralNet model(config);
    const auto records = random_records(40, 5);
    initialise(model, 8);
    model.prepare(records, 8);
    const StructuralSampler kernel(config, export_weights(model));
    std::vector<std::vector<std::uint32_t>> codes;
    std::vector<std::uint32_t> sizes;
    for (const Record& record : records) {
      codes.push_back(record.codes);
      sizes.push_back(record.graph.n);
    }
    const auto drawn = joint ? kernel.sample(sizes, Draw{}) : kernel.sample(codes, Draw{});
    std::vector<Record> samples;
    for (const auto& graph : drawn)
      samples.push_back({{static_cast<Node>(graph.codes.size()), graph.edges, {}, {}, {}, {}, {}},
                         {},
                         graph.codes});
    for (const Record& sample : samples) {
      const Forced forced{sample.codes, sample.graph.edges};
      const auto native = kernel.logits(std::span(&forced, 1), 1).front();
      double log_p = 0;
      for (const auto& [logit, bit] : native.decisions)
        log_p -= std::log1p(std::exp(bit ? -double{logit} : double{logit}));
      if (joint) {
        const auto all =
            torch::log_softmax(torch::tensor(native.codes, torch::kFloat64).view({-1, 5}), 1);
        for (Node j = 0; j < sample.graph.n; ++j) log_p += all[j][sample.codes[j]].item<double>();
      }
      CHECK(-value(model, {sample}) == Approx(log_p).margin(1e-4));
    }
  }
}

TEST_CASE("a structural model learns a handful of graphs by heart") {
  for (const bool joint : {true, false}) {
    StructuralNet model({.codes = 7, .hidden = 32, .joint = joint, .dropout = 0});
    const auto records = graphs();
    initialise(model, 5);
    model.prepare(records, 5);
    // What remains is which of the six graphs it is, at most ln 6 a graph.
    const double terms = 79 + 59 + 137 + 59 + 72 + 71;
    CHECK(overfit(model, records, 150, 1e-2) < 6 * std::log(6) / terms + .01);
  }
}

TEST_CASE("a single node has no decision, and a code that is learned jointly alone") {
  Record single, empty;
  single.graph.n = 1;
  single.codes = {2};
  for (const bool joint : {true, false}) {
    StructuralNet model({.codes = 7, .hidden = 32, .joint = joint, .dropout = 0});
    CHECK(model.terms(single) == 0);
    CHECK(model.learns_from(single) == joint);
    CHECK_FALSE(model.learns_from(empty));
  }
  // Three of four single nodes have code 2, the other code 5.
  const auto make = [] {
    return std::make_shared<StructuralNet>(
        StructuralConfig{.codes = 7, .hidden = 8, .joint = true, .dropout = 0});
  };
  std::vector<Record> data(4, single);
  data.back().codes = {5};
  const auto trained = train(make, {data, data}, {.epochs = 300, .batch = 4, .lr = 1e-2, .seed = 5},
                             {}, nullptr, torch::kCPU);
  const auto model = make();
  import_weights(*model, trained.weights);
  const auto codes = torch::softmax(model->logits(single).codes, 1);
  CHECK(codes[0][2].item<double>() == Approx(.75).margin(.02));
  CHECK(codes[0][5].item<double>() == Approx(.25).margin(.02));
}

TEST_CASE("parts that are left out stay at 0 and take no gradient") {
  const std::vector<StructuralPart> parts = {StructuralPart::triangles, StructuralPart::kinship,
                                             StructuralPart::passing,   StructuralPart::row,
                                             StructuralPart::frontier,  StructuralPart::chosen,
                                             StructuralPart::counts,    StructuralPart::quota};
  StructuralConfig config = small(true);
  StructuralNet whole(config);
  config.without = parts;
  StructuralNet model(config);
  const auto records = random_records(4, 3);
  initialise(model, 4);
  model.prepare(records, 4);
  CHECK(model.parameter_count() < whole.parameter_count());
  overfit(model, records, 3, 1e-2);
  for (const auto* name : {"own_0.weight", "neighbour_1.weight", "row.weight_hh_l0",
                           "oldest.weight", "value.weight", "counts.weight", "quota"})
    CHECK(model.named_parameters()[name].abs().sum().item<float>() == 0);
  const auto table = model.named_parameters()["table.weight"];
  const auto open0 = feature_offsets[static_cast<std::size_t>(Feature::open0)];
  CHECK(table.narrow(0, open0, feature_offsets[18] - open0).abs().sum().item<float>() == 0);
  CHECK(table.narrow(0, 0, open0).abs().sum().item<float>() > 0);
}

TEST_CASE("dropout depends on the seed, the epoch and the record") {
  StructuralConfig config = small(true);
  config.dropout = .5;
  StructuralNet model(config);
  const auto records = random_records(4, 3);
  initialise(model, 4);
  model.prepare(records, 4);
  Shard shard = shard_of(records);
  const torch::NoGradGuard no_grad;
  const auto loss = [&] { return model.loss(shard).sum.item<double>(); };
  const double first = loss();
  CHECK(loss() == first);
  shard.epoch = 2;
  CHECK(loss() != first);
  shard.training = false;
  CHECK(loss() == value(model, records));
}

}  // namespace graphvq
