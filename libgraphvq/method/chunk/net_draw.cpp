#include "libgraphvq/base/error.hpp"
#include "libgraphvq/method/chunk/net.hpp"
#include "libgraphvq/method/generator.hpp"
#include "libgraphvq/nn/torch/draw.hpp"
#include "libgraphvq/nn/torch/net.hpp"

namespace graphvq {

namespace {

torch::Tensor draw_bits(const torch::Tensor& logits, const torch::Tensor& u, const Draw& draw) {
  auto p = torch::sigmoid(logits / draw.temperature);
  if (draw.threshold) return (p > .5).to(torch::kFloat);
  if (draw.sharpen > 0) {
    p = torch::where(p < draw.sharpen, torch::zeros_like(p), p);
    p = torch::where(p > 1 - draw.sharpen, torch::ones_like(p), p);
  }
  return (u < p).to(torch::kFloat);
}

std::vector<Edge> edges_of(std::size_t n, const float* bits) {
  std::vector<Edge> edges;
  for (Node i = 0; i < n; ++i)
    for (Node j = i + 1; j < n; ++j)
      if (*bits++ > 0) edges.push_back({i, j});
  return edges;
}

std::vector<std::vector<Edge>> edges_of_batch(ChunkNet& model, const ChunkConfig& config,
                                              std::span<const std::vector<std::uint32_t>> codes,
                                              const Draw& draw, torch::Device device) {
  const auto chunk = static_cast<std::int64_t>(config.chunk);
  std::vector<std::int64_t> pairs;
  for (const auto& row : codes) {
    const auto n = static_cast<std::int64_t>(row.size());
    pairs.push_back(n * (n - 1) / 2);
  }
  std::vector<std::vector<Edge>> result(codes.size());
  auto draft = model.begin(codes);
  if (draft.chunks() == 0) return result;

  // In the order of the draft's places, with whole chunks; padding bits are masked to 0.
  const auto width = draft.chunks() * chunk;
  const auto order = torch::tensor(draft.packing.order);
  auto u = torch::nn::functional::pad(uniforms(pairs, draw, Purpose::edges),
                                      torch::nn::functional::PadFuncOptions({0, width}))
               .narrow(1, 0, width)
               .index_select(0, order)
               .to(device);
  const auto real = (torch::arange(width).unsqueeze(0) < torch::tensor(pairs).unsqueeze(1))
                        .to(torch::kFloat)
                        .index_select(0, order)
                        .to(device);
  auto all = torch::zeros_like(real);
  for (std::int64_t q = 0; q < draft.chunks(); ++q) {
    const auto alive = draft.packing.sizes[static_cast<std::size_t>(q)];
    const auto of_chunk = [&](const torch::Tensor& columns, std::int64_t chunk_index) {
      return columns.narrow(0, 0, alive).narrow(1, chunk_index * chunk, chunk);
    };
    model.advance(draft, q > 0 ? of_chunk(all, q - 1) : torch::Tensor());
    const auto bits = of_chunk(all, q), mask = of_chunk(real, q), floats = of_chunk(u, q);
    if (config.readout != Readout::ar) {
      bits.copy_(draw_bits(draft.logits, floats, draw) * mask);
      continue;
    }
    torch::Tensor previous;
    for (std::int64_t b = 0; b < chunk; ++b) {
      const auto logits = model.bit_logits(draft, b, previous);
      previous = draw_bits(logits, floats.select(1, b), draw) * mask.select(1, b);
      bits.select(1, b).copy_(previous);
    }
  }
  const auto drawn = all.cpu().contiguous();
  for (std::size_t place = 0; place < codes.size(); ++place) {
    const auto g = static_cast<std::size_t>(draft.packing.order[place]);
    result[g] = edges_of(codes[g].size(),
                         drawn.data_ptr<float>() + static_cast<std::int64_t>(place) * width);
  }
  return result;
}

/// Stage B on any device: its draws are the native ones but for the rounding of a probability.
class DeviceGenerator final : public Generator {
 public:
  DeviceGenerator(ChunkSetup setup, const Tensors& tensors, torch::Device device)
      : setup_(std::move(setup)),
        model_(std::make_shared<ChunkNet>(setup_.net, setup_.table)),
        device_(device) {
    import_weights(*model_, tensors);
    model_->to(device);
  }

  void draw(std::span<Record> records, const Draw& draw) const override {
    const torch::NoGradGuard no_grad;
    auto divided = draw;
    divided.temperature *= setup_.divisor;
    const auto codes = codes_of(records);
    auto edges = in_batches(
        std::span(codes), divided, [](const auto& row) { return row.size() * row.size() / 2; },
        [&](std::span<const std::vector<std::uint32_t>> part, const Draw& now) {
          return edges_of_batch(*model_, setup_.net, part, now, device_);
        });
    for (std::size_t r = 0; r < records.size(); ++r) records[r].graph.edges = std::move(edges[r]);
  }

 private:
  ChunkSetup setup_;
  std::shared_ptr<ChunkNet> model_;
  torch::Device device_;
};

const Known known({.kind = "edges",
                   .name = "chunk",
                   .make = [](const Setup& setup) -> std::shared_ptr<Model> {
                     const auto& chunk = static_cast<const ChunkSetup&>(setup);
                     return std::make_shared<ChunkNet>(chunk.net, chunk.table);
                   },
                   .open = [](const Trained& model,
                              torch::Device device) -> std::unique_ptr<Generator> {
                     auto setup = static_cast<const ChunkSetup&>(*model.setup);
                     if (setup.continuous)
                       throw Error("continuous tokens are sampled on the CPU; use --device cpu");
                     auto tensors = model.tensors;
                     setup.take_extra(tensors);
                     return std::make_unique<DeviceGenerator>(std::move(setup), tensors, device);
                   }});

}  // namespace

}  // namespace graphvq
