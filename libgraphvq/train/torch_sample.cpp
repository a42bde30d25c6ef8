#include "libgraphvq/train/torch_sample.hpp"

#include <algorithm>
#include <iterator>

#include "libgraphvq/base/random.hpp"

namespace graphvq {

namespace {

// Codes or pairs on the device at once, graphs padded to the largest: bounds its memory.
constexpr std::size_t batch_limit = 1 << 20;

// [graphs, most]: the first `wanted[g]` floats of each graph's stream; 0 beyond.
torch::Tensor uniforms(std::span<const std::int64_t> wanted, const Draw& draw, Purpose purpose) {
  const std::int64_t most = wanted.empty() ? 0 : *std::max_element(wanted.begin(), wanted.end());
  auto result = torch::zeros({static_cast<std::int64_t>(wanted.size()), most});
  auto* row = result.data_ptr<float>();
  for (std::size_t g = 0; g < wanted.size(); ++g, row += most) {
    Stream stream(draw.seed, purpose, draw.first + g);
    for (std::int64_t k = 0; k < wanted[g]; ++k) row[k] = stream.uniform_float();
  }
  return result;
}

std::vector<std::vector<std::uint32_t>> codes_of(PriorModel& model, const PriorConfig& config,
                                                 std::span<const std::uint32_t> sizes,
                                                 const Draw& draw, torch::Device device) {
  const std::vector<std::int64_t> wanted(sizes.begin(), sizes.end());
  const auto count = static_cast<std::int64_t>(sizes.size());
  const auto u = uniforms(wanted, draw, Purpose::codes).to(device);
  auto state = model.initial(count);
  auto codes =
      torch::full({count}, static_cast<std::int64_t>(config.start()), torch::kInt64).to(device);
  std::vector<torch::Tensor> drawn;
  for (std::int64_t j = 0; j < u.size(1); ++j) {
    // SOS and EOS are left out of the softmax.
    const auto logits = model.step(codes, state).narrow(1, 0, config.codes) / draw.temperature;
    const auto cumulated = torch::softmax(logits, 1).cumsum(1);
    codes = (cumulated <= u.select(1, j).unsqueeze(1))
                .sum(1)
                .clamp_max(static_cast<std::int64_t>(config.codes) - 1);
    drawn.push_back(codes);
  }
  std::vector<std::vector<std::uint32_t>> result(sizes.size());
  if (drawn.empty()) return result;
  const auto all = torch::stack(drawn, 1).cpu().contiguous();
  const auto* row = all.data_ptr<std::int64_t>();
  for (std::size_t g = 0; g < sizes.size(); ++g, row += all.size(1))
    result[g].assign(row, row + sizes[g]);
  return result;
}

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

std::vector<std::vector<Edge>> edges_of_batch(EdgesModel& model, const EdgesConfig& config,
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

// Runs `sample` on batches of the input; each knows the number of its first record.
template <class Item, class Cost, class Sample>
auto in_batches(std::span<const Item> items, Draw draw, Cost cost, Sample sample) {
  decltype(sample(items, draw)) result;
  while (!items.empty()) {
    std::size_t count = 0, most = 1;
    while (count < items.size()) {
      most = std::max<std::size_t>(most, cost(items[count]));
      if (count > 0 && (count + 1) * most > batch_limit) break;
      ++count;
    }
    auto part = sample(items.first(count), draw);
    draw.first += count;
    items = items.subspan(count);
    std::move(part.begin(), part.end(), std::back_inserter(result));
  }
  return result;
}

}  // namespace

std::vector<std::vector<std::uint32_t>> torch_sample_codes(PriorModel& model,
                                                           const PriorConfig& config,
                                                           std::span<const std::uint32_t> sizes,
                                                           const Draw& draw, torch::Device device) {
  const torch::NoGradGuard no_grad;
  return in_batches(
      sizes, draw, [](std::uint32_t size) { return size; },
      [&](std::span<const std::uint32_t> part, const Draw& now) {
        return codes_of(model, config, part, now, device);
      });
}

std::vector<std::vector<Edge>> torch_sample_edges(EdgesModel& model, const EdgesConfig& config,
                                                  std::span<const std::vector<std::uint32_t>> codes,
                                                  const Draw& draw, torch::Device device) {
  const torch::NoGradGuard no_grad;
  return in_batches(
      codes, draw, [](const auto& row) { return row.size() * row.size() / 2; },
      [&](std::span<const std::vector<std::uint32_t>> part, const Draw& now) {
        return edges_of_batch(model, config, part, now, device);
      });
}

}  // namespace graphvq
